internal import Foundation
internal import MainspringModel

/// A relationship that an accessor written by hand is changing.
struct OpenChange {
    let object: NSManagedObject
    let slot: Int
    /// What stood there: an object or members.
    let reference: AnyObject?
    let wasUnresolved: Bool
}

/// What accessors written by hand call around primitive values.
extension NSManagedObject {
    final func willAccess(_ key: String?) {
        if !state.isReadable { prepareToRead() }
        guard let key, let slot = entity.slot(named: key) else { return }
        noteRead(shape.layout.places[slot])
    }

    final func willChange(_ key: String) {
        guard let slot = entity.slot(named: key) else { return noteUnmodelledChange() }
        let place = shape.layout.places[slot]
        guard prepareToWrite(place), shape.relationship(place) != nil, let core else { return }
        if place.kind != .toOne { knownMembers(at: place).forgetLending() }
        let change = OpenChange(
            object: self, slot: slot, reference: memory.reference(place),
            wasUnresolved: place.kind == .toOne && memory.isUnresolved(place))
        core.pendingChanges.openChanges.append(change)
    }

    /// A property that the model does not know is about to be changed: no change, unless the class says that it is one.
    private func noteUnmodelledChange() {
        guard !type(of: self).contextShouldIgnoreUnmodeledPropertyChanges else { return }
        if !state.isReadable { prepareToRead() }
        if !state.contains(.tracked) { core?.track(self) }
    }

    final func didChange(_ key: String) {
        guard let slot = entity.slot(named: key) else { return }
        let place = shape.layout.places[slot]
        defer { noteWritten(place) }
        guard let core,
            let index = core.pendingChanges.openChanges.lastIndex(where: { $0.object === self && $0.slot == slot })
        else { return }
        redo(core.pendingChanges.openChanges.remove(at: index), place)
    }

    /// Makes a change of a relationship once more, now so that the other end hears of it.
    private func redo(_ change: OpenChange, _ place: SlotPlace) {
        // Its values, and the change with them, have been let go since.
        guard !state.contains(.fault) else { return }
        if memory.reference(place) === change.reference { return redoLent(place) }
        if place.kind == .toOne {
            let new = other(at: place)
            linkMemory.setReference(change.reference, place)
            ownMemory.setNil(change.wasUnresolved, place)
            setOther(new, at: place)
        } else {
            let new = knownMembers(at: place).objects
            ownMemory.setReference(change.reference, place)
            setMembers(new, at: place)
        }
    }

    /// The same where the program has changed the primitive set.
    private func redoLent(_ place: SlotPlace) {
        guard place.kind != .toOne, let members = memory.members(place) else { return }
        members.takeBack()
        guard let before = members.aside?.beforeLending else { return }
        members.forgetLending()
        let new = members.objects
        members.revert(to: before)
        setMembers(new, at: place)
    }
}
