/// The versions of rows on which children's changes are based.
///
/// The store refuses a save that is based on an earlier version than its own, unless a context between has merged the
/// later one.
extension PlainTree {
    /// Bases an object on the row that a child has read, if the object's own row is a later one with other values.
    mutating func keepBase(_ context: Int, _ change: PlainChanges.Change) {
        guard let previous = change.previous, let object = contexts[context].objects[change.key],
            let saved = object.base, !object.isInserted
        else { return }
        let version = latest(context, change.key, previous)
        guard saved.isStale ? version <= saved.version : version < saved.version else { return }
        guard previous.isStale || !previous.isSame(as: saved) else { return }
        var base = saved
        (base.version, base.isStale) = (min(version, max(saved.version, 1)), true)
        // The base keeps the child's former values where the child has changed them.
        for place in base.numbers.indices where change.row.numbers[place] != previous.numbers[place] {
            base.numbers[place] = previous.numbers[place]
        }
        for link in links(of: change.key)
        where !schema.links[link].isToMany && change.row.ones[link] != previous.ones[link] {
            base.ones[link] = previous.ones[link]
        }
        contexts[context].objects[change.key]?.base = base
        // The later row may already have the child's values, and the save must meet the conflict nevertheless.
        if !change.row.isSame(as: previous) { contexts[context].objects[change.key]?.isUpdated = true }
    }

    /// The version on which a child's change is based in a context.
    private func latest(_ context: Int, _ key: Int, _ previous: PlainRow) -> Int {
        let version = max(previous.version, 1)
        guard let span = contexts[context].acknowledged[key], version >= span.first else { return version }
        return max(version, span.last)
    }

    /// Notes the versions that a context has saved.
    mutating func acknowledgeSave(_ context: Int, _ changes: PlainChanges) {
        for change in changes.inserted + changes.updated {
            guard let version = store[change.key]?.version else { continue }
            let base = max(change.previous?.version ?? 1, 1)
            let known = contexts[context].acknowledged[change.key]
            let first = known.map { $0.last >= base ? min($0.first, base) : base } ?? base
            contexts[context].acknowledged[change.key] = PlainSpan(first: first, last: version)
        }
    }

    /// Notes the versions that a context has merged.
    mutating func acknowledgeMerge(_ context: Int, _ changes: PlainChanges) {
        for change in changes.inserted + changes.updated { acknowledge(context, change.key) }
    }

    /// Notes the version of an object in a context, or in its source if the context does not have the object.
    mutating func acknowledge(_ context: Int, _ key: Int) {
        // Only saved objects have a version.
        guard store[key] != nil else { return }
        let row = contexts[context].objects[key].map(\.base) ?? sourceRow(context, key)
        if let row { contexts[context].acknowledged[key] = PlainSpan(first: 0, last: row.version) }
    }
}
