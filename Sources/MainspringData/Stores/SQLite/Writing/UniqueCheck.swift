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
    }

    /// The values of a constraint, as the changes will have them.
    private struct Claim: Hashable {
        let table: String
        let names: [String]
        let key: UniqueKey
    }

    /// The conflicts; in the order of the changes.
    func conflicts() throws -> [UniqueConflict] {
        let deleted = Set(changes.deleted.map(\.identity.key))
        var claims: [Claim: ObjectChange] = [:]
        var givenUp: [[String]: Set<ObjectKey>] = [:]
        var conflicts: [UniqueConflict] = []
        var known: [ObjectIdentifier: [Constraint]] = [:]
        for change in changes.inserted + changes.updated {
            guard let table = schema.table(of: change.row.layout.entity) else { continue }
            let constraints = known[ObjectIdentifier(table)] ?? constraints(of: table)
            known[ObjectIdentifier(table)] = constraints
            for constraint in constraints {
                let places = constraint.columns.map(\.place)
                guard let key = UniqueKey(change.row, places), !change.keeps(places) else { continue }
                let claim = Claim(table: table.name, names: constraint.names, key: key)
                if let holder = claims[claim] {
                    conflicts.append(
                        UniqueConflict(
                            constraint: constraint.names, identity: change.identity, row: change.row,
                            holder: holder.identity, isHolderSaved: false, holderRow: nil))
                    continue
                }
                claims[claim] = change
                // What changes has other values afterwards, or none.
                let changed = changes.updated.lazy.filter { !$0.keeps(places) }.map(\.identity.key)
                let free = givenUp[constraint.names] ?? deleted.union(changed)
                givenUp[constraint.names] = free
                guard let holder = try holder(of: constraint, change, table, notAmong: free) else { continue }
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
            return columns.count == names.count ? Constraint(names: names, columns: columns) : nil
        }
    }

    /// The object in the file that has the values, and is not written itself.
    private func holder(
        of constraint: Constraint, _ change: ObjectChange, _ table: EntityTable, notAmong free: Set<ObjectKey>
    ) throws -> (identity: NSManagedObjectID, row: Row?)? {
        let condition = constraint.columns.map { "\(SQLiteName.quoted($0.name)) = ?" }.joined(separator: " AND ")
        let statement = try statements.connection.cached(
            "SELECT Z_PK, Z_ENT FROM \(SQLiteName.quoted(table.name)) WHERE \(condition)")
        defer { statement.reset() }
        let binder = RowBinder()
        var index = 1
        for column in constraint.columns {
            // The number of a destination's entity, if there is one, is no part of the constraint.
            index = try binder.bindValue(change.row, column, to: statement, at: index)
        }
        while try statement.step() {
            let key = ObjectKey(store: change.identity.key.store, root: table.root, key: statement.integer(0))
            guard key != change.identity.key, !free.contains(key),
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
