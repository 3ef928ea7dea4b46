import FoundationRunLoop
import Testing

/// Runs a closure on a thread of its own, to its end.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
}

/// A Foundation thread whose loop a port keeps running, until it is told to end.
final class WorkerThread: @unchecked Sendable {
    // Written before the thread starts, or before `ready` is signalled.
    private(set) var thread: Thread!
    private(set) var loop: CFRunLoop!
    // Touched on the thread alone.
    private var isEnding = false
    private let mode: RunLoop.Mode
    private let ready = Event()
    /// Signalled as the last thing the thread does.
    let ended = Event()

    init(mode: RunLoop.Mode = .default) {
        self.mode = mode
        thread = Thread { [self] in
            loop = CFRunLoopGetCurrent()
            RunLoop.current.add(Port(), forMode: mode)
            ready.signal()
            while !isEnding { _ = RunLoop.current.run(mode: mode, before: .distantFuture) }
            ended.signal()
        }
        thread.start()
        ready.wait()
    }

    /// Lets the thread return from its loop.
    func end() {
        CFRunLoopPerformBlock(loop, mode.rawValue) { [self] in
            isEnding = true
            CFRunLoopStop(loop)
        }
        CFRunLoopWakeUp(loop)
    }

    /// Has the thread end, and waits until nothing can be performed on it any more.
    func endAndWait() {
        end()
        while (try? RunLoop.perform(on: loop, waitUntilDone: true) {}) != nil {}
    }
}
