/// The rules of contexts, told as plainly as possible: a tree of contexts over a store, everything a value.
///
/// Objects are numbers. A context has the objects whose values it has read or changed; whatever it does not have it asks
/// its parent for, at the moment when it is needed, and keeps until it is told to read anew.
struct PlainTree {
    let schema: TreeSchema
    var contexts: [PlainContext]
    var store: [Int: PlainRow] = [:]
    /// Members that no row says: of links to many at both ends. By the link's number and the object.
    var pairs: [Int: [Int: Set<Int>]] = [:]
    /// The entities of all objects that ever were.
    var entities: [Int: Int] = [:]
    /// Something was used that is not there any more, of which the rules say nothing.
    var isMurky = false
    /// A save was refused since others have saved meanwhile.
    var isRefused = false

    init(_ schema: TreeSchema, _ contexts: [PlainContext]) { (self.schema, self.contexts) = (schema, contexts) }

    func links(of key: Int) -> [Int] { schema.links(of: entities[key] ?? 0) }

    // MARK: Reading

    /// The row of an object where a context gets it from.
    func sourceRow(_ context: Int, _ key: Int) -> PlainRow? {
        guard let parent = contexts[context].parent else { return store[key] }
        if let object = contexts[parent].objects[key] { return object.isDeleted ? nil : object.row }
        return sourceRow(parent, key)
    }

    /// The members of a relationship where a context gets them from; a parent reads them for it.
    mutating func sourceMembers(_ context: Int, _ key: Int, _ link: Int) -> Set<Int> {
        guard let parent = contexts[context].parent else { return storedMembers(key, link) }
        read(parent, key)
        load(parent, key, link)
        return contexts[parent].objects[key]?.members[link]?.known ?? []
    }

    func storedMembers(_ key: Int, _ link: Int) -> Set<Int> {
        let inverse = schema.links[link].inverse
        if schema.links[inverse].isToMany { return (pairs[link]?[key] ?? []).filter { store[$0] != nil } }
        return Set(store.filter { $0.value.ones[inverse] == key }.keys)
    }

    /// Lets a context have an object's values.
    mutating func read(_ context: Int, _ key: Int) {
        guard contexts[context].objects[key] == nil else { return }
        guard let row = sourceRow(context, key) else {
            isMurky = true
            contexts[context].objects[key] = PlainObject(row: PlainRow(), isDeleted: true)
            return
        }
        contexts[context].objects[key] = PlainObject(row: row, base: row)
    }

    /// Lets a context know all members of a relationship.
    mutating func load(_ context: Int, _ key: Int, _ link: Int) {
        var members = known(context, key, link)
        guard !members.isLoaded else { return }
        let source = sourceMembers(context, key, link)
        let going = source.filter { contexts[context].objects[$0]?.isDeleted == true }
        members.known.formUnion(source.subtracting(members.removed).subtracting(going))
        members.leftOut = going.subtracting(members.removed)
        members.isLoaded = true
        // What has come out as it was is no change.
        members.added.subtract(source)
        members.removed.formIntersection(source)
        contexts[context].objects[key]?.members[link] = members
    }

    mutating func known(_ context: Int, _ key: Int, _ link: Int) -> PlainMembers {
        let object = contexts[context].objects[key]
        let members = object?.members[link] ?? PlainMembers(isLoaded: false)
        contexts[context].objects[key]?.members[link] = members
        return members
    }

    /// Whether a context sees an object.
    func sees(_ context: Int, _ key: Int) -> Bool {
        if let object = contexts[context].objects[key] { return !object.isDeleted }
        return sourceRow(context, key) != nil
    }

    /// The objects of an entity that a fetch finds.
    func found(_ context: Int, _ entity: Int) -> Set<Int> {
        let source =
            contexts[context].parent.map { found($0, entity) } ?? Set(store.keys.filter { entities[$0] == entity })
        let changed = contexts[context].objects.filter { $0.value.isPending && entities[$0.key] == entity }
        return source.subtracting(changed.keys).union(changed.filter { !$0.value.isDeleted }.keys)
    }

    // MARK: Changing

    /// An object is about to be changed.
    mutating func touch(_ context: Int, _ key: Int) {
        read(context, key)
        if contexts[context].objects[key]?.isInserted == false { contexts[context].objects[key]?.isUpdated = true }
    }

    mutating func insert(_ context: Int, _ key: Int, entity: Int) {
        entities[key] = entity
        begin(context, key)
    }

    /// A new object leads nowhere, and that is known.
    mutating func begin(_ context: Int, _ key: Int) {
        let links = links(of: key).filter { schema.links[$0].isToMany }
        contexts[context].objects[key] = PlainObject(
            row: PlainRow(),
            members: Dictionary(uniqueKeysWithValues: links.map { ($0, PlainMembers(isLoaded: true)) }),
            isInserted: true)
    }

