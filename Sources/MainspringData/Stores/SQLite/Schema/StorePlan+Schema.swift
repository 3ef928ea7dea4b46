@_spi(Tools) internal import MainspringModel

extension StorePlan {
    /// What the store works with.
    /// - Parameter roots: those of the coordinator.
    package func schema(_ roots: RootNumbers) -> StoreSchema {
        let joinTables = joins.map { join in
            JoinTable(name: join.name, first: JoinTable.End(join.first), second: JoinTable.End(join.second))
        }
        var ends: [ObjectIdentifier: (JoinTable, isFirst: Bool)] = [:]
        for (join, table) in zip(joins, joinTables) {
            ends[ObjectIdentifier(join.second.relationship)] = (table, false)
            // Of one that leads back to itself the first end is taken.
            ends[ObjectIdentifier(join.first.relationship)] = (table, true)
        }
        let entityTables = numbers.entries.compactMap { entry -> EntityTable? in
            guard let plan = table(of: entry.entity), let rootNumber = numbers[plan.root] else { return nil }
            let family = numbers.entries.filter { $0.entity.isKindOf(entity: entry.entity) }.map(\.number)
            return EntityTable(
                entity: entry.entity, number: entry.number, rootNumber: rootNumber, root: roots.number(of: plan.root),
                name: plan.name, columns: columns(of: entry.entity, plan, roots),
                memberTables: memberTables(of: entry.entity, roots, ends), familyNumbers: family,
                isShared: family.count < plan.entities.count)
        }
        return StoreSchema(model: model, roots: roots, tables: entityTables, joins: joinTables)
    }

    // MARK: Columns

    private func columns(of entity: NSEntityDescription, _ plan: TablePlan, _ roots: RootNumbers) -> [StoreColumn] {
        zip(ObjectLayout.of(entity).places, entity.slots).compactMap { place, property in
            guard !property.isTransient else { return nil }
            switch property {
            case let composite as NSCompositeAttributeDescription:
                let parts = CompositeParts.of(composite).compactMap { part -> StoreColumn.Part? in
                    plan.name(ColumnRole(composite, .element(part.path)))
                        .map { StoreColumn.Part(path: part.path, name: $0, attribute: part.attribute) }
                }
                return StoreColumn(name: parts.first?.name ?? "", place: place, form: .composite(parts))
            case let attribute as NSAttributeDescription:
                guard let name = plan.name(ColumnRole(attribute)) else { return nil }
                return StoreColumn(name: name, place: place, form: form(of: attribute))
            case let relationship as NSRelationshipDescription:
                guard let name = plan.name(ColumnRole(relationship)), let destination = relationship.destinationEntity
                else { return nil }
                let reference = StoreColumn.Reference(
                    destination: destination, root: roots.number(of: destination),
                    entityColumn: plan.name(ColumnRole(relationship, .entity)),
                    orderColumn: plan.name(ColumnRole(relationship, .order)))
                return StoreColumn(name: name, place: place, form: .reference(reference))
            default: return nil
            }
        }
    }

    private func form(of attribute: NSAttributeDescription) -> StoreColumn.Form {
        switch attribute.attributeType {
        case .decimalAttributeType: .decimal
        case .URIAttributeType: .uri
        case .transformableAttributeType: .transformed(attribute)
        case .binaryDataAttributeType: dataForms.isMarked(attribute) ? .external : .plain
        default: .plain
        }
    }

    // MARK: Members

    private func memberTables(
        of entity: NSEntityDescription, _ roots: RootNumbers, _ ends: [ObjectIdentifier: (JoinTable, isFirst: Bool)]
    ) -> [MemberTable] {
        entity.slots.enumerated().compactMap { slot, property in
            guard let relationship = property as? NSRelationshipDescription, relationship.isToMany,
                !relationship.isTransient, let destination = relationship.destinationEntity,
                let source = source(of: relationship, ends)
            else { return nil }
            return MemberTable(
                slot: slot, destination: destination, root: roots.number(of: destination), source: source)
        }
    }

    private func source(
        of relationship: NSRelationshipDescription, _ ends: [ObjectIdentifier: (JoinTable, isFirst: Bool)]
    ) -> MemberTable.Source? {
        if let (table, isFirst) = ends[ObjectIdentifier(relationship)] { return .join(table, isFirst: isFirst) }
        guard let inverse = relationship.mutualInverse, let plan = table(of: inverse.entity),
            let name = plan.name(ColumnRole(inverse))
        else { return nil }
        return .column(
            MemberTable.Column(
                table: plan.name, name: name, entityColumn: plan.name(ColumnRole(inverse, .entity)),
                orderColumn: plan.name(ColumnRole(inverse, .order))))
    }
}

extension JoinTable.End {
    fileprivate init(_ end: JoinPlan.End) {
        self.init(relationship: end.relationship, ownColumn: end.ownColumn, orderColumn: end.orderColumn)
    }
}
