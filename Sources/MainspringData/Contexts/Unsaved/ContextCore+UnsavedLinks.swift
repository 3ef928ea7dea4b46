internal import MainspringModel

/// Where links of unsaved objects lead that a fetch has looked at; see ``UnsavedList``.
extension ContextCore {
    /// What a request's link means for the lists of what is not saved; nil where a look at all of it is as good.
    final func filter(_ link: RequiredLink?, _ entity: NSEntityDescription) -> LinkFilter? {
        guard let link, link.keys.count <= Self.mostKeys, landing == nil,
            pendingChanges.count + (saving?.list.count ?? 0) >= pendingChanges.leastMarked
        else { return nil }
        return LinkFilter(LinkPlace(entity: entity, slot: link.slot), link.keys, objectMap.table)
    }

    private static let mostKeys = 4

    /// Calls a closure with each object that is not saved and may lead where a filter says.
    /// - Returns: whether there are others.
    final func forEachListed(leadingBy filter: LinkFilter, _ body: (NSManagedObject) -> Void) -> Bool {
        let beingSaved = saving.map { $0.list.first($0.list.count, leadingBy: filter) } ?? []
        let waiting = pendingChanges.first(pendingCount, leadingBy: filter)
        let beside =
            childLinks.isReadingForTaken
            ? childLinks.taking?.others.filter { !$0.state.contains(.linksChanged) } ?? [] : []
        for objects in [beingSaved, waiting, beside] {
            for object in objects where object.core === self { body(object) }
        }
        for object in pendingChanges.changedLinks where object.core === self {
            if object.state.isSuperset(of: [.linksChanged, .listed]) { body(object) }
        }
        forEachUnlisted(body)
        return beingSaved.count + waiting.count < pendingChanges.count + (saving?.list.count ?? 0)
    }

    /// The links of an object that was looked at are about to be changed.
    final func noteLinksChange(_ object: NSManagedObject) {
        if !pendingChanges.noteLinks(of: object) { forgetLinks() }
    }

    /// Forgets those whose changes are saved.
    final func forgetSavedLinks() {
        guard !pendingChanges.isEmpty || saving != nil else { return forgetLinks() }
        pendingChanges.forgetSavedLinks(of: self)
    }

    /// Forgets where links lead: nothing of what was looked at is unsaved any more, or much of it was changed, or objects have their former
    /// keys again.
    final func forgetLinks() {
        pendingChanges.forgetLinks()
        saving?.list.forgetLinks()
    }
}
