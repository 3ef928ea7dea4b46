/// Why a closure was not performed on another thread.
public enum PerformError: Error, Hashable, Sendable {
    /// The thread had ended before the closure was handed over.
    case threadHasEnded(thread: String)
    /// The thread ended before it called the closure, or while it did.
    case threadEndedMeanwhile(thread: String)
}

extension PerformError: CustomStringConvertible, LocalizedError {
    /// The error as a sentence.
    public var description: String {
        switch self {
        case .threadHasEnded(let thread):
            "\(thread) has ended and performs nothing any more. Perform on a thread that runs its run loop."
        case .threadEndedMeanwhile(let thread):
            "\(thread) ended before it had performed what it was asked to. Keep its run loop running until then."
        }
    }

    /// The error as a sentence.
    public var errorDescription: String? { description }
}
