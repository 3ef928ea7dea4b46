/// The rollback of a save that has failed or starts again.
extension SaveOperation {
    /// Returns the set to the context. The objects keep their changes, including later ones.
    func takeBack(in core: ContextCore) {
        guard core.saving === self else { return }
        takeBackObjects(in: core)
        if isInSlices { for object in objects { object.state.remove(.toldOfSave) } }
        // Identities that child contexts know remain.
        while formers.count > toldFormers { core.takeBack(formers.removeLast()) }
        core.objectMap.hasUntoldIdentities = false
        core.pendingChanges.restore(list)
        (list, core.saving) = (UnsavedList(), nil)
        core.leavePending { $0.state.isDisjoint(with: .pending) || $0.core !== core }
    }

    /// Undoes the capture, and ends the flight.
    /// - Parameter kept: Objects whose captured changes remain.
    func takeBackObjects(in core: ContextCore, except kept: ObjectSet = ObjectSet()) {
        guard let flight else { return }
        flight.takeBack(in: core, except: kept)
        flight.giveConditionsBack(to: core)
        for object in objects where object.core === core {
            if let row = flight.row(of: object), object.isSharing(row), !kept.contains(object) { object.stopSharing() }
        }
        flight.detach()
        early = [:]
        forgetCaptured()
        self.flight = nil
    }

    /// Discards the captured changes.
    func forgetCaptured() {
        (inserted, updated, deleted) = ([], [], [])
        (linked, lastLinked) = (ObjectSet(), nil)
        (captures, idle, noted) = ([], [], CaptureCounts())
        hasSaved = false
    }
}

extension ContextCore {
    /// Restores the former identities of objects.
    final func takeBack(_ former: FormerIdentities) {
        forgetLinks()
        former.forEach { object, key, identity in
            guard object.core === self else { return }
            objectMap.registrations.noteGone(object)
            setKey(of: object, key, identity)
            objectMap.laterIdentities.remove(key)
        }
    }
}
