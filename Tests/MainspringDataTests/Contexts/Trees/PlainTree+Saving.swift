/// What goes from context to context.
extension PlainTree {
    /// Saves a context into its parent or the store, and lets those merge who do it automatically.
    /// - Returns: what was saved.
    @discardableResult
    mutating func save(_ context: Int) -> PlainChanges {
        guard contexts[context].hasChanges else { return PlainChanges() }
        endStaleLinks(context)
        let changes = changes(context)
        if let parent = contexts[context].parent {
            take(parent, changes)
        } else {
            guard !isConflicting(changes), !isLinkedToOlder(context, changes) else {
                isRefused = true
                return PlainChanges()
            }
            write(changes)
            acknowledgeSave(context, changes)
        }
        for (key, object) in contexts[context].objects where object.isPending { finish(context, key, object) }
        for other in contexts.indices where other != context && contexts[other].parent == contexts[context].parent {
            if contexts[other].mergesAutomatically { merge(other, changes) }
        }
        return changes
    }

    private func changes(_ context: Int) -> PlainChanges {
        var changes = PlainChanges()
        for (key, object) in contexts[context].objects.sorted(by: { $0.key < $1.key }) {
            let change = PlainChanges.Change(
                key: key, row: object.row, previous: object.base,
                members: object.members.filter { object.isInserted || $0.value.isChanged })
            if object.isDeleted {
                changes.deleted.append(change)
            } else if object.isInserted {
                changes.inserted.append(change)
            } else if object.isUpdated, object.differs {
                changes.updated.append(change)
            }
        }
        return changes
    }

    private mutating func finish(_ context: Int, _ key: Int, _ object: PlainObject) {
        guard !object.isDeleted else { return contexts[context].objects[key] = nil }
        var saved = object
        if contexts[context].parent == nil, object.isInserted || object.differs {
            saved.row.version = store[key]?.version ?? 0
        }
        saved.row.isStale = false
        (saved.isInserted, saved.isUpdated, saved.base) = (false, false, saved.row)
        saved.members = object.members.mapValues { PlainMembers(known: $0.known, isLoaded: $0.isLoaded) }
        contexts[context].objects[key] = saved
    }

    // MARK: The store

    /// Whether somebody has saved one of the objects since it was read.
    private func isConflicting(_ changes: PlainChanges) -> Bool {
        changes.updated.contains { store[$0.key]?.version != $0.previous?.version }
            || changes.deleted.contains { store[$0.key] != nil && store[$0.key]?.version != $0.previous?.version }
    }

    /// Whether a link was made to an object that had it already, or ended that the other end has never had, and somebody has saved
    /// that one since.
    private func isLinkedToOlder(_ context: Int, _ changes: PlainChanges) -> Bool {
        (changes.inserted + changes.updated).contains { change in
            links(of: change.key).contains { link in
                let (other, former) = (change.row.ones[link], change.previous?.ones[link])
                guard !schema.links[link].isToMany, other != former else { return false }
                let inverse = schema.links[link].inverse
                let isUnread = { (base: PlainRow) in
                    !schema.links[inverse].isToMany && base.ones[inverse] != change.key
                }
                return [(other, false), (former, true)].contains { end, isFormer in
                    guard let end, let object = contexts[context].objects[end], !object.isInserted, !object.isDeleted,
                        !object.differs, let base = object.base, !isFormer || isUnread(base)
                    else { return false }
                    return store[end]?.version != base.version
                }
            }
        }
    }

    private mutating func write(_ changes: PlainChanges) {
        for change in changes.deleted {
            store[change.key] = nil
            for link in links(of: change.key) {
                let inverse = schema.links[link].inverse
                for other in pairs[link]?[change.key] ?? [] { pairs[inverse]?[other]?.remove(change.key) }
                pairs[link]?[change.key] = nil
            }
        }
        for change in changes.inserted + changes.updated {
            store[change.key] = change.row
            store[change.key]?.version = (change.previous?.version ?? 0) + 1
        }
        for change in changes.inserted + changes.updated {
            for (link, members) in change.members where schema.links[schema.links[link].inverse].isToMany {
                let inverse = schema.links[link].inverse
                for other in members.removed {
                    pairs[link]?[change.key]?.remove(other)
                    pairs[inverse]?[other]?.remove(change.key)
                }
                for other in change.previous == nil ? members.known : members.added {
                    pairs[link, default: [:]][change.key, default: []].insert(other)
                    pairs[inverse, default: [:]][other, default: []].insert(change.key)
                }
            }
        }
    }

