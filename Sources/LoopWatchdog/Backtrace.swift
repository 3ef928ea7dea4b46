internal import CLinux
internal import Mainspring

/// The functions that a thread is in, innermost first.
///
/// Ours.
///
/// Taking one costs some microseconds and allocates one array; the names are looked up when they are asked for, see
/// ``symbolicated()``. Works in release builds: frames come from the unwind tables, which every build has, not from a
/// frame pointer, and names from the symbol tables of the program's files. Functions that were inlined are not frames.
public struct Backtrace: Sendable, Hashable, CustomStringConvertible {
    /// An address inside the call that each function is executing, innermost first.
    public let addresses: [UInt]

    /// A stack that was taken elsewhere, as addresses inside its calls.
    public init(addresses: [UInt]) {
        self.addresses = addresses
    }

    /// The calling thread's stack, beginning with the caller.
    ///
    /// - Parameter limit: The most frames to take, at least one; those further out are left out.
    @inline(never)
    public static func current(limit: Int = 256) -> Backtrace {
        let capacity = max(limit, 1)
        let buffer = UnsafeMutablePointer<UInt>.allocate(capacity: capacity)
        defer { buffer.deallocate() }
        // No closure round the call: it would be a frame of its own in one build and not in another.
        let count = mainspring_backtrace_current(buffer, CInt(clamping: capacity), 1)
        return Backtrace(addresses: Array(UnsafeBufferPointer(start: buffer, count: Int(count))))
    }

    /// The stack of another thread of this process, taken while it runs.
    ///
    /// A real-time signal (``interruptingSignal``) stops the thread for some microseconds, in which it notes its own
    /// stack; then it goes on. Its memory is not allocated from, and no lock is taken, so it may stand anywhere,
    /// holding any lock. A blocking system call that signals interrupt and nothing restarts (`sleep`, `poll`,
    /// `epoll_wait`) returns early with `EINTR`, as it does for every handled signal.
    ///
    /// - Parameters:
    ///   - thread: The thread's number in the kernel, as `gettid` gives it.
    ///   - timeout: How long to wait for a thread that does not leave the kernel, or gets no processor.
    public static func ofThread(_ thread: Int32, timeout: Duration = .seconds(10)) throws(CaptureError) -> Backtrace {
        let capacity = Int(MAINSPRING_BACKTRACE_FRAMES)
        let buffer = UnsafeMutablePointer<UInt>.allocate(capacity: capacity)
        defer { buffer.deallocate() }
        let count = mainspring_backtrace_thread(thread, buffer, CInt(capacity), timeout.clampedNanoseconds)
        guard count >= 0 else { throw CaptureError(code: -count, thread: thread) }
        return Backtrace(addresses: Array(UnsafeBufferPointer(start: buffer, count: Int(count))))
    }

    /// Lets other threads take the stack of the calling one, where it blocks all signals.
    ///
    /// Threads of a dispatch queue do, and so do those that they start, unless they change it. Loops that a
    /// ``Watchdog`` watches see to it themselves.
    public static func admitCapture() {
        if mainspring_backtrace_signal() != 0 { mainspring_backtrace_admit() }
    }

    /// The signal that ``ofThread(_:timeout:)`` interrupts threads with, or nil if none is free.
    ///
    /// The highest real-time signal below `SIGRTMAX` that nobody handled when it was first needed. When another handler
    /// has taken its place since, the next capture chooses again.
    public static var interruptingSignal: Int32? {
        let signal = mainspring_backtrace_signal()
        return signal == 0 ? nil : signal
    }

    /// The frames with the names of their functions.
    ///
    /// Reads the symbol tables of every file the stack goes through, so it takes milliseconds. Names of `static`
    /// functions are found too, in files that were not stripped.
    public func symbolicated() -> [Frame] {
        Symbolicator.frames(of: addresses)
    }

    /// One line for each frame: its number, its function and the file it is in.
    public var description: String {
        symbolicated().listing
    }
}
