internal import CLinux
internal import Locks

/// The shapes of an entity's objects, by their class, as long as there are such objects.
///
/// Not Swift's weak references: what is referred to weakly is counted more slowly, and each object has its shape. (Measured: a fifth
/// of the time of a fetch.)
final class ShapeTable: @unchecked Sendable {
    // `@unchecked Sendable`: constant; `entries` has a lock.

    private let entries = Guarded<[ObjectIdentifier: Unmanaged<ObjectShape>]>([:])

    /// The shape for a class, made if there is none.
    func shape(of type: NSManagedObject.Type, make: () -> ObjectShape) -> ObjectShape {
        let identity = ObjectIdentifier(type)
        if let known = entries.withLock({ Self.shape($0[identity]) }) { return known }
        // Made without the lock: it asks the program's modules for their tables.
        let made = make()
        return entries.withLock { entries in
            if let known = Self.shape(entries[identity]) { return known }
            entries[identity] = .passUnretained(made)
            return made
        }
    }

    /// The one that has not begun to end: its end waits for the lock before it goes.
    private static func shape(_ entry: Unmanaged<ObjectShape>?) -> ObjectShape? {
        guard let entry, swift_tryRetain(entry.toOpaque()) != nil else { return nil }
        return entry.takeRetainedValue()
    }

    /// Called by a shape's `deinit`: another one may stand in its place already.
    func remove(_ shape: ObjectShape) {
        let own = Unmanaged.passUnretained(shape)
        entries.withLock { entries in
            let identity = ObjectIdentifier(shape.type)
            if entries[identity]?.toOpaque() == own.toOpaque() { entries[identity] = nil }
        }
    }
}
