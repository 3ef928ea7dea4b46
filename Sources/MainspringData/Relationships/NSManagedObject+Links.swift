internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Links between objects: whatever is set at one end is set at the other at once.
extension NSManagedObject {
    // MARK: One end

    /// The object that a relationship to one leads to. The values are in memory.
    final func other(at place: SlotPlace) -> NSManagedObject? {
        if let object = memory.object(place) { return object }
        guard let identity = memory.destination(place), let core else { return nil }
        let object = core.object(for: identity)
        ownMemory.setObject(object, place)
        return object
    }

    /// The objects that a relationship to many leads to, all of them known. The values are in memory.
    final func members(at place: SlotPlace) -> Members {
        let members = knownMembers(at: place)
        if !members.isLoaded { core?.load(members, of: self, place) }
        return members
    }

    /// The objects that a relationship to many leads to, as far as they are known.
    final func knownMembers(at place: SlotPlace) -> Members {
        if let members = memory.members(place) { return members }
        let made = makeMembers(place, isLoaded: core == nil || state.contains(.inserted))
        ownMemory.setReference(made, place)
        return made
    }

    final func makeMembers(_ place: SlotPlace, isLoaded: Bool) -> Members {
        place.kind == .ordered ? MemberList(isLoaded: isLoaded) : MemberSet(isLoaded: isLoaded)
    }

    // MARK: Both ends

    /// Lets a relationship to one lead to another object, or to none.
    final func setOther(_ object: NSManagedObject?, at place: SlotPlace) {
        if let object { meet(object, place) }
        prepareToWrite(place)
        let previous = other(at: place)
        guard previous !== object else { return noteWritten(place) }
        ownMemory.setObject(object, place)
        noteWritten(place)
        guard let relationship = shape.relationship(place), relationship.inverse >= 0 else { return }
        previous?.unlink(self, slot: relationship.inverse)
        object?.link(self, slot: relationship.inverse, back: Int(place.slot))
    }

    /// Adds objects to a relationship to many; those that are there stay where they are.
    final func addMembers(_ objects: some Sequence<NSManagedObject>, at place: SlotPlace) {
        guard let relationship = shape.relationship(place) else { return }
        for object in objects {
            meet(object, place)
            guard addEnd(object, place) else { continue }
            if relationship.inverse >= 0 { object.link(self, slot: relationship.inverse, back: Int(place.slot)) }
        }
    }

    /// Takes objects out of a relationship to many.
    final func removeMembers(_ objects: some Sequence<NSManagedObject>, at place: SlotPlace) {
        guard let relationship = shape.relationship(place) else { return }
        for object in objects {
            guard removeEnd(object, place) else { continue }
            if relationship.inverse >= 0 { object.unlink(self, slot: relationship.inverse) }
        }
    }

    /// Lets a relationship to many lead to certain objects, in their order if it has one.
    final func setMembers(_ objects: some Sequence<NSManagedObject>, at place: SlotPlace) {
        prepareToWrite(place)
        let current = members(at: place)
        let new = ObjectSet(objects)
        let gone = current.objects.filter { !new.contains($0) }
        removeMembers(gone, at: place)
        addMembers(objects, at: place)
        if let list = current as? MemberList { reorder(list, ContiguousArray(objects), place) }
    }

    /// Puts the members of an ordered relationship into an order, of which all are members.
    final func reorder(_ list: MemberList, _ objects: ContiguousArray<NSManagedObject>, _ place: SlotPlace) {
        guard !list.objects.elementsEqual(objects, by: ===) else { return }
        prepareToWrite(place)
        list.noteOrder(self)
        list.replaceAll(objects)
        noteWritten(place)
    }

    // MARK: The other end

    /// Lets the other end of a link lead to an object; what it led to before, if it leads to one, is linked no more.
    /// - Parameter back: the slot of that object which leads here.
    private func link(_ object: NSManagedObject, slot: Int, back: Int) {
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else {
            _ = addEnd(object, place)
            return
        }
        prepareToWrite(place)
        let previous = other(at: place)
        guard previous !== object else { return }
        ownMemory.setObject(object, place)
        noteWritten(place)
        previous?.unlink(self, slot: back)
    }

    /// Lets the other end of a link lead to an object no more.
    final func unlink(_ object: NSManagedObject, slot: Int) {
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else {
            _ = removeEnd(object, place)
            return
        }
        if !state.isReadable { prepareToRead() }
        core?.readAnew(self, ifOlderThan: object, place)
        prepareToWrite(place)
        guard other(at: place) === object else { return }
        ownMemory.setObject(nil, place)
        noteWritten(place)
    }

    private func addEnd(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        prepareToWrite(place)
        let members = place.kind == .ordered ? members(at: place) : knownMembers(at: place)
        guard !members.contains(object) else { return false }
        members.noteAdding(object, to: self)
        _ = members.add(object)
        noteWritten(place)
        return true
    }

    private func removeEnd(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        prepareToWrite(place)
        let members = place.kind == .ordered ? members(at: place) : knownMembers(at: place)
        // Of members that are not known the object may be one: it says so itself.
        guard members.contains(object) || !members.isLoaded else { return false }
        members.noteRemoving(object, from: self)
        _ = members.remove(object)
        noteWritten(place)
        return true
    }

    // MARK: Contexts

    /// Objects that are linked belong to one context: one that has none yet gets the other's.
    private func meet(_ object: NSManagedObject, _ place: SlotPlace) {
        guard object.core !== core else { return }
        if object.core == nil, !object.state.contains(.orphan), let context = core?.context {
            return context.insert(object)
        }
        if core == nil, !state.contains(.orphan), let context = object.core?.context { return context.insert(self) }
        programmerError(
            """
            “\(shape.property(at: place).name)” of \(objectID) cannot lead to \(object.objectID): they belong to different \
            contexts (\(core?.title ?? "none"), \(object.core?.title ?? "none")). Ask the one's context for the other by \
            object(with: objectID).
            """)
    }
}
