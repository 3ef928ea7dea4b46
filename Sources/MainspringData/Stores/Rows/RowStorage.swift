internal import Foundation
internal import Locks
internal import MainspringModel
internal import Synchronization

/// The objects of a store in memory: who reads gets them as they were after some save, and never waits for another one.
final class RowStorage: @unchecked Sendable {
    // `@unchecked Sendable`: a lock guards what is published; who has the turn has the indexes.

    let schema: RowSchema
    /// Who changes the objects; one at a time.
    let turn = StoreTurn()
    private let published: Guarded<RowTables>
    /// How often something was saved.
    let saveCount = Atomic<Int>(0)
    /// For each constraint of the schema: who has which values.
    private var holders: [[UniqueKey: ObjectKey]]

    init(_ schema: RowSchema) {
        self.schema = schema
        published = Guarded(RowTables(schema))
        holders = Array(repeating: [:], count: schema.constraints.count)
    }

    /// The objects as they are after the last save.
    var tables: RowTables { published.withLock { $0 } }

    /// Gives the store other objects. For loading, before anybody else has it.
    /// - Throws: what breaks a constraint.
    func load(_ tables: RowTables) throws(StoreConflicts) {
        var changes = HolderChanges(count: holders.count)
        var conflicts: [UniqueConflict] = []
        tables.forEach { record in
            guard let plan = schema.plan(record.row.layout) else { return }
            for constraint in plan.constraints {
                guard let key = UniqueKey(record.row, constraint.places) else { continue }
                if let holder = changes.take(key, for: record.identity.key, of: constraint.number) {
                    conflicts.append(conflict(record.identity, constraint.number, holder, in: tables))
                }
            }
        }
        guard conflicts.isEmpty else { throw StoreConflicts(rows: [], constraints: conflicts) }
        changes.apply(to: &holders)
        published.withLock { $0 = tables }
    }

    /// Saves changes: all of them or, with an error, none.
    /// - Parameters:
    ///   - applying: changes the objects; as the changes say without it.
    ///   - persist: is given the objects as they will be, before anybody else sees them.
    /// - Throws: ``StoreConflicts``; what the closures throw, which ends the save.
    func save(
        _ changes: ChangeSet, applying: ((inout RowTables) throws -> SavedRows)? = nil,
        persist: ((RowTables) throws -> Void)? = nil
    ) throws -> SavedRows {
        try turn.take {
            let before = tables
            let holderChanges = try check(changes, before)
            var after = before
            let saved = try applying?(&after) ?? apply(changes, to: &after)
            try persist?(after)
            holderChanges.apply(to: &holders)
            published.withLock { $0 = after }
            saveCount.wrappingAdd(1, ordering: .relaxed)
            // What is replaced goes here, without the lock: a row's values are the program's.
            withExtendedLifetime(before) {}
            return saved
        }
    }

    /// The conflicts that changes would meet now; nil for none.
    func conflicts(with changes: ChangeSet) -> StoreConflicts? {
        turn.take {
            do throws(StoreConflicts) {
                _ = try check(changes, tables)
                return nil
            } catch {
                return error
            }
        }
    }

    // MARK: Fetching

    /// Which objects a request asks for, in its order.
    func identities(for request: FetchRequestDescription, _ entity: NSEntityDescription) throws -> [NSManagedObjectID] {
        let tables = tables
        let evaluation = try RowEvaluation(request, entity)
        let all = request.includesSubentities
        if evaluation.isPlain { return tables.map(entity, includingSubentities: all) { identity, _ in identity } }
        return try evaluation.identities { failures in
            tables.map(entity, includingSubentities: all) { StoredObject($0, $1, tables, failures) }
        }
    }

    /// What comes out of a request: identities, dictionaries, or one number.
    func results(of request: FetchRequestDescription, _ entity: NSEntityDescription) throws -> [Any] {
        let plainTypes: NSFetchRequestResultType = .dictionaryResultType.union(.countResultType)
        if request.resultType.isDisjoint(with: plainTypes) { return try identities(for: request, entity) }
        let tables = tables
        return try RowEvaluation(request, entity).results { failures in
            tables.map(entity, includingSubentities: request.includesSubentities) {
                StoredObject($0, $1, tables, failures)
            }
        }
    }

    // MARK: Changes

    private func apply(_ changes: ChangeSet, to tables: inout RowTables) -> SavedRows {
        for change in changes.deleted { tables.remove(change.key) }
        // All rows come first: relationships lead to what may come later.
        var former: [Row?] = []
        var inserted: [Row] = []
        var updated: [Row] = []
        former.reserveCapacity(changes.inserted.count + changes.updated.count)
        inserted.reserveCapacity(changes.inserted.count)
        updated.reserveCapacity(changes.updated.count)
        for change in changes.inserted {
            inserted.append(set(change, &former, &tables))
        }
        for change in changes.updated {
            updated.append(set(change, &former, &tables))
        }
        for (index, change) in changes.inserted.enumerated() { link(change, former[index], &tables) }
        for (index, change) in changes.updated.enumerated() {
            link(change, former[changes.inserted.count + index], &tables)
        }
        return SavedRows(inserted: inserted, updated: updated)
    }

