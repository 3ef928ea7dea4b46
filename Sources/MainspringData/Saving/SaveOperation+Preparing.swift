/// Objects hear that they are about to be saved.
extension SaveOperation {
    /// Tells objects, and those again that are changed by it: the inserted first, then the updated, then the deleted.
    func prepare(_ most: Int, in core: ContextCore) -> Int {
        settleEvent(in: core)
        let start = next
        let group = takeNext(most)
        let known = objects.count
        let changed = hearing(in: core) {
            unsaved(among: group, in: core).forEach { object in
                // A hook of another one may have saved it, or have taken its change back.
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

    /// Those of some objects that are still to be handed over, by what is unsaved of them.
    func unsaved(among group: [NSManagedObject], in core: ContextCore) -> ContextCore.Unsaved {
        var unsaved = ContextCore.Unsaved()
        group.forEachHeld { if isUnsaved($0, in: core) { core.note($0, &unsaved) } }
        return unsaved
    }

    /// Notes those that are told again.
    /// - Parameter known: The number of objects before those that hooks have just brought. These have their turn, if the
    ///   whole set has.
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
