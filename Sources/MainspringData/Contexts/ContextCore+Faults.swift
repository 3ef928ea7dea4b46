internal import Diagnostics
internal import MainspringModel

/// What the next initializer of an object is to make instead of a new one: the fault of a row.
struct FaultToMake {
    let key: ObjectKey
    let state: ObjectState
    // The object's own references, retained already.
    let core: Unmanaged<ContextCore>
    let shape: Unmanaged<ObjectShape>
    /// Made when it is asked for, if there is none.
    let identity: Unmanaged<NSManagedObjectID>?
}

extension ContextCore {
    /// Called by an object's initializer.
    @inline(__always)
    final func takeFaultToMake() -> FaultToMake? {
        guard let fault = objectMap.faultToMake else { return nil }
        objectMap.faultToMake = nil
        return fault
    }

    /// The object with an identity: the one that is there, or a fault.
    final func object(for identity: NSManagedObjectID) -> NSManagedObject {
        object(known: currentAsked(identity))
    }

    /// The object with the identity that it has here now: the one that is there, or a fault.
    final func object(known identity: NSManagedObjectID) -> NSManagedObject {
        objectMap.table.object(identity.key) ?? addFault(identity.key, identity.entity, identity)
    }

    /// The object with the key of a store that the context reads itself: the one that is there, or a fault.
    final func object(for key: ObjectKey, _ entity: NSEntityDescription) -> NSManagedObject {
        objectMap.table.object(key) ?? addFault(key, entity, nil)
    }

    private func addFault(
        _ key: ObjectKey, _ entity: NSEntityDescription, _ identity: NSManagedObjectID?
    ) -> NSManagedObject {
        let shape = faultShape(of: entity)
        let made = make(
            FaultToMake(
                key: key, state: stateOfFaults, core: .passRetained(self), shape: .passRetained(shape),
                identity: identity.map { .passRetained($0) }), shape.type, shape.entity, context)
        objectMap.table.add(made)
        objectMap.noteRegistered(made)
        return made
    }

    /// What a fault of an entity has in common with others.
    final func faultShape(of entity: NSEntityDescription) -> ObjectShape {
        shape(of: ObjectLayout.of(entity).objectClass, entity)
    }

    /// Lets the initializer of a class make a fault.
    @inline(__always)
    final func make(
        _ fault: FaultToMake, _ type: NSManagedObject.Type, _ entity: __owned NSEntityDescription,
        _ context: __owned NSManagedObjectContext?
    ) -> NSManagedObject {
        // An initializer may look for other objects before it calls super.
        let outer = objectMap.faultToMake
        objectMap.faultToMake = fault
        let made = NSManagedObject.make(type, entity, in: context)
        if objectMap.faultToMake != nil { refuse(made) }
        objectMap.faultToMake = outer
        return made
    }

    @inline(never)
    private func refuse(_ made: NSManagedObject) -> Never {
        programmerError(
            """
            init(entity:insertInto:) of \(type(of: made)) has made another object than it was asked for. Let it call super \
            with the entity and the context that it is given.
            """)
    }

    /// So many objects the table is asked for at once.
    private static var partCount: Int { 256 }

    /// Objects with keys, in their order: those that are there, and faults.
    /// - Parameter identity: gives a fault its identity; nil for one that is made when it is asked for.
    final func objects(
        for keys: FetchedKeys, _ indexes: Range<Int>, identity: ((Int) -> NSManagedObjectID)? = nil
    ) -> [NSManagedObject] {
        guard !indexes.isEmpty else { return [] }
        if objectMap.notesRegistrations {
            return indexes.map { index in
                objectMap.table.object(keys.key(index))
                    ?? addFault(keys.key(index), keys.entity(index), identity?(index))
            }
        }
        return [NSManagedObject](unsafeUninitializedCapacity: indexes.count) { objects, count in
            // Unsafe: each place gets a reference that counts, and is the array's from then on.
            let places = UnsafeMutableRawBufferPointer(objects).bindMemory(to: UnsafeMutableRawPointer?.self)
            var faults = FaultSeries(keys, indexes.count, of: self)
            while count < indexes.count {
                let part = indexes.dropFirst(count).prefix(Self.partCount)
                let found = UnsafeMutableBufferPointer(rebasing: places[count..<(count + part.count)])
                let missing = objectMap.table.find(keys, part, found)
                if missing > 0 {
                    // Where all are new, the rest will mostly be so too.
                    if missing == part.count { objectMap.table.reserve(indexes.count - count) }
                    for (place, index) in part.enumerated() where found[place] == nil {
                        found[place] = Unmanaged.passRetained(faults.make(index, identity?(index))).toOpaque()
                    }
                    objectMap.table.add(found)
                }
                count += part.count
            }
        }
    }
}
