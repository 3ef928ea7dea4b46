internal import Foundation
internal import MainspringModel

/// Finds out where the values of new columns come from.
struct OriginFinder {
    let layout: MigrationLayout
    /// What an old table is called while the migration runs.
    let tableName: (TablePlan) -> String

    /// Where the values of a column come from for the rows of an entity; nil if the entity has no such property.
    func origin(of column: ColumnPlan, for pair: InferredMapping.Pair) -> ColumnOrigin? {
        guard pair.destination.isKindOf(entity: column.entity) else { return nil }
        switch (column.property, column.role.part) {
        case (let composite as NSCompositeAttributeDescription, .element(let path)):
            return origin(of: path, in: composite, pair)
        case (let attribute as NSAttributeDescription, _): return origin(of: attribute, pair)
        case (let relationship as NSRelationshipDescription, let part):
            guard let source = pair.source(of: relationship) as? NSRelationshipDescription,
                let key = name(of: ColumnRole(source), pair)
            else { return .nothing }
            if part == .value { return reference(key, source, relationship) }
            return name(of: ColumnRole(source, part), pair).map { .plain($0) } ?? .nothing
        default: return .nothing
        }
    }

    /// The name of an old column of an entity's.
    private func name(of role: ColumnRole, _ pair: InferredMapping.Pair) -> String? {
        layout.before.table(of: pair.source)?.name(role)
    }

    // MARK: Attributes

    private func origin(of attribute: NSAttributeDescription, _ pair: InferredMapping.Pair) -> ColumnOrigin {
        guard let source = pair.source(of: attribute) as? NSAttributeDescription,
            let name = name(of: ColumnRole(source), pair)
        else {
            // What is derived is computed when all else is there.
            return attribute is NSDerivedAttributeDescription ? .nothing : .constant(DefaultLiteral.of(attribute))
        }
        if attribute.attributeType == .binaryDataAttributeType,
            source.allowsExternalBinaryDataStorage != attribute.allowsExternalBinaryDataStorage
        {
            let function =
                attribute.allowsExternalBinaryDataStorage ? LongDataForms.markingName : LongDataForms.gatheringName
            return ColumnOrigin(column: name, sql: "\(function)(\(ColumnOrigin.name(name)))")
        }
        guard source.isOptional, !attribute.isOptional, let literal = DefaultLiteral.of(attribute) else {
            return .plain(name)
        }
        return .filled(name, literal)
    }

    private func origin(
        of path: [String], in composite: NSCompositeAttributeDescription, _ pair: InferredMapping.Pair
    ) -> ColumnOrigin {
        guard let part = CompositeParts.of(composite).first(where: { $0.path == path }) else { return .nothing }
        guard let source = pair.source(of: composite) as? NSCompositeAttributeDescription,
            let former = CompositePairs.source(of: part, in: composite, source),
            let name = name(of: ColumnRole(source, .element(former.path)), pair)
        else { return .constant(DefaultLiteral.of(part, in: composite)) }
        guard former.attribute.isOptional, !part.attribute.isOptional, let literal = DefaultLiteral.of(part.attribute)
        else { return .plain(name) }
        return .filled(name, literal)
    }

    // MARK: Relationships

    private func reference(
        _ column: String, _ source: NSRelationshipDescription, _ relationship: NSRelationshipDescription
    ) -> ColumnOrigin {
        guard let destination = source.destinationEntity,
            let sql = shifted(ColumnOrigin.name(column), to: destination)
        else { return .plain(column) }
        return ColumnOrigin(column: column, sql: sql)
    }

    /// The new key of an object of an entity, whose old one is known; nil where all keep theirs.
    func shifted(_ key: String, to entity: NSEntityDescription) -> String? {
        let shifts = layout.shifts(ofFamily: entity)
        let values = Set(shifts.map(\.shift))
        guard values.contains(where: { $0 != 0 }) else { return nil }
        if values.count == 1, let only = values.first { return "\(key) + \(only)" }
        guard let table = layout.before.table(of: entity) else { return nil }
        let cases = shifts.filter { $0.shift != 0 }.map { "WHEN \($0.number) THEN \($0.shift)" }.joined(separator: " ")
        return "(SELECT \(key) + CASE o.Z_ENT \(cases) ELSE 0 END FROM \(SQLiteName.quoted(tableName(table))) AS o "
            + "WHERE o.Z_PK = \(key))"
    }
}
