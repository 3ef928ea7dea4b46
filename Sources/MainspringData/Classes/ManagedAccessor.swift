internal import MainspringFoundation

/// A modelled property that a class overrides or has an accessor of its own for: key-value coding goes through that, as
/// on Apple's platforms. Ours; written by the model compiler.
public struct ManagedAccessor: Sendable {
    /// The one key.
    let keys: KeyTable

    /// An accessor that reads and sets.
    public init<Object: NSManagedObject, Value>(
        _ name: String, _ keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable
    ) {
        keys = KeyTable(Object.self) { $0.add(name, keyPath) }
    }

    /// An accessor that only reads; by key the property itself is set.
    public init<Object: NSManagedObject, Value>(_ name: String, _ keyPath: any KeyPath<Object, Value> & Sendable) {
        keys = KeyTable(Object.self) { $0.add(name, keyPath) }
    }
}
