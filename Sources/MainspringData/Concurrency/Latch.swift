internal import Dispatch
internal import Locks

/// A value that one thread hands to others, which wait for it. The first one counts.
final class Latch<Value>: Sendable {
    private let value = Guarded<Value?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        self.value.withLock { known in if known == nil { known = value } }
        isSet.signal()
    }

    /// Returns the value, as soon as it is there.
    func wait() -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            isSet.wait()
            // For the next one who waits.
            isSet.signal()
        }
    }
}
