internal import Foundation
internal import MainspringModel

/// What a context's save asks of objects.
extension NSManagedObject {
    final func validateProperties(isNew: Bool) throws {
        guard !state.contains(.fault) else { return }
        let validator = shape.layout.validator
        guard shape.overridesValidation else { return try validateByModel(validator) }
        try validateEach(validator, isNew)
    }

    /// By the model alone.
    private func validateByModel(_ validator: EntityValidator) throws {
        guard validator.hasDemands else { return }
        var failures = ValidationFailures()
        for place in shape.layout.places { check(place, validator.demands[Int(place.slot)], validator, &failures) }
        try failures.check()
    }

    /// By the object's own method: all properties of a new object, the changed ones of others; those by the model alone
    /// that others may have made wrong.
    private func validateEach(_ validator: EntityValidator, _ isNew: Bool) throws {
        var failures = ValidationFailures()
        withSavedValues { base in
            // A method of the object's may have let go of the values.
            for place in shape.layout.places where place.kind != .fetched && !state.contains(.fault) {
                validate(place, isNew || isChanged(place, since: base), validator, &failures)
            }
        }
        try failures.check()
    }

    @inline(__always)
    private func validate(
        _ place: SlotPlace, _ isAsked: Bool, _ validator: EntityValidator, _ failures: inout ValidationFailures
    ) {
        let demand = validator.demands[Int(place.slot)]
        guard isAsked else { return check(place, demand, validator, &failures) }
        guard !isUnreadWithoutRules(place, demand) else { return }
        failures.collect { try validate(place, validator.bySlot[Int(place.slot)]) }
    }

    /// Checks a value by what the model says.
    @inline(__always)
    private func check(
        _ place: SlotPlace, _ demand: SlotDemand, _ validator: EntityValidator, _ failures: inout ValidationFailures
    ) {
        guard !isSurelyRight(place, demand) else { return }
        let property = validator.bySlot[Int(place.slot)]
        if !isUnread(property.property) { property.check(loose(place), self, &failures) }
    }

    /// Whether nothing is demanded, or only a value, and there is one: told without asking for it.
    @inline(__always)
    private func isSurelyRight(_ place: SlotPlace, _ demand: SlotDemand) -> Bool {
        demand == .nothing || demand == .value && memory.surelyHasValue(place)
    }

    /// Whether there is nothing to be said of a relationship but by the object's own method, and members that nobody has
    /// read would have to be read for it: a country does not ask for all its cities because it got one more.
    private func isUnreadWithoutRules(_ place: SlotPlace, _ demand: SlotDemand) -> Bool {
        (place.kind == .toMany || place.kind == .ordered) && demand == .nothing && !knownMembers(at: place).isLoaded
    }

    private func validate(_ place: SlotPlace, _ property: PropertyValidator) throws {
        if place.kind == .toMany, let set = members(at: place) as? MemberSet { return try validate(set, property.key) }
        let old = loose(place)
        var new = old
        try validateValue(&new, forKey: property.key)
        if !EntityValidator.areSame(old, new), !state.contains(.fault) { setValue(new, forKey: property.key) }
    }

    /// Without a copy of the members: a save of a country with one more city must not cost as much as all its cities.
    private func validate(_ members: MemberSet, _ key: String) throws {
        let old = members.swiftSet
        var new: Any? = old
        try validateValue(&new, forKey: key)
        // Equal at once where it is the same storage.
        if let same = new as? Set<NSManagedObject>, same == old { return }
        if !state.contains(.fault) { setValue(new, forKey: key) }
    }

    /// Whether a value is what a relationship has already, told without a look at each member.
    final func isMembers(_ value: Any?, at place: SlotPlace) -> Bool {
        guard place.kind == .toMany, let value, type(of: value) == Set<NSManagedObject>.self,
            let set = value as? Set<NSManagedObject>, let members = knownMembers(at: place) as? MemberSet
        else { return false }
        return members.swiftSet == set
    }

    /// Whether a property's value lies in the store only, where it was valid.
    private func isUnread(_ property: NSPropertyDescription) -> Bool {
        guard let slot = property.slot else { return false }
        let place = shape.layout.places[slot]
        guard place.kind == .toMany || place.kind == .ordered else { return false }
        return !knownMembers(at: place).isLoaded && !isChanged(place)
    }

    final func validateDeletion() throws {
        try shape.layout.validator.validateDeletion(
            of: self, read: { self.loose(self.shape.layout.places[$0.slot ?? 0]) },
            isDeleted: { ($0 as? NSManagedObject)?.isDeleted ?? false })
    }
}

extension ContextCore {
    /// Throws what is wrong with objects that are to be saved: all of it together.
    /// - Parameter endsStaleLinks: Whether updated objects may lead to deleted ones. See `endStaleLinks`.
    final func validate(_ unsaved: Unsaved, endingStaleLinks endsStaleLinks: Bool) throws {
        var failures = ValidationFailures()
        // Validation may take back what is to be saved, or forget it: nothing is wrong with that then.
        func isStill(_ object: NSManagedObject, _ state: ObjectState) -> Bool {
            object.core === self && object.state.isSuperset(of: state)
        }
        unsaved.inserted.forEachHeld { object in
            guard isStill(object, .inserted) else { return }
            failures.collect { try object.validateForInsert() }
            if isStill(object, .inserted) { object.checkLinks(&failures) }
            pause()
        }
        unsaved.updated.forEachHeld { object in
            guard isStill(object, .updated) else { return }
            if endsStaleLinks {
                object.endStaleLinks()
                guard isStill(object, .updated) else { return }
            }
            failures.collect { try object.validateForUpdate() }
            if isStill(object, .updated) { object.checkLinks(&failures) }
            pause()
        }
        for object in unsaved.deleted where isStill(object, .deleted) {
            failures.collect { try object.validateForDelete() }
            if isStill(object, .deleted) { object.checkMemberships(&failures) }
            pause()
        }
        try failures.check()
    }
}
