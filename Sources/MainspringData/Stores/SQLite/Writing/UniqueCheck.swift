internal import Foundation
internal import MainspringModel

/// Who has values that no two objects may have, when changes are to be saved.
struct UniqueCheck {
    let statements: SaveStatements
    let changes: ChangeSet

    private var schema: StoreSchema { statements.schema }

    /// The values of a constraint, as the changes will have them.
    private struct Claim: Hashable {
        let scope: UniqueColumns.Scope
        let key: UniqueKey
    }

    /// The conflicts; in the order of the changes.
    func conflicts() throws -> [UniqueConflict] {
        var known: [ObjectIdentifier: (table: EntityTable, constraints: [UniqueColumns])] = [:]
        func constraints(_ change: ObjectChange) -> (table: EntityTable, constraints: [UniqueColumns])? {
            let layout = ObjectIdentifier(change.row.layout)
            if let found = known[layout] { return found }
            known[layout] = schema.table(of: change.row.layout.entity).map { ($0, UniqueColumns.all(of: $0)) }
            return known[layout]
        }
        // What changes has other values afterwards, or none.
        var givenUp: [UniqueColumns.Scope: Set<ObjectKey>] = [:]
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

    /// The object in the file that has the values.
    /// - Parameter isFree: whether an object gives its values up.
    private func holder(
        of constraint: UniqueColumns, _ change: ObjectChange, _ table: EntityTable, isFree: (ObjectKey) -> Bool
    ) throws -> (identity: NSManagedObjectID, row: Row?)? {
        try constraint.firstHolder(change.row.memory, statements.connection) { entity, number in
            let key = ObjectKey(store: change.key.store, root: table.root, key: number)
            guard key != change.key, !isFree(key), let own = schema.table(number: entity) else { return nil }
            return (NSManagedObjectID(key, own.entity), try statements.stored.row(key.key, own))
        }
    }
}

extension ObjectChange {
    /// Whether an object that is changed has the same values as before.
    fileprivate func keeps(_ places: [SlotPlace]) -> Bool {
        guard let previous, previous.layout === row.layout else { return false }
        return places.allSatisfy { row.isSame($0, as: previous) }
    }
}
