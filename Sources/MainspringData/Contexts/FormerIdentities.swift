/// What objects were called before a save that has not succeeded yet.
struct FormerIdentities {
    /// Objects to which a store has given identities at once.
    private struct Group {
        let objects: [NSManagedObject]
        /// Their temporary keys; none where they follow one another, as those of objects that are made in a row do.
        private var keys: ContiguousArray<Int64> = []
        private let firstKey: Int64
        /// The identities of those of which somebody has asked for it, by their places.
        private(set) var asked: [(place: Int, identity: NSManagedObjectID)] = []

        init(_ objects: [NSManagedObject]) {
            self.objects = objects
            firstKey = objects.first?.key.key ?? 0
            var isRow = true
            for (place, object) in objects.enumerated() {
                isRow = isRow && object.key.key == firstKey + Int64(place)
                if let identity = object.identity { asked.append((place, identity)) }
            }
            if !isRow { keys = ContiguousArray(objects.lazy.map(\.key.key)) }
        }

        func key(_ place: Int) -> ObjectKey {
            ObjectKey(store: 0, root: 0, key: keys.isEmpty ? firstKey + Int64(place) : keys[place])
        }
    }

    /// One, unless the save is tried again with more objects.
    private var groups: [Group] = []

    var isEmpty: Bool { groups.allSatisfy(\.objects.isEmpty) }

    /// Notes objects that have temporary identities still.
    mutating func add(_ objects: [NSManagedObject]) { groups.append(Group(objects)) }

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
                body(object, group.key(place), isAsked ? next?.identity : nil)
                if isAsked { next = asked.next() }
            }
        }
    }
}