    mutating func setNumber(_ context: Int, _ key: Int, _ attribute: Int, _ value: Int) {
        touch(context, key)
        contexts[context].objects[key]?.row.numbers[attribute] = value
    }

    mutating func setOne(_ context: Int, _ key: Int, _ link: Int, _ other: Int?) {
        touch(context, key)
        let previous = contexts[context].objects[key]?.row.ones[link]
        guard previous != other else { return }
        contexts[context].objects[key]?.row.ones[link] = other
        let inverse = schema.links[link].inverse
        if let previous { unlink(context, previous, inverse, key) }
        if let other { linkBack(context, other, inverse, key) }
    }

    mutating func setMany(_ context: Int, _ key: Int, _ link: Int, _ others: Set<Int>) {
        touch(context, key)
        load(context, key, link)
        let current = contexts[context].objects[key]?.members[link]?.known ?? []
        let inverse = schema.links[link].inverse
        for other in current.subtracting(others).sorted() {
            removeEnd(context, key, link, other)
            unlink(context, other, inverse, key)
        }
        for other in others.subtracting(current).sorted() {
            addEnd(context, key, link, other)
            linkBack(context, other, inverse, key)
        }
    }

    /// One end of a link comes to be; what it replaces ends at the other end too.
    /// - Returns: whether it was not there.
    @discardableResult
    mutating func addEnd(_ context: Int, _ key: Int, _ link: Int, _ other: Int) -> Bool {
        touch(context, key)
        if schema.links[link].isToMany {
            var members = known(context, key, link)
            guard members.known.insert(other).inserted else { return false }
            if contexts[context].objects[key]?.isInserted == false {
                members.noteAdded(other, wasLinked: wasLinked(context, other, schema.links[link].inverse, key))
            }
            contexts[context].objects[key]?.members[link] = members
            return true
        }
        let previous = contexts[context].objects[key]?.row.ones[link]
        guard previous != other else { return false }
        contexts[context].objects[key]?.row.ones[link] = other
        if let previous { unlink(context, previous, schema.links[link].inverse, key) }
        return true
    }

    /// One end of a link goes.
    /// - Returns: whether it may have been there.
    @discardableResult
    mutating func removeEnd(_ context: Int, _ key: Int, _ link: Int, _ other: Int) -> Bool {
        readAnew(context, key, ifOlderThan: other, link)
        touch(context, key)
        if schema.links[link].isToMany {
            var members = known(context, key, link)
            guard members.known.remove(other) != nil || !members.isLoaded else { return false }
            if contexts[context].objects[key]?.isInserted == false {
                members.noteRemoved(
                    other, isNew: contexts[context].objects[other]?.isInserted == true,
                    wasLinked: wasLinked(context, other, schema.links[link].inverse, key))
            }
            contexts[context].objects[key]?.members[link] = members
        } else {
            guard contexts[context].objects[key]?.row.ones[link] == other else { return false }
            contexts[context].objects[key]?.row.ones[link] = nil
        }
        return true
    }

    /// Deletes objects, and all that their delete rules say.
    mutating func delete(_ context: Int, _ keys: [Int]) {
        var queue: [Int] = []
        for key in keys { mark(context, key, &queue) }
        propagate(context, &queue)
    }

    /// Lets deletions reach those who have come to the objects since.
    mutating func deleteAgain(_ context: Int, _ keys: [Int]) {
        var queue = keys.filter { contexts[context].objects[$0]?.isDeleted == true }
        propagate(context, &queue)
    }

    private mutating func propagate(_ context: Int, _ queue: inout [Int]) {
        var next = 0
        while next < queue.count {
            let key = queue[next]
            next += 1
            for link in links(of: key) { propagate(context, key, link, &queue) }
        }
        settle(context)
    }

    private mutating func mark(_ context: Int, _ key: Int, _ queue: inout [Int]) {
        read(context, key)
        guard contexts[context].objects[key]?.isDeleted == false else { return }
        touch(context, key)
        contexts[context].objects[key]?.isDeleted = true
        queue.append(key)
    }

    private mutating func propagate(_ context: Int, _ key: Int, _ link: Int, _ queue: inout [Int]) {
        let (isToMany, inverse) = (schema.links[link].isToMany, schema.links[link].inverse)
        if isToMany { load(context, key, link) }
        guard let object = contexts[context].objects[key] else { return }
        let others = isToMany ? object.members[link]?.known ?? [] : Set([object.row.ones[link]].compactMap(\.self))
        if schema.links[link].cascades { for other in others { mark(context, other, &queue) } }
        for other in others {
            removeEnd(context, key, link, other)
            unlink(context, other, inverse, key)
        }
    }

    /// What was inserted and deleted never was.
    private mutating func settle(_ context: Int) {
        contexts[context].objects = contexts[context].objects.filter { !($0.value.isInserted && $0.value.isDeleted) }
    }
}
