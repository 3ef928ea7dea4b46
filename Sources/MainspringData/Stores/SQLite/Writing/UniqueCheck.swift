internal import Foundation
internal import MainspringModel

/// Who has values that no two objects may have, when changes are to be saved.
struct UniqueCheck {
    let statements: SaveStatements
    let changes: ChangeSet

    private var schema: StoreSchema { statements.schema }

    /// A constraint of an entity, with the columns that it is about.
    private struct Constraint {
        let names: [String]
        let columns: [StoreColumn]
        let scope: Scope

        var places: [SlotPlace] { columns.map(\.place) }
    }

    /// Where a constraint holds: the same for all that inherit it.
    private struct Scope: Hashable {
        let table: String
        let columns: [String]
    }

    /// The values of a constraint, as the changes will have them.
    private struct Claim: Hashable {
        let scope: Scope
        let key: UniqueKey
    }

    /// The conflicts; in the order of the changes.
    func conflicts() throws -> [UniqueConflict] {
        var known: [ObjectIdentifier: (table: EntityTable, constraints: [Constraint])] = [:]
        func constraints(_ change: ObjectChange) -> (table: EntityTable, constraints: [Constraint])? {
            let layout = ObjectIdentifier(change.row.layout)
            if let found = known[layout] { return found }
            known[layout] = schema.table(of: change.row.layout.entity).map { ($0, self.constraints(of: $0)) }
            return known[layout]
        }
        // What changes has other values afterwards, or none.
        var givenUp: [Scope: Set<ObjectKey>] = [:]
        for change in changes.updated {
            for constraint in constraints(change)?.constraints ?? [] where !change.keeps(constraint.places) {
                givenUp[constraint.scope, default: []].insert(change.key)
            }
        }
        let deleted = Set(changes.deleted.map(\.key))
        var claims: [Claim: ObjectChange] = [:]
        var conflicts: [UniqueConflict] = []
        for change in changes.inserted + changes.updated {
            guard let (table, constraints) = constraints(change) else { continue }
            for constraint in constraints {
                let places = constraint.places
                guard let key = UniqueKey(change.row, places), !change.keeps(places) else { continue }
                let claim = Claim(scope: constraint.scope, key: key)
                if let holder = claims[claim] {
                    conflicts.append(
                        UniqueConflict(
                            constraint: constraint.names, identity: change.identity, row: change.row,
                            holder: holder.identity, isHolderSaved: false, holderRow: nil))
                    continue
                }
                claims[claim] = change
                let changed = givenUp[constraint.scope] ?? []
                let holder = try holder(of: constraint, change, table) { deleted.contains($0) || changed.contains($0) }
                guard let holder else { continue }
                conflicts.append(
                    UniqueConflict(
                        constraint: constraint.names, identity: change.identity, row: change.row,
                        holder: holder.identity, isHolderSaved: true, holderRow: holder.row))
            }
        }
        return conflicts
    }

    private func constraints(of table: EntityTable) -> [Constraint] {
        table.entity.lineageConstraints.compactMap { names in
            let columns = names.compactMap { table.entity.slot(named: $0).flatMap { table.column(slot: $0) } }
            guard columns.count == names.count else { return nil }
            let scope = Scope(table: table.name, columns: columns.map(\.name))
            return Constraint(names: names, columns: columns, scope: scope)
        }
    }

    /// The object in the file that has the values.
    /// - Parameter isFree: whether an object gives its values up.
    private func holder(
        of constraint: Constraint, _ change: ObjectChange, _ table: EntityTable, isFree: (ObjectKey) -> Bool
    ) throws -> (identity: NSManagedObjectID, row: Row?)? {
        let condition = constraint.columns.map { "\(SQLiteName.quoted($0.name)) = ?" }.joined(separator: " AND ")
        let statement = try statements.connection.cached(
            "SELECT Z_PK, Z_ENT FROM \(SQLiteName.quoted(table.name)) WHERE \(condition)")
        defer { statement.reset() }
        let binder = RowBinder()
        var index = 1
        for column in constraint.columns {
            // The number of a destination's entity, if there is one, is no part of the constraint.
            index = try binder.bindValue(change.row.memory, column, to: statement, at: index)
        }
        while try statement.step() {
            let key = ObjectKey(store: change.key.store, root: table.root, key: statement.integer(0))
            guard key != change.key, !isFree(key),
                let own = schema.table(number: statement.integer(1))
            else { continue }
            return (NSManagedObjectID(key, own.entity), try statements.stored.row(key.key, own))
        }
        return nil
    }
}

extension ObjectChange {
    /// Whether an object that is changed has the same values as before.
    fileprivate func keeps(_ places: [SlotPlace]) -> Bool {
        guard let previous, previous.layout === row.layout else { return false }
        return places.allSatisfy { row.isSame($0, as: previous) }
    }
}
