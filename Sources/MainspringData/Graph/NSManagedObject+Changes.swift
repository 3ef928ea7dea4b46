internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

// What has become of an object since it was read or saved.

extension NSManagedObject {
    /// Whether the object was inserted and has not been saved.
    public final var isInserted: Bool { state.contains(.inserted) && !state.contains(.deleted) }

    /// Whether the object was changed and has not been saved; also if its values are what they were.
    public final var isUpdated: Bool { state.contains(.updated) && !state.contains(.deleted) }

    /// Whether the object is to be deleted by the next save.
    public final var isDeleted: Bool { state.contains(.deleted) && core != nil }

    /// Whether the object was inserted, changed or deleted, and has not been saved.
    public final var hasChanges: Bool {
        checkUse()
        return core != nil && !state.isDisjoint(with: .pending)
    }

    /// Whether there is something to be saved: a value that is not transient differs from the one that was read or saved.
    public final var hasPersistentChangedValues: Bool {
        checkUse()
        guard !state.contains(.inserted) else { return core != nil }
        return isUpdated && differsPersistently
    }

    /// Whether the values are not in memory; they are read when one is asked for.
    public final var isFault: Bool { state.contains(.fault) }

    /// Not 0 while the object is turned into a fault or made of one.
    public final var faultingState: Int {
        checkUse()
        return state.contains(.fault) ? 1 : 0
    }

    /// Whether a relationship's objects have not been read. Reads nothing.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        checkUse()
        guard let slot = entity.slot(named: key), !state.contains(.fault) else { return state.contains(.fault) }
        let place = shape.layout.places[slot]
        return switch place.kind {
        case .toOne: memory.isUnresolved(place) && memory.reference(place) != nil
        case .toMany, .ordered: !knownMembers(at: place).isLoaded
        default: false
        }
    }

    /// Returns the identities of the objects that a relationship leads to, without making objects of those that have not
    /// been read yet; in their order if the relationship has one.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        guard let slot = entity.slot(named: key) else {
            KeyValueError.report(.undefinedKey(key, owner: KeyValueError.owner(self)))
            return []
        }
        if !state.isReadable { prepareToRead() }
        let place = shape.layout.places[slot]
        noteRead(place)
        switch place.kind {
        case .toOne: return memory.destination(place).map { [$0] } ?? []
        case .toMany, .ordered:
            let known = knownMembers(at: place)
            guard !known.isLoaded, known.sinceSave?.isEmpty ?? true, let core else {
                return members(at: place).objects.map(\.objectID)
            }
            return core.identities(in: place, of: self)
        default: return []
        }
    }

    /// The properties that differ from what was read or saved, with their values now; `NSNull` for nil. Of a new object
    /// those that differ from an object without any values.
    ///
    /// Reads no values of a fault.
    public func changedValues() -> [String: Any] {
        checkUse()
        guard !state.contains(.fault) else { return [:] }
        var changed: [String: Any] = [:]
        for place in shape.layout.places where isChanged(place) {
            changed[shape.property(at: place).name] = loose(place) ?? NSNull()
        }
        return changed
    }

    /// The properties that changes of this event have made other ones, with the values from before it; `NSNull` for nil.
    public func changedValuesForCurrentEvent() -> [String: Any] {
        checkUse()
        guard !state.contains(.fault), state.contains(.tracked), core != nil else { return [:] }
        let before = before?.memory ?? shape.layout.initialValues
        var changed: [String: Any] = [:]
        for place in shape.layout.places {
            let name = shape.property(at: place).name
            switch place.kind {
            case .toMany, .ordered:
                guard let members = memory.members(place), let difference = members.sinceEvent, !difference.isEmpty
                else { continue }
                changed[name] = looseMembers(members.objects(before: difference), place)
            default:
                if !memory.isSame(place, as: before) { changed[name] = loose(place, in: before) ?? NSNull() }
            }
        }
        return changed
    }

    /// The values that were read or saved last, of the properties with certain names, of all without; `NSNull` for nil.
    public func committedValues(forKeys keys: [String]?) -> [String: Any] {
        if !state.isReadable { prepareToRead() }
        let committed = saved?.memory ?? shape.layout.initialValues
        var values: [String: Any] = [:]
        for place in shape.layout.places {
            let name = shape.property(at: place).name
            if let keys, !keys.contains(name) { continue }
            switch place.kind {
            case .fetched: continue
            case .toMany, .ordered:
                let members = members(at: place)
                values[name] = looseMembers(
                    state.contains(.inserted) ? [] : members.objects(before: members.sinceSave), place)
            default: values[name] = loose(place, in: committed) ?? NSNull()
            }
        }
        return values
    }

    // MARK: Comparing

    /// Whether a property differs from what was read or saved.
    final func isChanged(_ place: SlotPlace) -> Bool {
        switch place.kind {
        case .toMany, .ordered:
            guard let members = memory.members(place) else { return false }
            return state.contains(.inserted) ? members.count > 0 : members.differsFromSaved
        case .fetched, .missing: return false
        case .toOne:
            guard let core, let saved else { return memory.reference(place) != nil }
            return !core.isSameDestination(place, memory, as: saved)
        default: return !memory.isSame(place, as: saved?.memory ?? shape.layout.emptyValues)
        }
    }

    /// Gives a closure what was read or saved last, which stays there meanwhile; of a new object nothing.
    @inline(__always)
    final func withSavedValues<Result>(_ body: (ValueMemory) throws -> Result) rethrows -> Result {
        let row = saved
        return try withExtendedLifetime(row) { try body(row?.memory ?? shape.layout.emptyValues) }
    }

    /// The same as ``isChanged(_:)``, for who asks of several properties.
    /// - Parameter base: is what was read or saved last.
    @inline(__always)
    final func isChanged(_ place: SlotPlace, since base: ValueMemory) -> Bool {
        place.isAttribute ? !memory.isSame(place, as: base) : isChanged(place)
    }

    /// Whether anything does.
    final var differsFromSaved: Bool {
        withSavedValues { base in shape.layout.places.contains { isChanged($0, since: base) } }
    }

    /// Whether anything does that stores keep.
    final var differsPersistently: Bool {
        let hasTransient = !shape.layout.transientPlaces.isEmpty
        return withSavedValues { base in
            for place in shape.layout.places where isChanged(place, since: base) {
                if !hasTransient || !shape.property(at: place).isTransient { return true }
            }
            // The store has a later row, whatever the values are.
            return savedRow?.isStale == true && !state.isDisjoint(with: .pending)
        }
    }

    /// A value in a row's memory as key-value coding has it.
    private func loose(_ place: SlotPlace, in memory: ValueMemory) -> Any? {
        guard place.kind == .toOne else { return memory.loose(place) }
        if let object = memory.object(place) { return object }
        return memory.destination(place).flatMap { core?.object(for: $0) }
    }

    private func looseMembers(_ objects: ContiguousArray<NSManagedObject>, _ place: SlotPlace) -> Any {
        place.kind == .ordered ? NSOrderedSet(array: Array(objects)) : NSSet(array: Array(objects))
    }
}
