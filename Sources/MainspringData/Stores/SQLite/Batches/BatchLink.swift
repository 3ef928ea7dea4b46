@_spi(Tools) internal import MainspringModel

/// A relationship to one of a batch's rows, and the end that leads back.
struct BatchLink {
    let column: StoreColumn
    let reference: StoreColumn.Reference
    let relationship: NSRelationshipDescription
    let destination: EntityTable
    /// What leads back; nil where nobody knows of the link.
    let inverse: NSRelationshipDescription?
    /// What leads back, of a link between two.
    let back: Back?

    /// The column of what leads back.
    struct Back {
        let relationship: NSRelationshipDescription
        let column: StoreColumn
        let reference: StoreColumn.Reference
        /// The slot by which the batch may give its rows that very end; nil where they have none of the kind.
        let slot: Int64?
    }

    /// Its slot in the batch's entity.
    var slot: Int64 { Int64(column.place.slot) }

    /// - Returns: nil for an attribute.
    init?(_ column: StoreColumn, of table: EntityTable, _ schema: StoreSchema) {
        guard case .reference(let reference) = column.form,
            let relationship = table.entity.slots[Int(column.place.slot)] as? NSRelationshipDescription,
            let destination = schema.table(of: reference.destination)
        else { return nil }
        (self.column, self.reference) = (column, reference)
        (self.relationship, self.destination) = (relationship, destination)
        inverse = relationship.mutualInverse
        let slot = inverse.flatMap { $0.isToMany ? nil : destination.entity.slot(named: $0.name) }
        if let inverse, let known = slot.flatMap({ destination.column(slot: $0) }),
            case .reference(let reference) = known.form
        {
            let own = destination.name == table.name ? table.columns.first { $0.name == known.name } : nil
            back = Back(
                relationship: inverse, column: known, reference: reference, slot: own.map { Int64($0.place.slot) })
        } else {
            back = nil
        }
    }

    /// The relationships to one of an entity.
    static func all(of table: EntityTable, _ schema: StoreSchema) -> [BatchLink] {
        table.columns.compactMap { BatchLink($0, of: table, schema) }
    }

    /// What leads back, where that is to many.
    var owned: NSRelationshipDescription? { inverse.flatMap { $0.isToMany ? $0 : nil } }
}

extension StoreColumn.Reference {
    /// The names of all columns of a link.
    func allNames(_ column: StoreColumn) -> [String] {
        [column.name] + [entityColumn, orderColumn].compactMap(\.self)
    }

    /// Sets all columns of a link to nothing.
    func ending(_ column: StoreColumn) -> SQLText {
        SQLText(allNames(column).map { name -> SQLText in "\(name: name) = NULL" })
    }
}
