import Dispatch
import Glibc
import Locks
import Mainspring

/// Something that one thread opens and others wait for.
final class AsyncGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }
    func wait() { semaphore.wait() }
}

/// Waits until the system has ended a thread, all its thread-specific data gone.
final class ThreadEndWatch: Sendable {
    private let thread = Guarded<pid_t>(0)

    func watchCurrentThread() {
        thread.withLock { $0 = pid_t(syscallThreadID()) }
    }

    /// Looks in /proc, giving the processor to others between two looks.
    func wait() {
        let thread = thread.withLock { $0 }
        while access("/proc/self/task/\(thread)", F_OK) == 0 { sched_yield() }
    }

    private func syscallThreadID() -> Int {
        var buffer = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/").last.flatMap { Int($0) } ?? 0
    }
}
