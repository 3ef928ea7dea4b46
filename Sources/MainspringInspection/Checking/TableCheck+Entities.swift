internal import MainspringData
internal import MainspringModel

/// Checks what `Z_PRIMARYKEY` says of entities.
extension TableCheck {
    func entities() -> [StoreFinding] {
        doubleNumbers() + doubleNames()
            + (isModelGuessed ? lostEntities() : unknownEntities() + otherNames() + otherSuperentities())
    }

    private func title(_ row: FileTables.Entity) -> String { "“\(row.name)” (\(row.number))" }

    private func doubleNumbers() -> [StoreFinding] {
        Dictionary(grouping: file.entities, by: \.number).filter { $1.count > 1 }.sorted { $0.key < $1.key }
            .map { number, rows in
                StoreFinding(
                    .entities, count: rows.count,
                    "Z_PRIMARYKEY has \(rows.count) rows with the number \(number), for \(some(rows.map { "“\($0.name)”" })): "
                        + "a number is one entity's alone. Leave the row of the entity that the objects with this number are of."
                )
            }
    }

    private func doubleNames() -> [StoreFinding] {
        Dictionary(grouping: file.entities, by: \.name).filter { $1.count > 1 }.sorted { $0.key < $1.key }
            .map { name, rows in
                StoreFinding(
                    .entities, entity: name, count: rows.count,
                    "Z_PRIMARYKEY has \(rows.count) rows for “\(name)”, with the numbers \(some(rows.map { "\($0.number)" })): an "
                        + "entity has one. Leave the row whose number its objects have in Z_ENT.")
            }
    }

    /// Rows of entities that the model does not have.
    private func unknownEntities() -> [StoreFinding] {
        let numbers = Set(schema.tables.map(\.number))
        // A store may keep the entities of one configuration alone, and name the others all the same.
        let names = Set(schema.model.entities.compactMap(\.name))
        let unknown = file.entities.filter { row in
            !numbers.contains(row.number) && !names.contains(row.name) && row.number < HistoryForm.changeNumber
        }
        guard !unknown.isEmpty else { return [] }
        let what = unknown.count == 1 ? "a row for an entity" : "\(unknown.count) rows for entities"
        return [
            StoreFinding(
                .entities, entity: unknown.count == 1 ? unknown[0].name : nil, count: unknown.count,
                "Z_PRIMARYKEY has \(what) that the model does not have: \(some(unknown.map(title))). Delete "
                    + "\(unknown.count == 1 ? "it" : "them"), or look at the store by the model that it was made with.")
        ]
    }

    /// Rows whose number is that of an entity with another name. What an entity was called once may stay: a store that Apple's framework
    /// has migrated says so.
    private func otherNames() -> [StoreFinding] {
        let entities = Dictionary(schema.tables.map { ($0.number, $0.entity) }) { first, _ in first }
        let numbers = Dictionary(grouping: file.entities, by: \.number)
        return file.entities.compactMap { row in
            guard numbers[row.number]?.count == 1, let entity = entities[row.number] else { return nil }
            let name = entity.name ?? ""
            guard row.name != name, row.name != entity.renamingIdentifier else { return nil }
            return StoreFinding(
                .entities, entity: name, count: 1,
                "Z_PRIMARYKEY calls the entity \(row.number) “\(row.name)”; in the model it is “\(name)”. Give the row the name of the "
                    + "entity that the objects with this number are of.")
        }
    }

    /// Rows whose superentity is another one than the model says.
    private func otherSuperentities() -> [StoreFinding] {
        let rows = Dictionary(file.entities.map { ($0.number, $0) }) { first, _ in first }
        return schema.tables.compactMap { table in
            let parent = table.entity.superentity.flatMap { schema.table(of: $0) }
            guard let row = rows[table.number], row.superNumber != parent?.number ?? 0 else { return nil }
            let found =
                row.superNumber == 0
                ? "none" : rows[row.superNumber].map(title) ?? "\(row.superNumber), which is not there"
            let wanted = parent.map { "“\($0.entity.name ?? "")”" } ?? "none"
            return StoreFinding(
                .entities, entity: table.entity.name,
                "Z_PRIMARYKEY says that \(title(row)) inherits from \(found), and by the model it inherits from \(wanted): set its "
                    + "Z_SUPER to \(parent?.number ?? 0).")
        }
    }

    /// Rows whose superentities lead to no root, where there is no model to compare them with.
    private func lostEntities() -> [StoreFinding] {
        let parents = Dictionary(file.entities.map { ($0.number, $0.superNumber) }) { first, _ in first }
        var rooted: Set<Int64> = [0]
        var open = file.entities
        var count = -1
        while count != open.count {
            count = open.count
            open.removeAll { row in
                guard rooted.contains(parents[row.number] ?? row.superNumber) else { return false }
                rooted.insert(row.number)
                return true
            }
        }
        return open.map { row in
            StoreFinding(
                .entities, entity: row.name,
                "Z_PRIMARYKEY says that \(title(row)) inherits from the entity \(row.superNumber), from which no root is reached: "
                    + "set its Z_SUPER to the number of its superentity, or to 0 for none.")
        }
    }
}
