internal import MainspringModel

/// The change set of a save, and the former state of objects that are modified before the source has saved it.
///
/// Meanwhile child contexts read the objects, child saves are applied, and between two slices the program runs. A modified
/// object has the state that it would have after the save, with the later change. If the save fails, the object has both
/// changes, unsaved.
final class SaveInFlight {
    /// The save, or nil after its end.
    private unowned var operation: SaveOperation?
    private unowned let core: ContextCore
    private(set) var changes = ChangeSet(inserted: [], updated: [], deleted: [])
    /// The assignments of new objects to stores, the objects to compare with the store, and the base versions of objects
    /// that are inserted again. Those of the context belong to the next save.
    private(set) var assignments = StoreAssignments()
    private(set) var locked = ObjectSet()
    private(set) var formerVersions: [ObjectKey: Int64] = [:]

    private let answer = Latch<Result<SavedRows?, any Error>>()

    /// The state of an object before a later change.
    struct Former {
        let object: NSManagedObject
        var state: ObjectState
        var saved: Row?
        let members: [FormerMembers]
    }

    /// The unsaved changes of a relationship's members before a later change, and the order of an ordered relationship.
    struct FormerMembers {
        let place: SlotPlace
        let difference: MemberDifference
        let order: ContiguousArray<NSManagedObject>?

        /// Returns the later changes of the members, or nil if there are none.
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
    /// The captured rows by object, nil for an object without a change for the source. Filled by lookups, with
    /// ``SaveOperation/noteCaptured()``, and by early captures.
    private var rows = SegmentedDictionary<ObjectIdentifier, Row?>()

    init(_ operation: SaveOperation, in core: ContextCore) {
        (self.operation, self.core) = (operation, core)
        // At once, hooks of the save may still add some.
        if operation.isInSlices { takeConditions(from: core) }
    }

    /// Adds the captured row of an object.
    /// - Parameter row: The row, or nil if the source gets no change of the object.
    func note(_ object: NSManagedObject, _ row: Row?) { rows.updateValue(row, forKey: ObjectIdentifier(object)) }

    /// Reserves capacity for a number of rows.
    func reserve(_ count: Int) { rows.reserveCapacity(count) }

    /// Sets the change set, after the whole set was captured.
    func handOver(_ changes: ChangeSet) { self.changes = changes }

    // MARK: Conditions

    /// Moves assignments and locked objects out of the context. Later ones belong to the next save.
    func takeConditions(from core: ContextCore) {
        (assignments, locked) = (core.pendingChanges.assignments, core.pendingChanges.locked)
        (core.pendingChanges.assignments, core.pendingChanges.locked) = (StoreAssignments(), ObjectSet())
    }

    /// Moves the base versions of the set out of the context, after the capture, which needs them there.
    func takeVersions(from core: ContextCore) {
        guard let operation, !core.pendingChanges.formerVersions.isEmpty else { return }
        for (key, version) in core.pendingChanges.formerVersions
        where core.objectMap.table.object(key).map(operation.has) ?? true {
            formerVersions[key] = version
            core.pendingChanges.formerVersions[key] = nil
        }
    }

    /// Returns assignments, locked objects and base versions to the context.
    func giveConditionsBack(to core: ContextCore) {
        core.pendingChanges.assignments.stores.merge(assignments.stores) { later, _ in later }
        if !locked.isEmpty {
            core.pendingChanges.locked = ObjectSet(locked.objects + core.pendingChanges.locked.objects)
        }
        core.pendingChanges.formerVersions.merge(formerVersions) { later, _ in later }
        (assignments, locked, formerVersions) = (StoreAssignments(), ObjectSet(), [:])
    }

    // MARK: The answer

    /// Sets the source's result. Called on the thread that calls the source.
    func end(_ result: Result<SavedRows?, any Error>) { answer.set(result) }

    /// Waits for the source's result, and returns it.
    func result() -> Result<SavedRows?, any Error> { answer.wait() }

    // MARK: Reading meanwhile

    /// Sends new identities to child contexts before one of them reads. It will get new objects with these identities, and
    /// must find its own objects under them.
    func noteRead(in core: ContextCore) { operation?.tellIdentities(in: core) }

    // MARK: Changes meanwhile

    /// Captures an object that is about to be modified, and gives it the state that it will have after the save.
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
        // The members' differences remain until the source has saved: they still tell the former members.
        object.state.subtract([.inserted, .updated, .tracked])
    }

    private func formerMembers(of object: NSManagedObject, _ relationship: RelationshipPlace) -> FormerMembers? {
        guard relationship.isToMany, let members = object.memory.members(relationship.place),
            let difference = members.sinceSave
        else { return nil }
        return FormerMembers(
            place: relationship.place, difference: difference, order: (members as? MemberList)?.objects)
    }

    /// Returns the captured row of an object, or nil if the source gets no change of it.
    func row(of object: NSManagedObject) -> Row? {
        operation?.noteCaptured()
        return rows[ObjectIdentifier(object)] ?? nil
    }

    /// Whether an object was captured.
    func has(_ object: NSManagedObject) -> Bool {
        operation?.noteCaptured()
        return !rows.isEmpty && rows[ObjectIdentifier(object)] != nil
    }

    /// Whether an object was modified after its capture.
    func hasLeft(_ object: NSManagedObject) -> Bool { !former.isEmpty && former[ObjectIdentifier(object)] != nil }

    /// Whether an object was modified after its capture as a new object.
    func hasLeftAsNew(_ object: NSManagedObject) -> Bool {
        hasLeft(object) && former[ObjectIdentifier(object)]?.state.contains(.inserted) == true
    }

    /// Calls a closure with each object that was modified after its capture.
    func forEachLeft(_ body: (NSManagedObject) -> Void) { for former in former.values { body(former.object) } }

    // MARK: The end

    /// Reduces the members' differences of objects that were modified after their capture to the later changes.
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

    /// Marks an object as saved.
    /// - Parameters:
    ///   - given: The captured row.
    ///   - row: The saved row, if it differs.
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

    /// Removes an object that was processed. Another object may be allocated at its address.
    func forget(_ object: NSManagedObject) {
        if !rows.isEmpty { rows[ObjectIdentifier(object)] = nil }
        if !former.isEmpty { former[ObjectIdentifier(object)] = nil }
    }

    /// Detaches the flight from its save, which has ended or begins another flight.
    func detach() { operation = nil }

    /// Ends the flight, and releases its objects on the context's queue.
    func letGo() {
        detach()
        former = [:]
    }

    /// Restores the unsaved changes of modified objects, beside their later changes.
    /// - Parameter kept: Objects that remain as they are.
    func takeBack(in core: ContextCore, except kept: ObjectSet = ObjectSet()) {
        for former in former.values where former.object.core === core && !kept.contains(former.object) {
            let object = former.object
            object.saved = former.saved
            if former.state.contains(.inserted) {
                object.state.remove(.updated)
                object.forgetMembersSinceSave()
                // A new object that was deleted meanwhile is not saved at all.
                if object.state.contains(.deleted) { core.touch(object) }
            }
            object.state.formUnion(former.state)
        }
    }
}

extension NSManagedObject {
    /// Sets the row that the object was saved with.
    final func noteSaved(as row: Row) {
        if isSharing(row) { savedRow = row } else { saved = row }
    }

    /// Whether the object shares its memory with a row.
    final func isSharing(_ row: Row) -> Bool { state.contains(.sharing) && memory.base == row.memory.base }

    /// Removes the unsaved changes of the object.
    final func noteSaved() {
        // A later change in the same event must be tracked again.
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
