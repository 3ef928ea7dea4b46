import CLinux
import Dispatch
import Glibc
import Locks
import LoopWatchdog
import Mainspring
import Synchronization

/// A thread whose stack others take, by its number in the kernel.
final class ObservedThread: Sendable {
    private let thread: TestThread
    private let number: Guarded<Int32>

    /// Runs a closure on a new thread; returns once the thread has begun.
    init(_ body: @escaping @Sendable () -> Void) {
        let begun = Gate()
        let number = Guarded<Int32>(0)
        self.number = number
        thread = TestThread {
            number.withLock { $0 = mainspring_thread_id() }
            // The tests' own threads are a dispatch queue's, and hand down that they block all signals.
            Backtrace.admitCapture()
            begun.open()
            body()
        }
        begun.pass()
    }

    var id: Int32 { number.withLock { $0 } }

    /// Waits for the thread's end; to be called once.
    func join() {
        // The body does not throw.
        try? thread.join()
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

/// Longer than any machine lets a thread wait for a processor.
let patience = Duration.seconds(120)
