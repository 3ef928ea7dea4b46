internal import Locks
import Synchronization

/// Checks that may refuse a sleep.
///
/// Before a run sleeps, every guard is asked, on the loop's thread, with the loop, the mode and the run's deadline in
/// nanoseconds of the loop's clock (nil without end). A guard that returns a sentence refuses: the sentence is
/// reported, and the run returns `.stopped`. Asking costs one relaxed load while there is no guard. Layers need this: a
/// wait that an open transaction makes endless is refused instead of freezing.
package enum SleepGuards {
    /// Why not to sleep; nil to let it.
    package typealias Guard = @Sendable (_ loop: CFRunLoop, _ mode: CFRunLoopMode, _ deadline: UInt64?) -> String?

    private static let count = Atomic<Int>(0)
    private static let registry = Registry()

    private final class Registry: @unchecked Sendable {
        // `lock` guards `guards`.
        let lock = Lock()
        var guards: [(id: Int, ask: Guard)] = []
        var nextID = 0
    }

    /// Adds a guard for every loop. Returns what removes it.
    package static func add(_ ask: @escaping Guard) -> Int {
        registry.lock.withLock {
            registry.nextID += 1
            registry.guards.append((registry.nextID, ask))
            count.store(registry.guards.count, ordering: .releasing)
            return registry.nextID
        }
    }

    /// Removes a guard.
    package static func remove(_ id: Int) {
        let removed = registry.lock.withLock { () -> [(id: Int, ask: Guard)] in
            let removed = registry.guards.filter { $0.id == id }
            registry.guards.removeAll { $0.id == id }
            count.store(registry.guards.count, ordering: .releasing)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// Whether there is any.
    @inline(__always)
    static var areThere: Bool { count.load(ordering: .acquiring) != 0 }

    /// Asks all guards; the first refusal counts.
    @inline(__always)
    static func ask(_ loop: CFRunLoop, _ mode: CFRunLoopMode, deadline: UInt64?) -> String? {
        count.load(ordering: .acquiring) == 0 ? nil : askAll(loop, mode, deadline)
    }

    private static func askAll(_ loop: CFRunLoop, _ mode: CFRunLoopMode, _ deadline: UInt64?) -> String? {
        for entry in registry.lock.withLock({ registry.guards }) {
            if let refusal = entry.ask(loop, mode, deadline) { return refusal }
        }
        return nil
    }
}
