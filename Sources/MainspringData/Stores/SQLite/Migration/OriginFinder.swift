internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Finds out where the values of new columns come from.
package struct OriginFinder {
    let layout: MigrationLayout
    /// What an old table is called while the migration runs.
    let tableName: (TablePlan) -> String

    package init(layout: MigrationLayout, tableName: @escaping (TablePlan) -> String) {
        (self.layout, self.tableName) = (layout, tableName)
    }

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
        let filling = source.isOptional && !attribute.isOptional ? DefaultLiteral.of(attribute) : nil
        if attribute.attributeType == .binaryDataAttributeType,
            layout.before.dataForms.isMarked(source) != attribute.allowsExternalBinaryDataStorage
        {
            let function =
                attribute.allowsExternalBinaryDataStorage ? LongDataForms.markingName : LongDataForms.gatheringName
            let sql = "\(function)(\(ColumnOrigin.name(name)))"
            guard let filling else { return ColumnOrigin(column: name, sql: sql, changes: .thoseWithValue) }
            return ColumnOrigin(column: name, sql: "COALESCE(\(sql), \(filling))", changes: .all)
        }
        return filling.map { .filled(name, $0) } ?? .plain(name)
    }

    private func origin(
        of path: [String], in composite: NSCompositeAttributeDescription, _ pair: InferredMapping.Pair
    ) -> ColumnOrigin {
        guard let part = CompositeParts.of(composite).first(where: { $0.path == path }) else { return .nothing }
        guard let source = pair.source(of: composite) as? NSCompositeAttributeDescription,
            let former = CompositePairs.source(of: part, in: composite, source),
            let name = name(of: ColumnRole(source, .element(former.path)), pair)
        else { return .constant(DefaultLiteral.of(part, in: composite)) }
        // What is required of a value is so where the value itself has become required, too.
        let mayLack = former.attribute.isOptional || source.isOptional && !composite.isOptional
        guard mayLack, !part.attribute.isOptional, let literal = DefaultLiteral.of(part, in: composite) else {
            return .plain(name)
        }
        return .filled(name, literal)
    }

    // MARK: Relationships

    private func reference(
        _ column: String, _ source: NSRelationshipDescription, _ relationship: NSRelationshipDescription
    ) -> ColumnOrigin {
        guard let old = source.destinationEntity, let new = relationship.destinationEntity,
            let sql = shifted(ColumnOrigin.name(column), of: old, as: new)
        else { return .plain(column) }
        return ColumnOrigin(column: column, sql: sql, changes: .thoseWithValue)
    }

    /// The new key of an object of an old entity to which one of a new entity is led, whose old key is known; nil where all
    /// keep theirs. One that is none of the new entity's has no key there: its old one may be another object's.
    func shifted(_ key: String, of old: NSEntityDescription, as new: NSEntityDescription) -> String? {
        let shift = layout.keys.shift(from: old.rootEntity, to: new.rootEntity)
        guard shift != 0 else { return nil }
        guard layout.mayLose(old, new), let table = layout.before.table(of: old) else { return "\(key) + \(shift)" }
        let numbers = layout.family(of: new).map(String.init).joined(separator: ", ")
        return "(SELECT \(key) + \(shift) FROM \(SQLiteName.quoted(tableName(table))) AS o "
            + "WHERE o.Z_PK = \(key) AND o.Z_ENT IN (\(numbers)))"
    }
}
