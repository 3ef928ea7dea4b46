internal import Foundation

extension SaveOperation {
    /// The error of a save in the midst of this one.
    func isInProgress(_ core: ContextCore) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(core.title) was to be saved in the midst of its save\(isInSlices ? " in slices" : ""), by a method of an object that is saved, or by "
                + "an observer. Save it when that "
                + "has ended.")
    }

    /// The error of a save of which nothing is there any more.
    static func forgotten(_ core: ContextCore) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(core.title) was reset in the midst of its save in slices, and nothing of that is saved. Do not reset a context in a "
                + "method of an object that is about to be saved.")
    }
}
