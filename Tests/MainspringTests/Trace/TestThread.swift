import CLinux
import Dispatch
import Glibc
import Mainspring
import Synchronization

/// A plain thread with the kernel's number of it, for tests that need another thread.
final class TestThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)
    private let number = Atomic<Int32>(0)

    /// Runs a closure on a new thread; returns once the thread has begun.
    init(_ body: @escaping @Sendable () -> Void) {
        let begun = DispatchSemaphore(value: 0)
        let start: @Sendable () -> Void = { [self] in
            number.store(mainspring_thread_id(), ordering: .releasing)
            // The tests' own threads are a dispatch queue's, and hand down that they block all signals.
            Backtrace.admitCapture()
            begun.signal()
            body()
            ended.signal()
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Box(start)).toOpaque()
        let error = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        precondition(error == 0, "no thread for a test: errno \(error)")
        pthread_detach(thread)
        begun.wait()
    }

    var id: Int32 { number.load(ordering: .acquiring) }

    func join() {
        ended.wait()
        ended.signal()
    }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// A flag that one thread raises and another one spins or waits for.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }

    /// Keeps the thread busy in a function of its own until the flag is raised.
    @inline(never)
    func spin() {
        while !isRaised { sched_yield() }
    }
}

/// Values that several threads put in, in order, for one that waits for them.
final class Mailbox<Value: Sendable>: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `values`.
    private let lock = DispatchSemaphore(value: 1)
    private let count = DispatchSemaphore(value: 0)
    private var values: [Value] = []

    func put(_ value: Value) {
        lock.wait()
        values.append(value)
        lock.signal()
        count.signal()
    }

    func take() -> Value {
        count.wait()
        lock.wait()
        defer { lock.signal() }
        return values.removeFirst()
    }

    /// The first value that fulfils a condition; others before it are dropped.
    func take(where condition: (Value) -> Bool) -> Value {
        while true {
            let value = take()
            if condition(value) { return value }
        }
    }
}
