internal import Locks
internal import MainspringModel
internal import Synchronization

/// Identities that stores give to objects which had temporary ones. A child's objects keep those when they are saved into the
/// parent; when that saves them, or another child meets them, the same object must not come under two identities.
extension ContextCore {
    /// Gives an object another identity.
    final func rename(_ object: NSManagedObject, _ key: ObjectKey, identity: NSManagedObjectID? = nil) {
        let former = object.identity
        setKey(of: object, key, identity)
        // Where nobody has asked for the temporary one, nobody has it.
        if let former, former.isTemporaryID { objectMap.laterIdentities.add(former, object.objectID) }
        objectMap.registrations.note(object)
    }

    /// The same without a word to others.
    final func setKey(of object: NSManagedObject, _ key: ObjectKey, _ identity: NSManagedObjectID?) {
        if let merging { merging.noteRenamed(object.key, object.identity, key) }
        saving?.noteRenamed()
        objectMap.table.remove(object)
        (object.key, object.identity) = (key, identity)
        objectMap.table.add(object)
    }

    /// The identity that an object has here now, by one that it may have had before.
    final func current(_ identity: NSManagedObjectID) -> NSManagedObjectID {
        identity.key.isTemporary ? objectMap.laterIdentities[identity.key] ?? identity : identity
    }

    /// The same, after what contexts above have told of identities that they have replaced since.
    ///
    /// They are not asked: a main context must not wait for one that is saving. One that is neither known nor an object's
    /// here is asked for all the same, since it may have been replaced before there was anybody to be told.
    @inline(__always)
    final func currentAsked(_ identity: NSManagedObjectID) -> NSManagedObjectID {
        sourceState.identitiesLast && !identity.key.isTemporary ? identity : askedForCurrent(identity)
    }

    private func askedForCurrent(_ identity: NSManagedObjectID) -> NSManagedObjectID {
        guard let source, !source.givesPermanentIdentities else { return current(identity) }
        learnIdentities()
        let here = current(identity)
        guard here.key.isTemporary, objectMap.table.object(here.key) == nil else { return here }
        let later = source.currentIdentities([here])[0]
        if !later.key.isTemporary { objectMap.laterIdentities.add(here, later) }
        return later
    }

    /// Whether a relationship to one leads where it leads by a row, which may be older than an identity.
    final func isSameDestination(_ place: SlotPlace, _ memory: ValueMemory, as row: Row) -> Bool {
        currentKey(place, memory) == currentKey(place, row.memory)
    }

    /// The key that the object at a to-one end has here now; the memory may be older than that.
    final func currentKey(_ place: SlotPlace, _ memory: ValueMemory) -> ObjectKey? {
        guard let key = memory.destinationKey(place), key.isTemporary, memory.isUnresolved(place),
            let identity = memory.destination(place)
        else { return memory.destinationKey(place) }
        return current(identity).key
    }

    /// Lets all contexts below know which identities have been replaced here, for good. Waits for none of them.
    final func tellReplaced(_ identities: [ReplacedIdentity]) {
        objectMap.hasUntoldIdentities = false
        guard !identities.isEmpty else { return }
        var contexts = childLinks.broadcast.contexts
        while let context = contexts.popLast() {
            context.core.objectMap.replaced.add(identities)
            contexts += context.core.childLinks.broadcast.contexts
        }
    }

    /// Gives objects the identities that contexts above have told of.
    final func learnIdentities() {
        guard objectMap.replaced.isFilled else { return }
        for identity in objectMap.replaced.takeAll() {
            if let object = objectMap.table.object(identity.temporary.key), isAbove(object) {
                rename(object, identity.later.key, identity: identity.later)
            } else {
                objectMap.laterIdentities.add(identity.temporary, identity.later)
            }
        }
    }
}

/// A temporary identity, and the one that a store has given in its place.
struct ReplacedIdentity: @unchecked Sendable {
    // `@unchecked Sendable`: identities are constant.

    let temporary: NSManagedObjectID
    let later: NSManagedObjectID
}

/// What contexts above have told one of identities, and it has not looked at yet. Any thread may add.
final class ReplacedIdentities: Sendable {
    private let identities = Guarded<[ReplacedIdentity]>([])
    private let hasSome = Atomic(false)

    /// Whether there may be some. Without a lock: it is asked for each object.
    var isFilled: Bool { hasSome.load(ordering: .acquiring) }

    func add(_ added: [ReplacedIdentity]) {
        identities.withLock { $0 += added }
        hasSome.store(true, ordering: .releasing)
    }

    func takeAll() -> [ReplacedIdentity] {
        hasSome.store(false, ordering: .releasing)
        return identities.withLock { identities in
            defer { identities = [] }
            return identities
        }
    }
}
