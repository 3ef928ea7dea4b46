package import MainspringModel

/// A question to a store's file: a statement, what is bound to it, and what its columns are.
///
/// Requests of one form have the same text, whatever the values in them, so that the statement can be kept prepared.
package struct StoreQuery {
    package let sql: String
    /// The first belongs to the parameter 1.
    package let bindings: [SQLiteValue]
    package let selection: Selection

    /// What the columns of the result are.
    package enum Selection {
        /// `Z_ENT`, `Z_PK` and `Z_OPT`, and the columns of an entity and its heirs.
        case rows(RowSelection)
        /// `Z_ENT` and `Z_PK`, with the owner's key before them where there are owners.
        case keys(hasOwner: Bool)
        /// One number.
        case count
        /// The values of dictionaries.
        case dictionaries([ResultColumn])
    }

    /// What is wanted of a request's results.
    package enum Want {
        /// The objects with their values.
        case rows
        /// Which objects.
        case keys
        /// How many results.
        case count
        /// The dictionaries.
        case dictionaries
    }

    /// A condition beside the predicate of a request.
    package enum Condition {
        /// The keys of the objects are among some.
        case keys([Int64])
        /// A column of the objects' table has a value: the key of an object that they lead to, say.
        case column(String, Int64)
    }
}

/// Where the values of objects stand in the rows of a result.
package struct RowSelection {
    /// Where the key of the owner stands, of whom the object is a member; nil where there are no owners.
    let ownerIndex: Int?
    /// Where `Z_ENT` stands. `Z_PK` and `Z_OPT` follow.
    let entityIndex: Int
    var keyIndex: Int { entityIndex + 1 }
    var versionIndex: Int { entityIndex + 2 }
    /// The entity and its heirs.
    let entities: [Entity]
    private let byNumber: [Int64: Int]

    /// The columns of one entity's objects.
    package struct Entity {
        let table: EntityTable
        /// In the order of the table's columns.
        let columns: [Column]
    }

    /// Where the value of a column stands.
    package struct Column {
        let column: StoreColumn
        /// Of a composite value where the first part stands; the others follow.
        let index: Int
        /// Where the number of the destination's entity stands; -1 where there is none.
        let entityIndex: Int
    }

    init(ownerIndex: Int?, entityIndex: Int, entities: [Entity]) {
        (self.ownerIndex, self.entityIndex, self.entities) = (ownerIndex, entityIndex, entities)
        byNumber = Dictionary(entities.enumerated().map { ($0.element.table.number, $0.offset) }) { first, _ in first }
    }

    /// The columns of the entity with a number in the file; nil if it is none of these.
    func entity(number: Int64) -> Entity? { byNumber[number].map { entities[$0] } }
}

/// A column of a result of dictionaries.
package struct ResultColumn {
    /// The key in the dictionaries.
    let name: String
    /// Where the value stands.
    package let index: Int
    package let form: Form

    /// What the value is.
    package enum Form {
        /// A value of an attribute, as its column has it.
        case attribute(NSAttributeDescription, StoreColumn.Form)
        /// The key of an object.
        case identity(Identity)
        /// What was computed, of a type; of the undefined one whatever SQLite gives.
        case computed(NSAttributeType)
    }

    /// How the identity of an object is made of its key.
    package struct Identity {
        /// The number of the root entity in identities.
        let root: UInt32
        /// The entity that is certain.
        package let entity: NSEntityDescription
        /// Where the number of the very entity stands; -1 if there is no other than the one that is certain.
        package let entityIndex: Int
    }
}
