internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A column into which a batch puts values.
struct BatchColumn {
    let name: String
    let column: StoreColumn
    /// Nil where it is a relationship to one.
    private let attribute: NSAttributeDescription?

    var place: SlotPlace { column.place }
    var slot: Int { Int(column.place.slot) }
    var isReference: Bool { attribute == nil }

    init(_ column: StoreColumn, of table: EntityTable) {
        let property = table.entity.slots[Int(column.place.slot)]
        (name, self.column, attribute) = (property.name, column, property as? NSAttributeDescription)
    }

    static func all(of table: EntityTable) -> [BatchColumn] { table.columns.map { BatchColumn($0, of: table) } }

    /// Puts a value into the memory of an object: of an attribute converted as an object does, of a relationship an object of the store or
    /// its identity; `NSNull` is nil, and so is an optional without a value.
    /// - Parameters:
    ///   - store: the number of the store in identities.
    ///   - error: makes an error of the reason why the value cannot be taken.
    func take(_ value: Any, _ memory: ValueMemory, store: UInt32, _ error: (String) -> any Error) throws {
        if takeQuickly(value, memory) { return }
        let value = plain(value)
        if let attribute {
            guard let value else { return memory.setLoose(nil, place) }
            switch AttributeConversion.convert(value, to: attribute.attributeType) {
            case .success(let converted): memory.setLoose(converted, place)
            case .failure(let failure): throw error(failure.description)
            }
            return
        }
        guard let value else { return memory.setIdentity(nil, place) }
        let identity = (value as? NSManagedObject)?.objectID ?? value as? NSManagedObjectID
        guard let identity else {
            throw error("the value is \(type(of: value)); give an object of the store, or its identity")
        }
        try check(identity, store: store, error)
        memory.setIdentity(identity, place)
    }

    /// A link leads to an object of the store, by its identity: whether it is still there is seen once all rows are written.
    func check(_ other: NSManagedObjectID, store: UInt32, _ error: (String) -> any Error) throws {
        guard other.key.store == store, case .reference(let reference) = column.form,
            other.key.root == reference.root, other.entity.isKindOf(entity: reference.destination)
        else { throw error("\(other) is no object of its destination that the store has") }
    }

    /// Sets a value that is of the column's own type, or one that needs no more than a look.
    /// - Returns: whether it was.
    private func takeQuickly(_ value: Any, _ memory: ValueMemory) -> Bool {
        switch place.kind {
        case .string:
            guard let value = value as? String else { return false }
            String.write(value, memory, place)
        case .double:
            guard let value = value as? Double else { return false }
            Double.write(value, memory, place)
        case .date:
            guard let value = value as? Date else { return false }
            Date.write(value, memory, place)
        case .integer64:
            if let value = value as? Int64 {
                Int64.write(value, memory, place)
            } else if let value = value as? Int {
                Int64.write(Int64(value), memory, place)
            } else {
                return false
            }
        case .boolean:
            guard let value = value as? Bool else { return false }
            Bool.write(value, memory, place)
        default: return false
        }
        return true
    }
}
