import CLinux
import Glibc
import Locks
import Testing

@testable import Mainspring

@Suite struct LockTests {
    /// What a lock guards in these tests.
    private final class Account: @unchecked Sendable {
        // `@unchecked Sendable`: `lock` guards `balance`; that is what is tested.
        let lock = Lock()
        var balance = 0
    }

    @Test func `eight threads lose no update`() throws {
        let account = Account()
        let threads = (0..<8).map { _ in
            TestThread { for _ in 0..<20_000 { account.lock.withLock { account.balance += 1 } } }
        }
        for thread in threads { try thread.join() }
        #expect(account.balance == 160_000)
    }

    @Test func `whoever waits sleeps in the kernel until the lock is given back`() throws {
        for _ in 0..<50 {
            let account = Account()
            let id = Guarded<Int32>(0)
            let began = Gate()
            account.lock.lock()
            let waiter = TestThread {
                id.withLock { $0 = mainspring_thread_id() }
                began.open()
                account.lock.withLock { account.balance += 1 }
            }
            began.pass()
            while !isAsleep(id.withLock { $0 }) { sched_yield() }
            #expect(account.balance == 0)
            account.lock.unlock()
            try waiter.join()
            #expect(account.balance == 1)
        }
    }

    @Test func `every one of many sleepers gets its turn`() throws {
        let account = Account()
        account.lock.lock()
        let ids = Guarded<[Int32]>([])
        let threads = (0..<8).map { _ in
            TestThread {
                ids.withLock { $0.append(mainspring_thread_id()) }
                account.lock.withLock { account.balance += 1 }
            }
        }
        while ids.withLock({ $0.count }) < 8 { sched_yield() }
        for id in ids.withLock({ $0 }) { while !isAsleep(id) { sched_yield() } }
        account.lock.unlock()
        for thread in threads { try thread.join() }
        #expect(account.balance == 8)
    }

    @Test func `an error passes through and gives the lock back`() {
        struct Refusal: Error {}
        let account = Account()
        #expect(throws: Refusal.self) { try account.lock.withLock { throw Refusal() } }
        #expect(account.lock.withLock { true })
    }

    /// Whether the kernel says that a thread of this process sleeps.
    private func isAsleep(_ thread: Int32) -> Bool {
        guard let file = fopen("/proc/self/task/\(thread)/stat", "r") else { return false }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let length = fread(&line, 1, line.count, file)
        // The state follows the name, which stands in parentheses.
        guard let end = line[..<length].lastIndex(of: UInt8(ascii: ")")), end + 2 < length else { return false }
        return line[end + 2] == UInt8(ascii: "S")
    }
}
