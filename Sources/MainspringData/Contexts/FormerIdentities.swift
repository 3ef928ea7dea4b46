/// What objects were called before a save that has not succeeded yet.
struct FormerIdentities {
    /// Objects to which a store has given identities at once.
    private struct Group {
        let objects: [NSManagedObject]
        /// Their temporary keys.
        var keys: ContiguousArray<Int64> = []
        /// The identities of those of which somebody has asked for it, by their places.
        var asked: [(place: Int, identity: NSManagedObjectID)] = []
    }

    /// One, unless the save is tried again with more objects.
    private var groups: [Group] = []

    /// Notes objects that have temporary identities still.
    mutating func add(_ objects: [NSManagedObject]) {
        var group = Group(objects: objects)
        group.keys.reserveCapacity(objects.count)
        for place in objects.indices {
            group.keys.append(objects[place].key.key)
            if let identity = objects[place].identity { group.asked.append((place, identity)) }
        }
        groups.append(group)
    }

    /// What others must know of them, when their new identities are for good.
    var replaced: [ReplacedIdentity] {
        groups.flatMap { group in
            group.asked.map { ReplacedIdentity(temporary: $0.identity, later: group.objects[$0.place].objectID) }
        }
    }

    /// Calls a closure with each object, its temporary key, and its identity if somebody has asked for it.
    func forEach(_ body: (NSManagedObject, ObjectKey, NSManagedObjectID?) -> Void) {
        for group in groups {
            var asked = group.asked.makeIterator()
            var next = asked.next()
            for (place, object) in group.objects.enumerated() {
                let isAsked = next?.place == place
                body(object, ObjectKey(store: 0, root: 0, key: group.keys[place]), isAsked ? next?.identity : nil)
                if isAsked { next = asked.next() }
            }
        }
    }
}
