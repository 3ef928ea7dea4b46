internal import MainspringModel

/// What a context has handed to its stores, as long as they have not answered.
///
/// Its queue is lent meanwhile: children read what is being saved, and what they save themselves is taken over. An object that is changed by that is as if
/// the save had been done already; if the save fails it has both changes, and neither is saved.
final class SaveInFlight {
    let unsaved: ContextCore.Unsaved
    /// Those of them that stores save.
    let persistent: ContextCore.Unsaved
    private(set) var changes: ChangeSet
    /// The stores to which the new objects were assigned, and what had to be unchanged.
    let assignments: StoreAssignments
    let locked: [NSManagedObject]
    private(set) var formerVersions: [ObjectKey: Int64]
    /// Whether the queue is lent: what the context has of these is of later then.
    var isLent = false
    /// Whether what comes of the answer is being done.
    var isLanding = false
    /// What the new objects were called before.
    private let formerIdentities: FormerIdentities
    /// Whether somebody has read what is being saved, by the identities that it has from this save.
    private(set) var wasRead = false
    /// Where it is handed over slice by slice: says how an object is that nobody has handed over yet, and is about to be changed.
    var capture: ((NSManagedObject) -> Void)?

    private let answer = Latch<Result<SavedRows?, any Error>>()

    /// How an object was that has been changed since.
    struct Former {
        let object: NSManagedObject
        var state: ObjectState
        var saved: Row?
        let members: [FormerMembers]
    }

    /// What had become of a relationship's members, and their order if they have one.
    struct FormerMembers {
        let place: SlotPlace
        let difference: MemberDifference
        let order: ContiguousArray<NSManagedObject>?

        /// What has become of the members since; nil if nothing has.
        func later(_ members: Members) -> MemberDifference? {
            guard let now = members.sinceSave else {
                let none = MemberDifference(before: nil).since(difference, order: order, members.contains)
                return none.added.isEmpty && none.removed.isEmpty ? nil : none
            }
            let later = now.since(difference, order: order, members.contains)
            let isSame =
                later.added.isEmpty && later.removed.isEmpty
                && (order.map { $0.elementsEqual(members.objects, by: ===) } ?? true)
            return isSame ? nil : later
        }
    }

    var former: [ObjectIdentifier: Former] = [:]
    /// The rows that are saved, nil for objects of which none is. No lazy property, which would be copied by each change.
    private var rows = SegmentedDictionary<ObjectIdentifier, Row?>()
    /// Whether these are known; in one go they are made when an object is changed first.
    private var hasRows = false

    private func makeRows() {
        guard !hasRows else { return }
        hasRows = true
        rows.reserveCapacity(unsaved.inserted.count + unsaved.updated.count)
        for object in unsaved.updated { note(object, nil) }
        for (object, change) in zip(persistent.inserted, changes.inserted) { note(object, change.row) }
        for (object, change) in zip(persistent.updated, changes.updated) { note(object, change.row) }
    }

    init(
        _ unsaved: ContextCore.Unsaved, _ persistent: ContextCore.Unsaved, _ changes: ChangeSet,
        _ formerIdentities: FormerIdentities, in core: ContextCore
    ) {
        self.formerIdentities = formerIdentities
        (self.unsaved, self.persistent, self.changes) = (unsaved, persistent, changes)
        (assignments, locked, formerVersions) = (core.assignments, core.locked, core.formerVersions)
    }

    /// Begins a save in slices, with nothing in it. What the context has for the save it has for the next one from now on.
    init(inSlicesOf core: ContextCore) {
        (formerIdentities, unsaved, persistent) = (FormerIdentities(), ContextCore.Unsaved(), ContextCore.Unsaved())
        changes = ChangeSet(inserted: [], updated: [], deleted: [])
        (assignments, locked, formerVersions) = (core.assignments, core.locked, [:])
        (core.assignments, core.locked) = (StoreAssignments(), [])
        (isLent, hasRows) = (true, true)
    }

    /// Notes that an object is handed over.
    /// - Parameter row: its values; nil if nothing of it is for the stores.
    func note(_ object: NSManagedObject, _ row: Row?) { rows.updateValue(row, forKey: ObjectIdentifier(object)) }

    /// Makes room for so many.
    func reserve(_ count: Int) { rows.reserveCapacity(count) }

    /// Everything is noted, and is handed over.
    func handOver(_ changes: ChangeSet, _ formerVersions: [ObjectKey: Int64]) {
        (self.changes, self.formerVersions) = (changes, formerVersions)
    }

    // MARK: The answer

    /// The stores have answered. On the thread that saves.
    func end(_ result: Result<SavedRows?, any Error>) { answer.set(result) }

