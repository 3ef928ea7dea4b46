internal import Foundation

extension SlicedSave {
    /// What a hook is told that saves in the midst of a save.
    static func isInProgress(_ core: ContextCore) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(core.title) was to be saved in the midst of its save in slices, by a method of an object that is saved. Save it when that "
                + "has ended.")
    }

    /// What who awaits the save is told if nothing of it is there any more.
    static func forgotten(_ core: ContextCore) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(core.title) was reset in the midst of its save in slices, and nothing of that is saved. Do not reset a context in a "
                + "method of an object that is about to be saved.")
    }
}
