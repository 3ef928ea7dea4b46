/// Objects, observers and children hear of what is saved.
extension SaveOperation {
    /// Lets objects know that they are saved.
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

    /// The sets that the event before the save has gathered, if they have as many objects, and so the very ones: of others
    /// nothing was to be saved when that event ended.
    private func gathered(_ saved: ContextCore.Unsaved, in core: ContextCore) -> ToldChanges? {
        guard let told = rounds.takeTold(), told.event == core.eventCount else { return nil }
        let isAll = told.inserted.count == saved.inserted.count && told.updated.count == saved.updated.count
        return isAll ? told : nil
    }

    /// Posts what is saved. A save at once that has changed nothing in the source posts as well.
    func post(in core: ContextCore) {
        guard isInSlices ? !told.isEmpty : hasSaved, let context = core.context else { return }
        var saved: ContextCore.Unsaved? = told
        told = ContextCore.Unsaved()
        var notice = saved.map { SaveNotice($0, gathered) { core.pause() } }
        gathered = nil
        notice?.post(from: context)
        // Objects that nothing else refers to go with the list, in the order in which they lie in memory, and not in that
        // of the sets.
        core.lendQueue {
            notice = nil
            saved = nil
        }
    }

    /// Tells fetched results, and children.
    func announce(in core: ContextCore) {
        guard hasSaved else { return }
        core.tellResultsSaved()
        // No save into this context has told of derived values, and children hear of them by no other way.
        var others = SavedIdentities()
        others.refreshed = derived.map(\.objectID)
        core.children.post(others, from: core)
    }
}
