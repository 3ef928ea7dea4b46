/// Notifications of a save: to objects, observers, fetched results and child contexts.
extension SaveOperation {
    /// Calls `didSave()` of objects that were saved since the last call.
    func tell(in core: ContextCore) {
        guard !landed.isEmpty else { return }
        let saved = landed
        landed = ContextCore.Unsaved()
        if told.isEmpty { gathered = gathered(saved, in: core) }
        saved.forEach {
            $0.didSave()
            core.pause()
        }
        told.append(saved)
    }

    /// Returns the sets that the last event before the save has built, if they contain the saved objects. Equal counts
    /// prove that: no other object was unsaved at the end of that event.
    private func gathered(_ saved: ContextCore.Unsaved, in core: ContextCore) -> ToldChanges? {
        guard let told = rounds.takeTold(), told.event == core.event.count else { return nil }
        let isAll = told.inserted.count == saved.inserted.count && told.updated.count == saved.updated.count
        return isAll ? told : nil
    }

    /// Posts `NSManagedObjectContextDidSave`. A save at once of transient changes alone posts it with empty sets.
    func post(in core: ContextCore) {
        guard isInSlices ? !told.isEmpty : hasSaved, let context = core.context else { return }
        var saved: ContextCore.Unsaved? = told
        told = ContextCore.Unsaved()
        var notice = saved.map { SaveNotice($0, gathered) { core.pause() } }
        gathered = nil
        notice?.post(from: context)
        // The array is released last: it releases objects in the order of their addresses, which is faster than a set's order.
        core.lendQueue {
            notice = nil
            saved = nil
        }
    }

    /// Notifies fetched results controllers, and posts derived changes to child contexts.
    func announce(in core: ContextCore) {
        guard hasSaved else { return }
        core.tellResultsSaved()
        // Derived values come from no save into this context, so that no other notification reports them.
        var others = SavedIdentities()
        others.refreshed = derived.map(\.objectID)
        core.childLinks.broadcast.post(others, from: core)
    }
}