    // MARK: A parent

    /// Takes over what a child has saved: its changes are made here, as if the program made them, but for what has been
    /// deleted here meanwhile, which stays deleted.
    private mutating func take(_ context: Int, _ changes: PlainChanges) {
        for change in changes.inserted where contexts[context].objects[change.key] == nil {
            begin(context, change.key)
        }
        for change in changes.inserted + changes.updated {
            read(context, change.key)
            guard contexts[context].objects[change.key]?.isDeleted == false else { continue }
            for (place, number) in change.row.numbers.enumerated()
            where number != (change.previous?.numbers[place] ?? 0)
                && number != contexts[context].objects[change.key]?.row.numbers[place]
            {
                setNumber(context, change.key, place, number)
            }
        }
        for change in changes.inserted + changes.updated
        where contexts[context].objects[change.key]?.isDeleted == false {
            for link in links(of: change.key) where !schema.links[link].isToMany {
                var other = change.row.ones[link]
                guard other != change.previous?.ones[link] else { continue }
                if let one = other {
                    read(context, one)
                    if contexts[context].objects[one]?.isDeleted == true { other = nil }
                }
                guard contexts[context].objects[change.key]?.row.ones[link] != other else { continue }
                setOne(context, change.key, link, other)
            }
            for (link, members) in change.members { takeMembers(context, change, link, members) }
            keepBase(context, change)
        }
        for change in changes.deleted where sees(context, change.key) {
            read(context, change.key)
            keepBase(context, change)
        }
        delete(context, changes.deleted.map(\.key))
    }

    private mutating func takeMembers(
        _ context: Int, _ change: PlainChanges.Change, _ link: Int, _ members: PlainMembers
    ) {
        let inverse = schema.links[link].inverse
        // Where a row says it, its own change does.
        guard schema.links[inverse].isToMany else { return }
        for other in members.removed where removeEnd(context, change.key, link, other) {
            unlink(context, other, inverse, change.key)
        }
        for other in change.previous == nil ? members.known : members.added {
            read(context, other)
            guard contexts[context].objects[other]?.isDeleted == false else { continue }
            if addEnd(context, change.key, link, other) { linkBack(context, other, inverse, change.key) }
        }
    }

    // MARK: Merging

    /// Reads anew what others have saved, and keeps what is not saved here.
    mutating func merge(_ context: Int, _ changes: PlainChanges) {
        var ended: [(key: Int, link: Int, other: Int)] = []
        var (deleted, moved): ([Int], [MovedLink]) = ([], [])
        for change in changes.inserted + changes.updated {
            // One that is to be deleted here as well: the deletion may be taken back.
            guard let object = contexts[context].objects[change.key], !object.isInserted,
                let row = sourceRow(context, change.key)
            else { continue }
            if object.isDeleted { deleted.append(change.key) }
            ended += rebase(context, change.key, object, row, &moved)
        }
        for change in changes.deleted { forget(context, change.key) }
        for end in ended where sees(context, end.key) { unlink(context, end.key, end.link, end.other) }
        settle(context, moved)
        acknowledgeMerge(context, changes)
        // A deletion of this context also reaches objects that lead to the deleted one by a merged link.
        deleteAgain(context, deleted + moved.compactMap(\.new))
    }

    /// A link that others have moved.
    struct MovedLink {
        var key: Int
        var inverse: Int
        var former: Int?
        var new: Int?
    }

    /// Applies moved links to the members at their former and new ends. The row that was read last overrides what this
    /// context has noted of the members.
    private mutating func settle(_ context: Int, _ moved: [MovedLink]) {
        for link in moved where !schema.links[link.inverse].isToMany {
            guard let former = link.former, let object = contexts[context].objects[former],
                object.row.ones[link.inverse] == link.key, object.base?.ones[link.inverse] != link.key
            else { continue }
            contexts[context].objects[former]?.row.ones[link.inverse] = nil
        }
        for link in moved where schema.links[link.inverse].isToMany {
            if let former = link.former {
                contexts[context].objects[former]?.members[link.inverse]?.known.remove(link.key)
                contexts[context].objects[former]?.members[link.inverse]?.added.remove(link.key)
            }
            guard let new = link.new, var members = contexts[context].objects[new]?.members[link.inverse] else {
                continue
            }
            members.removed.remove(link.key)
            if members.isLoaded { members.known.insert(link.key) }
            contexts[context].objects[new]?.members[link.inverse] = members
        }
    }

