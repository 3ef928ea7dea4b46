/// What must hold of links: each is at both ends, and leads to somebody who is there.
extension PlainTree {
    /// A link in the store for which it does not hold.
    var brokenLink: String? {
        for (key, row) in store {
            for (link, other) in row.ones {
                let inverse = schema.links[link].inverse
                guard let end = store[other] else { return "\(key).\(schema.links[link].name) leads to nobody" }
                if !schema.links[inverse].isToMany, end.ones[inverse] != key { return text(key, link, other) }
            }
        }
        return nil
    }

    /// A link in a context for which it does not hold. Where a context has what others have changed since, it need not.
    func brokenLink(in context: Int) -> String? {
        guard isCurrent(context) else { return nil }
        for (key, object) in contexts[context].objects where !object.isDeleted {
            for link in links(of: key) {
                let others = object.members[link]?.known ?? Set([object.row.ones[link]].compactMap(\.self))
                for other in others where !leadsBack(context, other, link, key) { return text(key, link, other) }
            }
        }
        return nil
    }

    private func leadsBack(_ context: Int, _ key: Int, _ link: Int, _ other: Int) -> Bool {
        guard let object = contexts[context].objects[key] else { return sourceRow(context, key) != nil }
        guard !object.isDeleted else { return false }
        let inverse = schema.links[link].inverse
        guard schema.links[inverse].isToMany else { return object.row.ones[inverse] == other }
        guard let members = object.members[inverse] else { return true }
        return members.isLoaded ? members.known.contains(other) : !members.removed.contains(other)
    }

    /// Whether a context has nothing that its source has otherwise.
    func isCurrent(_ context: Int) -> Bool {
        if let parent = contexts[context].parent, !isCurrent(parent) { return false }
        var tree = self
        return contexts[context].objects.allSatisfy { key, object in
            guard !object.isInserted else { return true }
            guard let row = sourceRow(context, key), row.isSame(as: object.base) else { return false }
            return object.members.allSatisfy { link, members in
                let saved = members.known.subtracting(members.added).union(members.removed)
                return !members.isLoaded || tree.sourceMembers(context, key, link) == saved
            }
        }
    }

    private func text(_ key: Int, _ link: Int, _ other: Int) -> String {
        "\(key).\(schema.links[link].name) leads to \(other), and nothing leads back"
    }
}
