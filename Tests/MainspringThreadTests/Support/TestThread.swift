import CLinux
import Dispatch
import Glibc
import Locks
import Mainspring

/// A thread of the system for tests: the loop that it makes is torn down when it ends.
final class TestThread: @unchecked Sendable {
    // `@unchecked Sendable`: `body` and `failure` are the thread's until `join` has returned; `handle` is the owner's.

    private var body: (() throws -> Void)?
    private var failure: (any Error)?
    private var handle = pthread_t()
    private let ended = Gate()

    /// Begins a thread. `stackSize` in bytes; 0 takes the system's.
    init(stackSize: Int = 0, _ body: @escaping @Sendable () throws -> Void) {
        self.body = body
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        if stackSize > 0 { pthread_attr_setstacksize(&attributes, stackSize) }
        let failure = pthread_create(
            &handle, &attributes,
            { argument in
                Unmanaged<TestThread>.fromOpaque(argument!).takeRetainedValue().main()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_attr_destroy(&attributes)
        precondition(failure == 0, "no thread: errno \(failure)")
    }

    private func main() {
        // Tests begin on libdispatch's threads, which block every signal, and a mask is inherited.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        do { try body?() } catch { failure = error }
        body = nil
        ended.open()
    }

    /// Waits for the thread's end, its thread-specific data included.
    func join() throws {
        ended.pass()
        pthread_join(handle, nil)
        if let error = self.failure { throw error }
    }

    /// Waits for the thread's end without a thread of those that tasks have: for tests in which a task has to go on meanwhile.
    func joined() async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "joining").async { continuation.resume(with: Result { try self.join() }) }
        }
    }

    /// Sends the thread a signal.
    func kill(_ signal: Int32) { pthread_kill(handle, signal) }
}

/// Runs a closure on a thread of its own, and waits for the thread's end.
@discardableResult
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let result = Guarded<Result?>(nil)
    try TestThread {
        let value = try body()
        result.withLock { $0 = value }
    }.join()
    return result.withLock { $0 }!
}

/// A door that is shut until somebody opens it.
final class Gate: @unchecked Sendable {
    // `@unchecked Sendable`: Dispatch's semaphore guards itself.

    private let semaphore = DispatchSemaphore(value: 0)

    /// Lets one through who waits, or will wait.
    func open() { semaphore.signal() }

    /// Waits until the door is open, and goes through. Fails after ten minutes.
    func pass() {
        if semaphore.wait(timeout: .now() + .seconds(600)) == .timedOut {
            fatalError("a test hangs: nobody opened a gate within ten minutes")
        }
    }
}
