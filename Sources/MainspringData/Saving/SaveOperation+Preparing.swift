/// The stage in which the set gets `willSave()`.
extension SaveOperation {
    /// Calls `willSave()` of inserted, then of updated, then of deleted objects, and again of objects that hooks change.
    func prepare(_ most: Int, in core: ContextCore) -> Int {
        settleEvent(in: core)
        let start = next
        let group = takeNext(most)
        let known = objects.count
        let changed = callingHooks(in: core) {
            let unsaved = unsaved(among: group, in: core)
            if !unsaved.deleted.isEmpty { hasDeletions = true }
            unsaved.forEach { object in
                // A hook of another object may have saved or reverted this one.
                if isUnsaved(object, in: core) {
                    if isInSlices { object.state.insert(.toldOfSave) }
                    object.willSave()
                }
                core.pause()
            }
        }
        guard !hasGone(in: core) else { return group.count }
        if objects.count > known {
            growth.note(objects[known...], byFollowers: pass != nil || start >= growth.start, in: core.title)
        }
        noteAgain(changed, from: known)
        if next >= (pass ?? objects).count { endPass(in: core) }
        return group.count
    }

    /// Returns the objects of a group that have uncaptured changes, by the kind of change.
    func unsaved(among group: [NSManagedObject], in core: ContextCore) -> ContextCore.Unsaved {
        var unsaved = ContextCore.Unsaved()
        group.forEachHeld { if isUnsaved($0, in: core) { core.note($0, &unsaved) } }
        return unsaved
    }

    /// Marks modified objects for another `willSave()`.
    /// - Parameter known: The size of the set before the hooks. If the pass covers the whole set, it includes newer objects.
    private func noteAgain(_ changed: [NSManagedObject], from known: Int) {
        guard !changed.isEmpty else { return }
        let new = pass == nil ? ObjectSet(objects[known...]) : ObjectSet()
        for object in changed where !new.contains(object) && has(object) {
            again.insert(object)
            object.state.remove(.toldOfSave)
        }
    }

    private func endPass(in core: ContextCore) {
        next = 0
        guard !again.isEmpty else {
            (pass, stage) = (nil, .deriving)
            growth = SaveGrowth(objects.count)
            return
        }
        passes += 1
        growth.notePass(passes, Array(again.objects), in: core.title)
        (pass, again) = (Array(again.objects), ObjectSet())
    }
}
