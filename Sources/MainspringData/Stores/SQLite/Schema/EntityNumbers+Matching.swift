package import MainspringModel

extension EntityNumbers {
    /// The numbers that the entities have in a file.
    ///
    /// They are found by their names, else by their renaming identifiers: a migrated store may still have an old name. What
    /// is left on both sides belongs together if it is alone below one superentity.
    package init(_ entities: [NSEntityDescription], in tables: FileTables) throws(SchemaMisfit) {
        var entries: [(entity: NSEntityDescription, number: Int64)] = []
        var free = Dictionary(tables.entities.map { ($0.name, $0) }) { first, _ in first }
        var open = Self.withAncestors(entities)
        func take(_ name: (NSEntityDescription) -> String?) {
            open.removeAll { entity in
                guard let row = name(entity).flatMap({ free.removeValue(forKey: $0) }) else { return false }
                entries.append((entity, row.number))
                return true
            }
        }
        take(\.name)
        take(\.renamingIdentifier)
        for entity in open {
            let parent = entity.superentity.flatMap { parent in entries.first { $0.entity === parent }?.number }
            let siblings = open.filter { $0.superentity === entity.superentity }
            let rows = free.values.filter { $0.superNumber == parent && parent != nil }
            guard siblings.count == 1, rows.count == 1 else {
                throw SchemaMisfit(clause: "the entity “\(entity.name ?? "")” is not in its table Z_PRIMARYKEY")
            }
            free[rows[0].name] = nil
            entries.append((entity, rows[0].number))
        }
        guard Set(entries.map(\.number)).count == entries.count, !entries.contains(where: { $0.number < 1 }) else {
            throw SchemaMisfit(clause: "its table Z_PRIMARYKEY gives entities a number twice, or one below 1")
        }
        self.init(entries)
    }
}
