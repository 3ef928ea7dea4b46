internal import Locks

/// The shapes of an entity's objects, by their class, as long as there are such objects.
final class ShapeTable: Sendable {
    private struct Entry {
        @Unkept var shape: ObjectShape?
    }

    private let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    /// The shape for a class, made if there is none.
    func shape(of type: NSManagedObject.Type, make: () -> ObjectShape) -> ObjectShape {
        let identity = ObjectIdentifier(type)
        if let known = entries.withLock({ $0[identity]?.shape }) { return known }
        // Made without the lock: it asks the program's modules for their tables.
        let made = make()
        return entries.withLock { entries in
            if let known = entries[identity]?.shape { return known }
            entries[identity] = Entry(shape: made)
            return made
        }
    }
}
