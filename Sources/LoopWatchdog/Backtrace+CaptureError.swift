internal import Glibc

extension Backtrace {
    /// Why the stack of another thread could not be taken.
    public enum CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No thread of this process has that number; it has ended.
        case noSuchThread(Int32)
        /// The thread blocks the signal, see ``Backtrace/admitCapture()``.
        case blocked(Int32)
        /// The thread stands in a system call that signals do not interrupt, or got no processor for so long.
        case noAnswer(Int32)
        /// Every real-time signal has a handler of somebody else.
        case noFreeSignal
        /// The kernel refused to send the signal.
        case refused(errno: Int32)

        init(code: CInt, thread: Int32) {
            switch code {
            case ESRCH: self = .noSuchThread(thread)
            case EPERM: self = .blocked(thread)
            case ETIMEDOUT, EBUSY: self = .noAnswer(thread)
            case EAGAIN: self = .noFreeSignal
            default: self = .refused(errno: code)
            }
        }

        /// The error as a sentence.
        public var description: String {
            switch self {
            case .noSuchThread(let thread):
                "No stack: thread \(thread) is not there (any more)."
            case .blocked(let thread):
                "No stack: thread \(thread) blocks the signal; call Backtrace.admitCapture() on it."
            case .noAnswer(let thread):
                "No stack: thread \(thread) did not answer; it stands in a system call that no signal interrupts, or gets"
                    + " no processor."
            case .noFreeSignal:
                "No stack: every real-time signal has a handler already, or too many signals are queued; free one."
            case .refused(let errno):
                "No stack: the kernel refused to send the signal (errno \(errno))."
            }
        }
    }
}