    /// Waits for the answer.
    func result() -> Result<SavedRows?, any Error> { answer.wait() }

    // MARK: Reading meanwhile

    /// A child is about to read. It gets new objects by new identities, so that it must know which ones these are in place of.
    func noteRead(in core: ContextCore) {
        core.slicedSave?.tellIdentities(in: core)
        guard !wasRead else { return }
        wasRead = true
        core.tellReplaced(formerIdentities.replaced)
    }

    // MARK: Changes meanwhile

    /// An object is about to be changed.
    func leave(_ object: NSManagedObject) {
        capture?(object)
        makeRows()
        guard former[ObjectIdentifier(object)] == nil, let row = rows[ObjectIdentifier(object)],
            !object.state.contains(.deleted), !object.state.contains(.fault)
        else { return }
        former[ObjectIdentifier(object)] = Former(
            object: object, state: object.state.intersection([.inserted, .updated]), saved: object.saved,
            members: object.shape.layout.relationships.compactMap { formerMembers(of: object, $0) })
        if let row { object.noteSaved(as: row) }
        // What has become of members stays until the stores have answered: until then they may tell who was there before.
        object.state.subtract([.inserted, .updated, .tracked])
    }

    private func formerMembers(of object: NSManagedObject, _ relationship: RelationshipPlace) -> FormerMembers? {
        guard relationship.isToMany, let members = object.memory.members(relationship.place),
            let difference = members.sinceSave
        else { return nil }
        return FormerMembers(
            place: relationship.place, difference: difference, order: (members as? MemberList)?.objects)
    }

    /// The row that is saved of an object; nil if it is none of those, and where stores get nothing of it.
    func row(of object: NSManagedObject) -> Row? { rows[ObjectIdentifier(object)] ?? nil }

    /// Whether an object is one of those that were handed over.
    func has(_ object: NSManagedObject) -> Bool {
        makeRows()
        return rows[ObjectIdentifier(object)] != nil
    }

    /// Whether an object has been changed since it was handed over.
    func hasLeft(_ object: NSManagedObject) -> Bool { !former.isEmpty && former[ObjectIdentifier(object)] != nil }

    /// Whether an object was a new one then.
    func hasLeftAsNew(_ object: NSManagedObject) -> Bool {
        hasLeft(object) && former[ObjectIdentifier(object)]?.state.contains(.inserted) == true
    }

    /// Whether any object has been changed since it was handed over.
    var hasLeft: Bool { !former.isEmpty }

    /// Calls a closure with each object that has been changed since it was handed over.
    func forEachLeft(_ body: (NSManagedObject) -> Void) { for former in former.values { body(former.object) } }

    /// What was handed over is saved: of objects that have been changed since only that is not.
    func settle(in core: ContextCore) {
        for former in former.values where former.object.core === core && !former.object.state.contains(.fault) {
            for known in former.members {
                guard let members = former.object.memory.members(known.place), members.sinceSave != nil else {
                    continue
                }
                members.sinceSave = known.later(members)
            }
        }
    }

    /// What has become of an object is done: where it is, another one may stand soon.
    func forget(_ object: NSManagedObject) {
        rows[ObjectIdentifier(object)] = nil
        if !former.isEmpty { former[ObjectIdentifier(object)] = nil }
    }

    /// Everything is done: lets go of objects, which are the context's queue's.
    func letGo() {
        capture = nil
        former = [:]
    }

    /// Nothing is saved: objects have the changes of before, and those of since.
    /// - Parameter kept: stay as they are.
    func takeBack(in core: ContextCore, except kept: ObjectSet = ObjectSet()) {
        for former in former.values where former.object.core === core && !kept.contains(former.object) {
            let object = former.object
            object.saved = former.saved
            if former.state.contains(.inserted) {
                object.state.remove(.updated)
                object.forgetMembersSinceSave()
                // One that was deleted since never was.
                if object.state.contains(.deleted) { core.touch(object) }
            }
            object.state.formUnion(former.state)
        }
    }
}

extension NSManagedObject {
    /// A row says from now on how the object was saved.
    final func noteSaved(as row: Row) {
        if isSharing(row) { savedRow = row } else { saved = row }
    }

    /// Whether its values lie in a row.
    final func isSharing(_ row: Row) -> Bool { state.contains(.sharing) && memory.base == row.memory.base }

    /// Everything is saved.
    final func noteSaved() {
        // A change after this one is noted anew, though the event in which it was saved is not over.
        state.subtract([.inserted, .updated, .tracked])
        forgetMembersSinceSave()
    }

    fileprivate final func forgetMembersSinceSave() {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where relationship.isToMany {
            memory.members(relationship.place)?.sinceSave = nil
        }
    }
}
