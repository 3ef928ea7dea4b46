internal import MainspringModel

/// Where links of unsaved objects lead that a fetch has looked at; see ``UnsavedList``.
extension ContextCore {
    /// What a request's link means for the lists of what is not saved; nil where a look at all of it is as good.
    final func filter(_ link: RequiredLink?, _ entity: NSEntityDescription) -> LinkFilter? {
        guard let link, link.keys.count <= Self.mostKeys, landing == nil,
            pending.count + (saving?.list.count ?? 0) >= leastMarked
        else { return nil }
        return LinkFilter(LinkPlace(entity: entity, slot: link.slot), link.keys, table)
    }

    private static let mostKeys = 4

    /// Calls a closure with each object that is not saved and may lead where a filter says.
    /// - Returns: whether there are others.
    final func forEachListed(leadingBy filter: LinkFilter, _ body: (NSManagedObject) -> Void) -> Bool {
        let beingSaved = saving.map { $0.list.first($0.list.count, leadingBy: filter) } ?? []
        let waiting = pending.first(pendingCount, leadingBy: filter)
        let beside = isReadingForTaken ? taking?.others.filter { !$0.state.contains(.linksChanged) } ?? [] : []
        for objects in [beingSaved, waiting, beside] {
            for object in objects where object.core === self { body(object) }
        }
        for object in changedLinks where object.core === self {
            if object.state.isSuperset(of: [.linksChanged, .listed]) { body(object) }
        }
        forEachUnlisted(body)
        return beingSaved.count + waiting.count < pending.count + (saving?.list.count ?? 0)
    }

    /// The links of an object that was looked at are about to be changed.
    final func noteLinksChange(_ object: NSManagedObject) {
        object.state.insert(.linksChanged)
        changedLinks.append(object)
        if changedLinks.count > Self.mostChanged { forgetLinks() }
    }

    private static let mostChanged = 4_096

    /// Forgets those whose changes are saved.
    final func forgetSavedLinks() {
        guard !pending.isEmpty || saving != nil else { return forgetLinks() }
        changedLinks.removeAll { object in
            guard object.core !== self || !object.state.contains(.listed) else { return false }
            object.state.remove(.linksChanged)
            return true
        }
    }

    /// Forgets where links lead: nothing of what was looked at is unsaved any more, or much of it was changed, or objects have their former
    /// keys again.
    final func forgetLinks() {
        for object in changedLinks { object.state.remove(.linksChanged) }
        changedLinks = []
        pending.forgetLinks()
        saving?.list.forgetLinks()
    }
}
