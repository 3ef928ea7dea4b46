internal import Foundation
internal import MainspringModel

/// What the program has changed of the objects of a save in slices since they were captured, as long as conflicts are resolved.
struct LaterEdits {
    /// Objects with changes of attributes alone.
    var aside: [NSManagedObject] { values.map(\.object) }
    /// Objects with changes of links, or of which nothing is for the stores, and those that are to be deleted since. They are handed over as they were
    /// captured.
    private(set) var kept = ObjectSet()
    /// What was captured of these.
    private(set) var captured: [ObjectIdentifier: (capture: SaveOperation.Capture, change: ObjectChange?)] = [:]

    private struct Values {
        let object: NSManagedObject
        let captured: Row
        /// How it is for the program.
        let current: Row
        let places: [SlotPlace]
    }

    private var values: [Values] = []

    /// How an object of ``kept`` was before conflicts were resolved.
    fileprivate struct Look {
        let object: NSManagedObject
        var row: Row
        let links: [ObjectKey?]
        let members: [Set<ObjectIdentifier>]
    }

    private var looks: [ObjectIdentifier: Look] = [:]

    /// - Returns: nil if what was captured cannot be told from what has come since: the links that are in conflict were changed
    ///   meanwhile, or an object that is in conflict with them or with a constraint, or that the store has deleted.
    init?(of save: SaveOperation, _ flight: SaveInFlight, _ conflicts: StoreConflicts, in core: ContextCore) {
        let contested = Dictionary(
            conflicts.rows.map { (core.currentAsked($0.change.identity).key, $0.persisted) },
            uniquingKeysWith: { first, _ in first })
        let rivals = Set(
            conflicts.constraints.flatMap { [core.currentAsked($0.identity).key, core.currentAsked($0.holder).key] })
        let changes = flight.changes
        var (inserted, updated) = (0, 0)
        for (object, capture) in zip(save.objects, save.captures) {
            defer {
                if capture == .inserted { inserted += 1 }
                if capture == .updated { updated += 1 }
            }
            guard flight.hasLeft(object), object.core === core else { continue }
            let change: ObjectChange? =
                switch capture {
                case .inserted: changes.inserted[inserted]
                case .updated: changes.updated[updated]
                case .nothing, .deleted, .unstored: nil
                }
            guard core.hasValues(object), !rivals.contains(object.key) else { return nil }
            guard let change, !flight.hasOtherLinks(object, change.row, in: core) else {
                guard Self.isApart(object, change, contested, flight, in: core) else { return nil }
                keep(object, capture, change, in: core)
                continue
            }
            let places = object.shape.layout.places.filter {
                $0.isAttribute && !object.memory.isSame($0, as: change.row.memory)
            }
            values.append(Values(object: object, captured: change.row, current: object.copyRow(), places: places))
        }
    }

    /// Whether the links that were captured of an object are in no conflict.
    private static func isApart(
        _ object: NSManagedObject, _ change: ObjectChange?, _ contested: [ObjectKey: Row?], _ flight: SaveInFlight,
        in core: ContextCore
    ) -> Bool {
        let conflict = contested[object.key]
        guard let change else { return conflict == nil }
        if let conflict {
            guard let row = conflict, change.previous != nil, change.members.isEmpty, !flight.hadOtherMembers(object)
            else { return false }
            let bases = [row, change.previous].compactMap(\.self)
            guard
                object.shape.layout.places.allSatisfy({ place in
                    place.kind != .toOne
                        || bases.allSatisfy { core.isSameDestination(place, change.row.memory, as: $0) }
                })
            else { return false }
        }
        for relationship in object.shape.layout.relationships where !relationship.isToMany {
            let place = relationship.place
            let ends = [change.row, change.previous].compactMap { $0.flatMap { core.currentKey(place, $0.memory) } }
            for end in ends {
                guard let theirs = contested[end] else { continue }
                // An end to many is in the members' rows, and in no row of its own.
                guard theirs != nil,
                    relationship.inverse < 0
                        || core.objectMap.table.object(end)?.shape.layout.places[relationship.inverse].kind != .toOne
                else { return false }
            }
        }
        let members = change.members.flatMap { $0.added + $0.removed }
        return members.allSatisfy { contested[core.current($0).key] == nil }
    }

    private mutating func keep(
        _ object: NSManagedObject, _ capture: SaveOperation.Capture, _ change: ObjectChange?, in core: ContextCore
    ) {
        kept.insert(object)
        captured[ObjectIdentifier(object)] = (capture, change)
        looks[ObjectIdentifier(object)] = Look(object, in: core)
    }

    /// The conflict of an object was resolved by what was captured of it, which gives attributes other values.
    mutating func noteResolved(_ object: NSManagedObject) { looks[ObjectIdentifier(object)]?.row = object.copyRow() }

    /// Whether the resolution has changed objects that are handed over as they were captured.
    func areReached(in core: ContextCore) -> Bool { looks.values.contains { $0.isOther(in: core) } }

    /// Lets objects be as they were captured.
    func setAside() {
        for values in values where !values.places.isEmpty {
            let memory = values.object.ownMemory
            for place in values.places { memory.copy(place, from: values.captured.memory) }
        }
    }

    /// Makes the changes again. They are none anew, and are not undone twice.
    func putBack(in core: ContextCore) {
        for values in values where !values.places.isEmpty {
            let object = values.object
            guard core.hasValues(object), !object.state.contains(.deleted) else { continue }
            let memory = object.ownMemory
            for place in values.places { memory.copy(place, from: values.current.memory) }
            if !object.state.contains(.inserted) { core.list(object, as: .updated) }
        }
    }

    /// Lets those know who have been told of other values meanwhile.
    func tell(in core: ContextCore) {
        for values in values where !values.places.isEmpty && core.hasValues(values.object) {
            core.noteRefreshed(values.object)
        }
        core.processPendingChanges()
    }
}

extension LaterEdits.Look {
    fileprivate init(_ object: NSManagedObject, in core: ContextCore) {
        (self.object, row) = (object, object.copyRow())
        (links, members) = (Self.links(of: object, in: core), Self.members(of: object))
    }

    private static func links(of object: NSManagedObject, in core: ContextCore) -> [ObjectKey?] {
        object.shape.layout.places.filter { $0.kind == .toOne }.map { core.currentKey($0, object.memory) }
    }

    /// What is noted of members that are not saved.
    private static func members(of object: NSManagedObject) -> [Set<ObjectIdentifier>] {
        object.shape.layout.relationships.filter(\.isToMany).flatMap { relationship in
            let difference = object.memory.members(relationship.place)?.sinceSave
            return [difference?.added, difference?.removed].map { Set(($0?.objects ?? []).map(ObjectIdentifier.init)) }
        }
    }

    fileprivate func isOther(in core: ContextCore) -> Bool {
        guard core.hasValues(object) else { return true }
        if Self.links(of: object, in: core) != links || Self.members(of: object) != members { return true }
        return object.shape.layout.places.contains { $0.isAttribute && !object.memory.isSame($0, as: row.memory) }
    }
}
