internal import Foundation

extension SaveOperation {
    /// Returns the error of a nested save that cannot be done.
    func isInProgress(_ core: ContextCore) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(core.title) was to be saved in the midst of its save\(isInSlices ? " in slices" : ""), by a method of an object that is saved, or by "
                + "an observer. Save it when that "
                + "has ended.")
    }

    /// Returns the error of a save in slices whose context a hook has reset.
    static func forgotten(_ core: ContextCore) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(core.title) was reset in the midst of its save in slices, and nothing of that is saved. Do not reset a context in a "
                + "method of an object that is about to be saved.")
    }
}
