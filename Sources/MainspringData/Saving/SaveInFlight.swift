internal import MainspringModel

/// What a save hands to the source, and what becomes of its objects until the source has answered.
///
/// Meanwhile children read what is being saved, what they save is taken over, and in slices the program goes on. An object
/// that is changed is as if the save had been done already; if the save fails it has both changes, and neither is saved.
final class SaveInFlight {
    /// The save; nil once it has ended.
    private unowned var operation: SaveOperation?
    private unowned let core: ContextCore
    private(set) var changes = ChangeSet(inserted: [], updated: [], deleted: [])
    /// The stores to which new objects were assigned, what has to be unchanged, and from which versions objects go on: what
    /// the context has of these is of the next save.
    private(set) var assignments = StoreAssignments()
    private(set) var locked: [NSManagedObject] = []
    private(set) var formerVersions: [ObjectKey: Int64] = [:]

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
    /// The rows that are saved, nil for objects of which none is; of those that were looked for, and of those captured
    /// before (``SaveOperation/noteCaptured()``).
    private var rows = SegmentedDictionary<ObjectIdentifier, Row?>()

    init(_ operation: SaveOperation, in core: ContextCore) {
        (self.operation, self.core) = (operation, core)
        // At once, hooks of the save may still set some.
        if operation.isInSlices { takeConditions(from: core) }
    }

    /// Notes that an object is handed over.
    /// - Parameter row: its values; nil if nothing of it is for the stores.
    func note(_ object: NSManagedObject, _ row: Row?) { rows.updateValue(row, forKey: ObjectIdentifier(object)) }

    /// Makes room for so many.
    func reserve(_ count: Int) { rows.reserveCapacity(count) }

    /// Everything is captured, and is handed over.
    func handOver(_ changes: ChangeSet) { self.changes = changes }

    // MARK: Conditions

    /// Takes assignments and locked objects over from the context: what is set from now on is for the next save.
    func takeConditions(from core: ContextCore) {
        (assignments, locked) = (core.assignments, core.locked)
        (core.assignments, core.locked) = (StoreAssignments(), [])
    }

    /// The same for the versions from which objects of the save go on. Capturing needs them until then.
    func takeVersions(from core: ContextCore) {
        guard let operation, !core.formerVersions.isEmpty else { return }
        for (key, version) in core.formerVersions where core.table.object(key).map(operation.has) ?? true {
            formerVersions[key] = version
            core.formerVersions[key] = nil
        }
    }

    func giveConditionsBack(to core: ContextCore) {
        core.assignments.stores.merge(assignments.stores) { later, _ in later }
        if !locked.isEmpty { core.locked = Array(ObjectSet(locked + core.locked).objects) }
        core.formerVersions.merge(formerVersions) { later, _ in later }
        (assignments, locked, formerVersions) = (StoreAssignments(), [], [:])
    }

    // MARK: The answer

    /// The source has answered. On the thread that saves.
    func end(_ result: Result<SavedRows?, any Error>) { answer.set(result) }

    /// Waits for the answer.
    func result() -> Result<SavedRows?, any Error> { answer.wait() }

    // MARK: Reading meanwhile

    /// A child is about to read. It gets new objects by new identities, so that it must know of which ones they are the
    /// new ones.
    func noteRead(in core: ContextCore) { operation?.tellIdentities(in: core) }

    // MARK: Changes meanwhile

    /// An object is about to be changed.
    func leave(_ object: NSManagedObject) {
        operation?.captureEarly(object, in: core)
        operation?.noteCaptured()
        guard !rows.isEmpty, former[ObjectIdentifier(object)] == nil, let row = rows[ObjectIdentifier(object)],
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
    func row(of object: NSManagedObject) -> Row? {
        operation?.noteCaptured()
        return rows[ObjectIdentifier(object)] ?? nil
    }

    /// Whether an object is one of those that are handed over, as far as they have been captured.
    func has(_ object: NSManagedObject) -> Bool {
        operation?.noteCaptured()
        return !rows.isEmpty && rows[ObjectIdentifier(object)] != nil
    }

    /// Whether an object has been changed since it was captured.
    func hasLeft(_ object: NSManagedObject) -> Bool { !former.isEmpty && former[ObjectIdentifier(object)] != nil }

    /// Whether an object was a new one then.
    func hasLeftAsNew(_ object: NSManagedObject) -> Bool {
        hasLeft(object) && former[ObjectIdentifier(object)]?.state.contains(.inserted) == true
    }

    /// Calls a closure with each object that has been changed since it was captured.
    func forEachLeft(_ body: (NSManagedObject) -> Void) { for former in former.values { body(former.object) } }

    // MARK: The end

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

    /// An object is saved.
    /// - Parameters:
    ///   - given: what was handed over.
    ///   - row: what was saved, if it is another one.
    @inline(__always)
    func noteSaved(_ object: NSManagedObject, _ given: Row, _ row: Row?) {
        let row = row ?? given
        guard !hasLeft(object) else {
            if row !== given, object.savedRow === given { object.saved = row }
            return
        }
        if row === given { object.noteSaved(as: row) } else { object.saved = row }
        object.noteSaved()
    }

    /// What has become of an object is done: where it is, another one may stand soon.
    func forget(_ object: NSManagedObject) {
        if !rows.isEmpty { rows[ObjectIdentifier(object)] = nil }
        if !former.isEmpty { former[ObjectIdentifier(object)] = nil }
    }

    /// The save has ended, or begins anew.
    func detach() { operation = nil }

    /// The save has ended: lets go of objects, which are the context's queue's.
    func letGo() {
        detach()
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
