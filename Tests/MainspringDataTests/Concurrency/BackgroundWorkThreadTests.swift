import Foundation
import Glibc
import Testing

@testable import MainspringData

/// Work that gives way to the main thread, where something is done in slices.
@Suite struct BackgroundWorkThreadTests {
    init() { MainSlices.shared.use() }

    private static var policy: Int32 { sched_getscheduler(0) }

    /// What a new thread makes of something.
    private func inThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let value = Latch<Value>()
        Thread { value.set(body()) }.start()
        return value.wait()
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
        let (context, policy) = (
            NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType), Latch<Int32>()
        )
        context.perform { policy.set(Self.policy) }
        #expect(policy.wait() == BackgroundWork.batch)
    }
}
