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
        // What a row of a batch leads to learns nothing of it.
        if state.contains(.ofBatch) { return ownMemory.setObject(object, place) }
        if core?.merging != nil {
            guard reachForWriting() else { return }
            let hold = hold
            if !state.isReadable { prepareToRead() }
            // What others have set is there before what is set now.
            reachOthers(at: place)
            guard isHeld(hold) else { return }
            reachEnds(object, place)
            guard isHeld(hold) else { return }
        }
        guard let telling = tell(object, { tellSetting(object, at: place, &$0) }) else { return }
        setEnds(object, place)
        telling.finish()
    }

    /// Adds objects to a relationship to many; those that are there stay where they are.
    final func addMembers(_ objects: some Collection<NSManagedObject>, at place: SlotPlace) {
        guard let relationship = shape.relationship(place) else { return }
        if state.contains(.ofBatch) { return objects.forEach { _ = knownMembers(at: place).add($0) } }
        if core?.merging != nil {
            guard reachForWriting() else { return }
            let hold = hold
            if !state.isReadable { prepareToRead() }
            for object in objects where isHeld(hold) { reachAdded(object, place, relationship) }
            guard isHeld(hold) else { return }
        }
        let (hold, holds) = (hold, objects.map(\.hold))
        // A fault whose row has gone is deleted when it is read.
        if !state.isReadable { prepareToRead() }
        guard isHeld(hold) else { return }
        for object in objects { meet(object, place) }
        // Who is told of one may let go of others, or delete them.
        for (object, itsHold) in zip(objects, holds)
        where isHeld(hold) && object.isHeld(itsHold) && object.core === core {
            guard let telling = tell(object, { tellAdding(object, at: place, relationship, &$0) }) else { continue }
            if addEnd(object, place), relationship.inverse >= 0 {
                object.link(self, slot: relationship.inverse, back: Int(place.slot))
            }
            telling.finish()
        }
    }

    /// Takes objects out of a relationship to many.
    final func removeMembers(_ objects: some Collection<NSManagedObject>, at place: SlotPlace) {
        guard let relationship = shape.relationship(place) else { return }
        if core?.merging != nil {
            guard reachForWriting() else { return }
            let hold = hold
            if !state.isReadable { prepareToRead() }
            for object in objects where isHeld(hold) { reachRemoved(object, place, relationship) }
            guard isHeld(hold) else { return }
        }
        let hold = hold
        if !state.isReadable { prepareToRead() }
        for object in objects where isHeld(hold) {
            guard let telling = tell(nil, { tellRemoving(object, at: place, relationship, &$0) }) else { continue }
            if removeEnd(object, place), relationship.inverse >= 0 {
                object.unlinkEnd(self, slot: relationship.inverse)
            }
            telling.finish()
        }
    }

    /// Lets a relationship to many lead to certain objects, in their order if it has one.
    final func setMembers(_ objects: some Collection<NSManagedObject>, at place: SlotPlace) {
        if state.contains(.ofBatch) { return objects.forEach { _ = knownMembers(at: place).add($0) } }
        if core?.merging != nil {
            guard reachForWriting() else { return }
            if !state.isReadable { prepareToRead() }
            reachOthers(at: place)
        }
        let (hold, holds) = (hold, objects.map(\.hold))
        if !state.isReadable { prepareToRead() }
        guard isHeld(hold) else { return }
        for object in objects { meet(object, place) }
        guard prepareToWrite(place), isHeld(hold) else { return }
        let new = ObjectSet(objects)
        removeMembers(members(at: place).objects.filter { !new.contains($0) }, at: place)
        guard isHeld(hold) else { return }
        addMembers(zip(objects, holds).filter { $0.isHeld($1) }.map(\.0), at: place)
        guard place.kind == .ordered, isHeld(hold) else { return }
        reorder(ContiguousArray(objects), at: place)
    }

    /// Puts the members of an ordered relationship into an order; those that it does not say come after them.
    final func reorder(_ objects: ContiguousArray<NSManagedObject>, at place: SlotPlace) {
        if !state.isReadable { prepareToRead() }
        guard let known = members(at: place) as? MemberList, !known.objects.elementsEqual(objects, by: ===),
            !known.objects.elementsEqual(known.ordered(by: objects), by: ===), prepareToWrite(place),
            let list = members(at: place) as? MemberList
        else { return }
        list.noteOrder(self)
        list.replaceAll(list.ordered(by: objects))
        noteWritten(place)
    }

    /// Lets an end of a link lead to an object no more, which leads elsewhere; unless who is told has let it lead here again.
    final func unlink(_ object: NSManagedObject, slot: Int) {
        guard !isLed(from: object, slot: slot),
            let telling = tell(nil, { tellUnlinking(object, slot: slot, &$0) }), !isLed(from: object, slot: slot)
        else { return }
        unlinkEnd(object, slot: slot)
        telling.finish()
    }

    /// Whether an object that is not to be deleted leads here by a relationship to one.
    private func isLed(from object: NSManagedObject, slot: Int) -> Bool {
        guard let core, core.hasValues(object), !object.state.contains(.deleted),
            let inverse = shape.relationship(shape.layout.places[slot])?.inverse, inverse >= 0
        else { return false }
        let place = object.shape.layout.places[inverse]
        return place.kind == .toOne && core.currentKey(place, object.memory) == key
    }

    /// Ends all links of a relationship.
    final func unlinkAll(_ relationship: RelationshipPlace) {
        guard !others(relationship).isEmpty else { return }
        let wasDeleted = state.contains(.deleted)
        let telling = tell { telling in
            guard relationship.isToMany else { return tellSetting(nil, at: relationship.place, &telling) }
            guard telling.isQuiet(self, relationship.place) else { return false }
            guard relationship.inverse >= 0 else { return true }
            var isQuiet = true
            // All of them in one look, since there may be many.
            for other in members(at: relationship.place).objects
            where !other.tellUnlinking(self, slot: relationship.inverse, &telling) { isQuiet = false }
            return isQuiet
        }
        // A deletion that they have taken back ends nothing.
        guard let telling, state.contains(.deleted) == wasDeleted else { return }
        if relationship.isToMany { unlinkEnds(relationship) } else { setEnds(nil, relationship.place) }
        telling.finish()
    }

    // MARK: Whom a write meets

    // Each looks at what is to be written, and returns whether nobody had to be told: see `Telling`.

    @inline(__always)
    private func tellSetting(_ object: NSManagedObject?, at place: SlotPlace, _ telling: inout Telling) -> Bool {
        if let object, object.core !== core {
            meet(object, place)
            return false
        }
        guard telling.isQuiet(self, place) else { return false }
        let previous = other(at: place)
        guard previous !== object, let relationship = shape.relationship(place), relationship.inverse >= 0 else {
            return true
        }
        if let previous, !previous.tellUnlinking(self, slot: relationship.inverse, &telling) { return false }
        return object?.tellLinking(self, slot: relationship.inverse, back: Int(place.slot), &telling) ?? true
    }

    @inline(__always)
    private func tellAdding(
        _ object: NSManagedObject, at place: SlotPlace, _ relationship: RelationshipPlace, _ telling: inout Telling
    ) -> Bool {
        guard telling.isQuiet(self, place) else { return false }
        guard relationship.inverse >= 0, !heldMembers(at: place).contains(object) else { return true }
        return object.tellLinking(self, slot: relationship.inverse, back: Int(place.slot), &telling)
    }

    @inline(__always)
    private func tellRemoving(
        _ object: NSManagedObject, at place: SlotPlace, _ relationship: RelationshipPlace, _ telling: inout Telling
    ) -> Bool {
        guard telling.isQuiet(self, place) else { return false }
        guard relationship.inverse >= 0 else { return true }
        let members = heldMembers(at: place)
        guard members.contains(object) || !members.isLoaded else { return true }
        return object.tellUnlinking(self, slot: relationship.inverse, &telling)
    }

    final func tellLinking(_ object: NSManagedObject, slot: Int, back: Int, _ telling: inout Telling) -> Bool {
        let place = shape.layout.places[slot]
        guard telling.isQuiet(self, place) else { return false }
        guard place.kind == .toOne, let previous = other(at: place), previous !== object else { return true }
        return previous.tellUnlinking(self, slot: back, &telling)
    }

    final func tellUnlinking(_ object: NSManagedObject, slot: Int, _ telling: inout Telling) -> Bool {
        guard !isLetGo else { return true }
        let place = shape.layout.places[slot]
        guard telling.isQuiet(self, place) else { return false }
        guard place.kind == .toOne, let core, core.isOlder(self, than: object, place),
            telling.isFirstReading(of: self)
        else { return true }
        core.readAnew(self)
        return false
    }

    // MARK: Writing all ends

    // All have been told, and all values are in memory: nobody is called by these.

    final func setEnds(_ object: NSManagedObject?, _ place: SlotPlace) {
        noteChange()
        let previous = other(at: place)
        guard previous !== object else { return }
        linkMemory.setObject(object, place)
        guard let relationship = shape.relationship(place), relationship.inverse >= 0 else { return }
        previous?.unlinkEnd(self, slot: relationship.inverse)
        object?.link(self, slot: relationship.inverse, back: Int(place.slot))
    }

    private func unlinkEnds(_ relationship: RelationshipPlace) {
        noteChange()
        let members = members(at: relationship.place)
        let others = members.objects
        for other in others { members.noteRemoving(other, from: self, relationship.place) }
        members.removeAll()
        guard relationship.inverse >= 0 else { return }
        for other in others { other.unlinkEnd(self, slot: relationship.inverse) }
    }

    /// Lets the other end of a link lead to an object; what it led to before, if it leads to one, is linked no more.
    /// - Parameter back: the slot of that object which leads here.
    private func link(_ object: NSManagedObject, slot: Int, back: Int) {
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else {
            if !addEnd(object, place) {
                heldMembers(at: place).noteOtherwiseRead(object, of: self, place, isMember: true)
            }
            noteAlike(object, place, isMember: true)
            return
        }
        noteChange()
        let previous = other(at: place)
        guard previous !== object else { return }
        linkMemory.setObject(object, place)
        previous?.unlinkEnd(self, slot: back)
    }

    /// Lets the other end of a link lead to an object no more.
    private func unlinkEnd(_ object: NSManagedObject, slot: Int) {
        guard !isLetGo else { return }
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else {
            if !removeEnd(object, place) {
                heldMembers(at: place).noteOtherwiseRead(object, of: self, place, isMember: false)
            }
            noteAlike(object, place, isMember: false)
            return
        }
        noteChange()
        guard other(at: place) === object else { return }
        linkMemory.setObject(nil, place)
    }

    /// Lets both ends of a link, to many, note it alike: to one that was read later than the other it may be a change, and to that
    /// none.
    private func noteAlike(_ object: NSManagedObject, _ place: SlotPlace, isMember: Bool) {
        guard let inverse = shape.relationship(place)?.inverse, inverse >= 0 else { return }
        let back = object.shape.layout.places[inverse]
        guard back.kind != .toOne, !object.state.contains(.fault) else { return }
        heldMembers(at: place).noteAlike(
            object, of: self, object.heldMembers(at: back), isMember: isMember)
    }

    private func addEnd(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        noteChange()
        let members = heldMembers(at: place)
        guard !members.contains(object) else { return false }
        members.noteAdding(object, to: self, place)
        return members.add(object)
    }

    private func removeEnd(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        noteChange()
        let members = heldMembers(at: place)
        // Of members that are not known the object may be one: it says so itself.
        guard members.contains(object) || !members.isLoaded else { return false }
        members.noteRemoving(object, from: self, place)
        _ = members.remove(object)
        return true
    }

    /// The members as a change needs them: of a relationship with an order all.
    final func heldMembers(at place: SlotPlace) -> Members {
        place.kind == .ordered ? members(at: place) : knownMembers(at: place)
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
