import Dispatch
import Foundation
import Glibc
import Locks
import Testing

@testable import MainspringData

/// Work that gives way to the main thread, where something is done in slices.
@Suite struct BackgroundWorkTests {
    init() { MainSlices.shared.use() }

    private static var policy: Int32 { sched_getscheduler(0) }

    /// What a new thread makes of something.
    private func inThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let (value, isDone) = (Guarded<Value?>(nil), DispatchSemaphore(value: 0))
        Thread {
            let made = body()
            value.withLock { $0 = made }
            isDone.signal()
        }.start()
        isDone.wait()
        return value.withLock { $0! }
    }

    @Test func `a thread gives way while it works, however deep, and no longer`() {
        let policies = inThread {
            var policies = [Self.policy]
            BackgroundWork.run {
                policies.append(Self.policy)
                BackgroundWork.run { policies.append(Self.policy) }
                policies.append(Self.policy)
            }
            return policies + [Self.policy]
        }
        let batch = BackgroundWork.batch
        #expect(policies == [SCHED_OTHER, batch, batch, batch, SCHED_OTHER])
    }

    @Test func `a thread that was started by such work is like any other after work of its own`() {
        let policies = inThread {
            BackgroundWork.run {
                inThread {
                    var policies = [Self.policy]
                    BackgroundWork.run { policies.append(Self.policy) }
                    return policies + [Self.policy]
                }
            }
        }
        #expect(policies == [BackgroundWork.batch, BackgroundWork.batch, SCHED_OTHER])
    }

    @Test func `a context's blocks give way`() {
        let (context, policy, isDone) = (
            NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType), Guarded<Int32>(-1),
            DispatchSemaphore(value: 0)
        )
        context.perform {
            policy.withLock { $0 = Self.policy }
            isDone.signal()
        }
        isDone.wait()
        #expect(policy.withLock { $0 } == BackgroundWork.batch)
    }
}
