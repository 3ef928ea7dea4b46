internal import MainspringModel
internal import Synchronization

/// Identities that stores give to objects which had temporary ones. A child's objects keep those when they are saved into the
/// parent; when that saves them, or another child meets them, the same object must not come under two identities.
extension ContextCore {
    /// How often an identity was replaced in the process.
    private static let replacements = Atomic<Int>(0)

    /// Gives an object another identity.
    final func rename(_ object: NSManagedObject, _ identity: NSManagedObjectID) {
        // Where nobody has asked for the temporary one, nobody has it.
        if let temporary = object.identity, temporary.isTemporaryID {
            laterIdentities.add(temporary, identity)
            Self.replacements.wrappingAdd(1, ordering: .relaxed)
        }
        rename(object, identity.key, identity)
        registrations.note(object)
    }

    /// The same without a word to others.
    final func rename(_ object: NSManagedObject, _ key: ObjectKey, _ identity: NSManagedObjectID?) {
        table.remove(object)
        (object.key, object.identity) = (key, identity)
        table.add(object)
    }

    /// The identity that an object has here now, by one that it may have had before.
    final func current(_ identity: NSManagedObjectID) -> NSManagedObjectID {
        identity.key.isTemporary ? laterIdentities[identity.key] ?? identity : identity
    }

    /// The same, when the source has been asked for what it has replaced since.
    final func currentAsked(_ identity: NSManagedObjectID) -> NSManagedObjectID {
        guard let source, !source.givesPermanentIdentities else { return current(identity) }
        if !foreignIdentities.isEmpty { takeReplacements(source) }
        let here = current(identity)
        guard here.key.isTemporary, table.object(here.key) == nil else { return here }
        let later = source.currentIdentities([here])[0]
        if !later.key.isTemporary { laterIdentities.add(here, later) }
        return later
    }

    /// Whether a relationship to one leads where it leads by a row, which may be older than an identity.
    final func isSameDestination(_ place: SlotPlace, _ memory: ValueMemory, as row: Row) -> Bool {
        let key = memory.destinationKey(place)
        guard let other = row.destination(place), other.key != key else {
            return key == row.memory.destinationKey(place)
        }
        return other.key.isTemporary && current(other).key == key
    }

    private func takeReplacements(_ source: any ObjectSource) {
        let count = Self.replacements.load(ordering: .relaxed)
        guard count != knownReplacements else { return }
        knownReplacements = count
        // Not all objects are looked through: a main context has many, and few of them are on their way to the store.
        let objects = foreignIdentities.compactMap { table.object($0) }.filter { !$0.state.contains(.inserted) }
        foreignIdentities = []
        for (object, identity) in zip(objects, source.currentIdentities(objects.map(\.objectID))) {
            if identity.key.isTemporary { foreignIdentities.insert(object.key) } else { rename(object, identity) }
        }
    }
}