    /// Gives an object another row, and makes its own changes again.
    /// - Returns: the ends of links that others have made, and that the own changes replace.
    private mutating func rebase(
        _ context: Int, _ key: Int, _ object: PlainObject, _ row: PlainRow, _ moved: inout [MovedLink]
    ) -> [(key: Int, link: Int, other: Int)] {
        var ended: [(key: Int, link: Int, other: Int)] = []
        var new = object
        (new.row, new.base) = (row, row)
        for place in row.numbers.indices where object.row.numbers[place] != object.base?.numbers[place] {
            new.row.numbers[place] = object.row.numbers[place]
        }
        guard !object.isDeleted else {
            // Its links are ended once more.
            new.members = [:]
            moved += movedLinks(key, object, new)
            contexts[context].objects[key] = new
            return []
        }
        for link in links(of: key) where !schema.links[link].isToMany {
            let (mine, before) = (object.row.ones[link], object.base?.ones[link])
            guard mine != before else { continue }
            new.row.ones[link] = mine
            if let theirs = row.ones[link], theirs != mine { ended.append((theirs, schema.links[link].inverse, key)) }
        }
        new.members = object.members.filter(\.value.isChanged).mapValues {
            PlainMembers(known: $0.added, isLoaded: false, added: $0.added, removed: $0.removed)
        }
        contexts[context].objects[key] = new
        moved += movedLinks(key, object, new)
        return ended
    }

    private func movedLinks(_ key: Int, _ old: PlainObject, _ new: PlainObject) -> [MovedLink] {
        links(of: key).filter { !schema.links[$0].isToMany && old.row.ones[$0] != new.row.ones[$0] }.map {
            MovedLink(key: key, inverse: schema.links[$0].inverse, former: old.row.ones[$0], new: new.row.ones[$0])
        }
    }

    /// Gives an object another row.
    mutating func readAgain(_ context: Int, _ key: Int, _ row: PlainRow) {
        guard let object = contexts[context].objects[key] else { return }
        var moved: [MovedLink] = []
        _ = rebase(context, key, object, row, &moved)
    }

    /// Reads the other end of a link anew that ends, where it was read before there was the link, and is not changed here.
    mutating func readAnew(_ context: Int, _ key: Int, ifOlderThan other: Int, _ link: Int) {
        guard !schema.links[link].isToMany, let object = contexts[context].objects[key], !object.isInserted,
            !object.isDeleted, object.row.ones[link] != other, !object.differs, let row = sourceRow(context, key)
        else { return }
        var moved: [MovedLink] = []
        _ = rebase(context, key, object, row, &moved)
        // The link that was read is the one that ends.
        settle(context, moved.map { MovedLink(key: $0.key, inverse: $0.inverse, former: $0.former, new: nil) })
    }

    /// Removes an object that another context has deleted and saved, and each link of this context that leads to it. A link
    /// that this context has ended stays an unsaved change.
    private mutating func forget(_ context: Int, _ key: Int) {
        contexts[context].objects[key] = nil
        for inverse in links(of: key).map({ schema.links[$0].inverse }) {
            for other in contexts[context].objects.keys {
                if schema.links[inverse].isToMany {
                    contexts[context].objects[other]?.members[inverse]?.known.remove(key)
                    contexts[context].objects[other]?.members[inverse]?.added.remove(key)
                } else if contexts[context].objects[other]?.row.ones[inverse] == key {
                    contexts[context].objects[other]?.row.ones[inverse] = nil
                }
            }
        }
    }

    // MARK: Going back

    mutating func refresh(_ context: Int, _ key: Int) {
        guard let object = contexts[context].objects[key], !object.isInserted else { return }
        defer { acknowledge(context, key) }
        guard object.isPending else { return contexts[context].objects[key] = nil }
        guard let row = sourceRow(context, key) else { return }
        var moved: [MovedLink] = []
        for end in rebase(context, key, object, row, &moved) where sees(context, end.key) {
            unlink(context, end.key, end.link, end.other)
        }
        settle(context, moved)
    }

    mutating func reset(_ context: Int) { contexts[context].objects = [:] }

    mutating func rollback(_ context: Int) {
        for (key, object) in contexts[context].objects where object.isPending {
            contexts[context].objects[key] = object.base.map { PlainObject(row: $0, base: $0) }
        }
    }
}