    private func link(_ change: ObjectChange, _ former: Row?, _ tables: inout RowTables) {
        guard let plan = schema.plan(change.row.layout) else { return }
        tables.noteDestinations(of: change.key.key, plan, from: former, to: change.row)
        for members in change.members { tables.apply(members, to: change.key, plan) }
    }

    /// - Returns: the row as the context has it from now on.
    private func set(_ change: ObjectChange, _ former: inout [Row?], _ tables: inout RowTables) -> Row {
        let old = tables.record(change.key)?.row
        former.append(old)
        // A new one has a version already if it is saved again after it was deleted.
        let version = old.map { Row.version(after: $0.version) } ?? max(1, change.row.version)
        let row = change.row.version == version ? change.row : change.row.with(version: version)
        tables.set(row.withoutTransientValues, change.identity)
        return row
    }

    // MARK: Conflicts

    private func check(_ changes: ChangeSet, _ tables: RowTables) throws(StoreConflicts) -> HolderChanges {
        var rows: [RowConflict] = []
        for group in [changes.updated, changes.locked] {
            for change in group {
                let row = tables.record(change.key)?.row
                guard row == nil || !change.isBased(on: row) else { continue }
                rows.append(RowConflict(change: change, isDeletion: false, persisted: row))
            }
        }
        for change in changes.deleted {
            guard let row = tables.record(change.key)?.row, !change.isBased(on: row) else { continue }
            rows.append(RowConflict(change: change, isDeletion: true, persisted: row))
        }
        var holderChanges = HolderChanges(count: holders.count)
        let constraints = holders.isEmpty ? [] : check(changes, tables, &holderChanges)
        guard rows.isEmpty, constraints.isEmpty else { throw StoreConflicts(rows: rows, constraints: constraints) }
        return holderChanges
    }

    private func check(
        _ changes: ChangeSet, _ tables: RowTables, _ holderChanges: inout HolderChanges
    ) -> [UniqueConflict] {
        for change in changes.deleted + changes.updated {
            guard let row = tables.record(change.key)?.row, let plan = schema.plan(row.layout) else {
                continue
            }
            for constraint in plan.constraints {
                UniqueKey(row, constraint.places).map { holderChanges.giveUp($0, of: constraint.number) }
            }
        }
        var conflicts: [UniqueConflict] = []
        for change in changes.inserted + changes.updated {
            guard let plan = schema.plan(change.row.layout) else { continue }
            for constraint in plan.constraints {
                guard let key = UniqueKey(change.row, constraint.places) else { continue }
                let (own, number) = (change.key, constraint.number)
                let contender = holderChanges.take(key, for: own, of: number)
                let known = holderChanges.isGivenUp(key, of: number) ? nil : holders[number][key]
                guard let holder = contender ?? known, holder != own else { continue }
                conflicts.append(
                    UniqueConflict(
                        constraint: schema.constraints[number].names, identity: change.identity, row: change.row,
                        holder: tables.record(holder)?.identity ?? identity(holder, in: changes) ?? change.identity,
                        isHolderSaved: contender == nil, holderRow: contender == nil ? tables.record(holder)?.row : nil)
                )
            }
        }
        return conflicts
    }

    private func identity(_ key: ObjectKey, in changes: ChangeSet) -> NSManagedObjectID? {
        (changes.inserted + changes.updated).first { $0.key == key }?.identity
    }

    private func conflict(
        _ identity: NSManagedObjectID, _ number: Int, _ holder: ObjectKey, in tables: RowTables
    ) -> UniqueConflict {
        UniqueConflict(
            constraint: schema.constraints[number].names, identity: identity,
            row: tables.record(identity.key)?.row, holder: tables.record(holder)?.identity ?? identity,
            isHolderSaved: true, holderRow: tables.record(holder)?.row)
    }
}

/// Who gives up and who takes the values that no two objects have, before it is done.
private struct HolderChanges {
    private var givenUp: [Set<UniqueKey>]
    private var taken: [[UniqueKey: ObjectKey]]

    init(count: Int) {
        givenUp = Array(repeating: [], count: count)
        taken = Array(repeating: [:], count: count)
    }

    mutating func giveUp(_ key: UniqueKey, of constraint: Int) { givenUp[constraint].insert(key) }
    func isGivenUp(_ key: UniqueKey, of constraint: Int) -> Bool { givenUp[constraint].contains(key) }

    /// - Returns: who has taken the values before.
    mutating func take(_ key: UniqueKey, for object: ObjectKey, of constraint: Int) -> ObjectKey? {
        if let holder = taken[constraint][key] { return holder }
        taken[constraint][key] = object
        return nil
    }

    func apply(to holders: inout [[UniqueKey: ObjectKey]]) {
        for constraint in holders.indices {
            for key in givenUp[constraint] { holders[constraint][key] = nil }
            holders[constraint].merge(taken[constraint]) { $1 }
        }
    }
}

extension ObjectChange {
    /// Whether the change was made to a row as it is.
    fileprivate func isBased(on row: Row?) -> Bool {
        guard let previous, previous.version > 0 else { return true }
        return previous.version == row?.version
    }
}

extension Row {
    /// The row as stores keep it.
    fileprivate var withoutTransientValues: Row {
        guard !layout.transientPlaces.isEmpty else { return self }
        let copy = layout.copy(memory)
        for place in layout.transientPlaces { copy.copy(place, from: layout.initialValues) }
        return Row(taking: copy, of: layout, version: version)
    }
}
