internal import CLinux
internal import Glibc

/// Turns a Unix signal into an event of a loop (ours).
///
/// Add ``source`` to modes of a loop with `CFRunLoopAddSource`. The closure is called on the loop's thread with the
/// number of times the signal arrived since the last call. The signal is caught on whichever thread the kernel picks,
/// threads older than the source included, by a handler that only adds one to an event descriptor; nothing is blocked,
/// so children inherit no mask. While the source is valid the signal's default action does not happen; with the last
/// source of a signal the earlier disposition comes back, unless somebody has set another one meanwhile.
public final class SignalSource: Sendable {
    /// Why a signal cannot be watched.
    public struct Failure: Error, CustomStringConvertible {
        /// The signal.
        public let signal: Int32
        /// The errno.
        public let code: Int32

        /// The sentence.
        public var description: String {
            switch code {
            case ENOSPC:
                "Signal \(signal) has as many sources as one signal can have (\(MAINSPRING_SIGNAL_SUBSCRIBERS)). Share one."
            case ENOTSUP:
                "Signal \(signal) cannot be watched: a thread's own fault raises it, which no loop can handle. Watch another one."
            case EINVAL:
                "Signal \(signal) cannot be watched: it is none, or SIGKILL or SIGSTOP, which cannot be caught. Watch another one."
            case EMFILE, ENFILE, ENOMEM:
                "Signal \(signal) cannot be watched: the process has no file descriptor left for it (\(String(cString: strerror(code)))). Close descriptors, or raise the limit with ulimit -n."
            default:
                "Signal \(signal) cannot be watched: \(String(cString: strerror(code)))."
            }
        }
    }

    /// What to add to a loop.
    public let source: CFRunLoopSource
    /// The signal.
    public let signal: Int32
    private let descriptor: Int32

    /// Makes a source for a signal, and catches it from now on.
    ///
    /// - Parameter handler: Called on the loop's thread with how often the signal came.
    /// - Throws: ``Failure``.
    public init(signal: Int32, order: Int = 0, handler: @escaping (Int) -> Void) throws {
        let descriptor = eventfd(0, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw Failure(signal: signal, code: errno) }
        let failure = mainspring_signal_subscribe(signal, descriptor)
        guard failure == 0 else {
            close(descriptor)
            throw Failure(signal: signal, code: failure)
        }
        self.signal = signal
        self.descriptor = descriptor
        source = CFRunLoopSource(
            order: order,
            kind: .descriptor(
                perform: { _ in
                    var count: UInt64 = 0
                    if read(descriptor, &count, 8) == 8 { handler(Int(clamping: count)) }
                },
                release: { isClosed in
                    mainspring_signal_unsubscribe(signal, descriptor)
                    if !isClosed { close(descriptor) }
                }),
            descriptor: descriptor, interest: EPOLLIN.rawValue)
    }

    /// Whether it is valid.
    public var isValid: Bool { source.isValid }

    /// Ends it for good, and lets go of the signal.
    public func invalidate() { source.invalidate() }
}
