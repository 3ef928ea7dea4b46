/// Taking back what a save has done, when it has failed, or begins anew.
extension SaveOperation {
    /// Nothing is saved: objects have their changes, and those of since.
    func takeBack(in core: ContextCore) {
        guard core.saving === self else { return }
        takeBackObjects(in: core)
        if isInSlices { for object in objects { object.state.remove(.toldOfSave) } }
        // Children have those of which they have heard.
        while formers.count > toldFormers { core.takeBack(formers.removeLast()) }
        core.hasUntoldIdentities = false
        list.append(core.pending)
        (core.pending, list, core.saving) = (list, UnsavedList(), nil)
        core.leavePending { $0.state.isDisjoint(with: .pending) || $0.core !== core }
    }

    /// Nothing is handed over any more.
    /// - Parameter kept: Objects that stay as they are.
    func takeBackObjects(in core: ContextCore, except kept: ObjectSet = ObjectSet()) {
        guard let flight else { return }
        core.saveInFlight = nil
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

    func forgetCaptured() {
        (inserted, updated, deleted) = ([], [], [])
        (linked, lastLinked) = (ObjectSet(), nil)
        (captures, idle, noted) = ([], [], CaptureCounts())
        hasSaved = false
    }
}

extension ContextCore {
    /// Lets objects have their former identities again.
    final func takeBack(_ former: FormerIdentities) {
        forgetLinks()
        former.forEach { object, key, identity in
            guard object.core === self else { return }
            registrations.noteGone(object)
            setKey(of: object, key, identity)
            laterIdentities.remove(key)
        }
    }
}
