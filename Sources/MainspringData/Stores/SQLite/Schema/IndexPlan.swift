@_spi(Tools) package import MainspringModel

/// An index of an entity's table.
package struct IndexPlan {
    let name: String
    let table: String
    package let isUnique: Bool
    /// Each is a column, with what is said of it.
    package let columns: [(name: String, order: String)]
    /// The entities whose rows are in it; empty for all.
    var entityNumbers: [Int64] = []
    /// The entity that asks for it; nil where the table's form does.
    package var entity: NSEntityDescription?

    /// Those of a table, in the order in which they are made, before those of pairs.
    static func keys(_ table: TablePlan) -> [IndexPlan] {
        let keys = table.columns.filter { $0.property is NSRelationshipDescription && $0.role.part == .value }
            .map { column in
                IndexPlan(
                    name: "\(table.name)_\(column.name)_INDEX", table: table.name, isUnique: false,
                    columns: [(column.name, "")])
            }
        guard table.entities.count > 1 else { return keys }
        return keys + [
            IndexPlan(name: "\(table.name)_Z_ENT_INDEX", table: table.name, isUnique: false, columns: [("Z_ENT", "")])
        ]
    }

    /// Those that the model asks for, and those that keep values from coming twice.
    package static func asked(_ table: TablePlan, _ numbers: EntityNumbers) -> [IndexPlan] {
        table.entities.flatMap { entity in
            FetchIndexes.of(entity).compactMap { index in
                // That of a relationship is there already.
                guard index.elements.count > 1 || entity.relationshipsByName[index.elements.first?.name ?? ""] == nil
                else { return nil }
                return columns(index.elements.map { ($0.name, $0.isAscending ? " ASC" : " DESC") }, entity, table).map {
                    IndexPlan(
                        name: "Z_\(entity.name ?? "")_\(index.name)", table: table.name, isUnique: false, columns: $0)
                }
            }
        } + table.entities.flatMap { entity in constraints(of: entity, table, numbers) }
    }

    private static func constraints(
        of entity: NSEntityDescription, _ table: TablePlan, _ numbers: EntityNumbers
    ) -> [IndexPlan] {
        entity.uniquenessConstraints.map(ConstraintNames.names).compactMap { names in
            guard let columns = columns(names.map { ($0, " ASC") }, entity, table) else { return nil }
            var index = IndexPlan(
                name: "Z_\(entity.name ?? "")_UNIQUE_\(names.joined(separator: "_"))", table: table.name,
                isUnique: true,
                columns: columns)
            index.entity = entity
            // What is inherited has values of others in its column, for whom the constraint does not hold.
            let own = Set(entity.ownProperties.map(\.name))
            if entity.superentity != nil, !names.contains(where: own.contains) {
                index.entityNumbers = table.entities.filter { $0.isKindOf(entity: entity) }.compactMap { numbers[$0] }
            }
            return index
        }
    }

    /// Nil if one of the properties has no column.
    private static func columns(
        _ parts: [(name: String, order: String)], _ entity: NSEntityDescription, _ table: TablePlan
    ) -> [(name: String, order: String)]? {
        guard !parts.isEmpty else { return nil }
        let columns = parts.compactMap { part in
            entity.propertiesByName[part.name].flatMap { table.name(ColumnRole($0)) }
                .map { ($0, " COLLATE BINARY\(part.order)") }
        }
        return columns.count == parts.count ? columns : nil
    }
}

/// The indexes that a model asks for, in its own words or in those of earlier times.
private enum FetchIndexes {
    struct Index {
        let name: String
        let elements: [(name: String, isAscending: Bool)]
    }

    static func of(_ entity: NSEntityDescription) -> [Index] {
        // How an R-tree lies in a file is not known; it would only make fetching faster. One of some rows alone has all of
        // them, by which the same are found.
        var indexes = entity.indexes.filter { $0.elements.allSatisfy { $0.collationType == .binary } }.map { index in
            Index(name: index.name, elements: index.elements.map { ($0.propertyName ?? "", $0.isAscending) })
        }
        var known = Set(entity.indexes.map(\.name))
        func add(_ name: String, _ names: [String]) {
            guard !names.isEmpty, known.insert(name).inserted else { return }
            indexes.append(Index(name: name, elements: names.map { ($0, true) }))
        }
        // Apple's editor and framework make these of models that ask for an index of a single property.
        for property in entity.ownProperties where property.wantsIndex && property is NSAttributeDescription {
            add("by\(property.name.prefix(1).uppercased())\(property.name.dropFirst())Index", [property.name])
        }
        for (number, list) in entity.compoundIndexList.enumerated() {
            add(number == 0 ? "compoundIndex" : "compoundIndex\(number)", ConstraintNames.names(in: list))
        }
        return indexes
    }
}
