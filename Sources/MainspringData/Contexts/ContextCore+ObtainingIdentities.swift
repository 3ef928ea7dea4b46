internal import MainspringModel

/// Identities for good before the stores have the objects.
///
/// An object has one, whoever asks for it first. A context gives them to objects that it alone knows; one that it has saved into its
/// parent, or that is on its way there, is named by the parent, which has it under the temporary identity.
extension ContextCore {
    /// Gives new objects permanent identities.
    final func obtainPermanentIdentities(for objects: [NSManagedObject]) throws {
        guard let source else { throw MissingSource.error(title) }
        if let stranger = objects.first(where: { $0.core !== self }) {
            throw CoreDataError.missingObject(stranger.objectID)
        }
        learnIdentities()
        // Who asks keeps them, whatever becomes of the save that has given them.
        saving?.tellIdentities(in: self)
        let temporary = ObjectSet(objects.filter(\.key.isTemporary)).objects
        let above = source.givesPermanentIdentities ? [] : temporary.filter(isAbove)
        let own = above.isEmpty ? Array(temporary) : temporary.filter { !isAbove($0) }
        let assigned = allAssignments
        // Nothing is renamed if one of them has no store.
        let keys = try source.permanentKeys(for: own, assigned: assigned)
        let identities = above.isEmpty ? [] : try source.permanentIdentities(of: Array(above), assigned: assigned)
        var replaced: [ReplacedIdentity] = []
        func name(_ object: NSManagedObject, _ key: ObjectKey, _ identity: NSManagedObjectID?) {
            // Who was asked may have let this context hear of it.
            guard object.core === self, object.key.isTemporary, !key.isTemporary else { return }
            let former = object.identity
            rename(object, key, identity: identity)
            if let former { replaced.append(ReplacedIdentity(temporary: former, later: object.objectID)) }
        }
        for (object, key) in zip(own, keys) { name(object, key, nil) }
        for (object, identity) in zip(above, identities) { name(object, identity.key, identity) }
        tellReplaced(replaced)
    }

    /// Whether a context above has a new object under its temporary identity, or gets it so.
    final func isAbove(_ object: NSManagedObject) -> Bool {
        let flight = saving?.flight
        guard object.state.contains(.inserted) || flight?.hasLeftAsNew(object) == true else { return true }
        return saving?.isHandedOver == true && flight?.has(object) == true
    }

    /// The stores to which new objects are assigned, those too that are being saved.
    final var allAssignments: StoreAssignments {
        guard let flight = saveInFlight, !flight.assignments.stores.isEmpty else { return pendingChanges.assignments }
        return StoreAssignments(stores: flight.assignments.stores.merging(pendingChanges.assignments.stores) { $1 })
    }

    /// The identities for good of a child's objects; those that have none get one now. One that is still on its way here has it when it comes.
    /// - Parameters:
    ///   - identities: those that the child has.
    ///   - objects: the child's, which waits.
    ///   - assigned: the stores that the child knows of.
    final func permanentIdentitiesForChild(
        _ identities: [NSManagedObjectID], of objects: [NSManagedObject], assigned: StoreAssignments
    ) throws -> [NSManagedObjectID] {
        guard let source else { throw MissingSource.error(title) }
        var here: [NSManagedObject] = []
        var coming: [Int] = []
        for (index, identity) in identities.enumerated() {
            let known = currentAsked(identity)
            guard known.key.isTemporary else { continue }
            reach(known)
            if let object = registered(known) { here.append(object) } else { coming.append(index) }
        }
        let keys = try source.permanentKeys(for: coming.map { objects[$0] }, assigned: assigned)
        try obtainPermanentIdentities(for: here)
        for (index, key) in zip(coming, keys) { expect(identities[index], as: key) }
        return identities.map { currentAsked($0) }
    }

    /// What comes under a temporary identity is to have another one.
    private func expect(_ identity: NSManagedObjectID, as key: ObjectKey) {
        let temporary = NSManagedObjectID(identity.key, identity.entity)
        let later = NSManagedObjectID(key, identity.entity)
        objectMap.laterIdentities.add(temporary, later)
        merging?.noteRenamed(temporary.key, temporary, key)
        childLinks.saves.noteRenamed(temporary, key)
    }
}
