internal import Foundation
import Synchronization

/// What is known of classes, read by one atomic load and a look-up.
///
/// Each addition makes another dictionary, and those that were stay, since a reader may have one: for as few things as
/// a program has classes of layers.
final class ClassTable<Value: AnyObject & Sendable>: @unchecked Sendable {
    // `@unchecked Sendable`: `current` is atomic and what it points to constant; `lock` orders those who change it.

    private final class Snapshot {
        let values: [ObjectIdentifier: Value]
        init(_ values: [ObjectIdentifier: Value]) { self.values = values }
    }

    private let current: Atomic<UnsafeRawPointer>
    private let lock = NSLock()

    init() { current = Atomic(UnsafeRawPointer(Unmanaged.passRetained(Snapshot([:])).toOpaque())) }

    private var snapshot: Snapshot {
        Unmanaged<Snapshot>.fromOpaque(current.load(ordering: .acquiring)).takeUnretainedValue()
    }

    /// What is known of a class; made, without a lock, at the first use. Of several that were made at once one counts.
    func value(of type: AnyClass, make: () -> Value) -> (value: Value, isNew: Bool) {
        let identity = ObjectIdentifier(type)
        if let known = snapshot.values[identity] { return (known, false) }
        let made = make()
        return lock.withLock {
            var values = snapshot.values
            if let known = values[identity] { return (known, false) }
            values[identity] = made
            let next = Unmanaged.passRetained(Snapshot(values)).toOpaque()
            current.store(UnsafeRawPointer(next), ordering: .releasing)
            return (made, true)
        }
    }
}
