internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// The rows that a batch insert is to insert, one after another: from dictionaries, or from what handlers fill in.
final class BatchRows {
    private enum Source {
        case dictionaries([[String: Any]])
        case filling((NSMutableDictionary) -> Bool)
        case setting((NSManagedObject) -> Bool, NSManagedObject)
    }

    private let source: Source
    private let table: EntityTable
    private let store: UInt32
    private let layout: ObjectLayout
    /// The values of the next row.
    private let memory: ValueMemory
    private let columns: [BatchColumn]
    private let dictionary = NSMutableDictionary()
    private var index = 0
    /// The slots that the last dictionary has named; all of an object's.
    private(set) var givenSlots: [Int] = []
    /// Whether the memory has values that are not those of a new object.
    private var isFilled = false

    init(_ request: NSBatchInsertRequest, _ table: EntityTable, store: UInt32) throws {
        (self.table, self.store) = (table, store)
        layout = table.layout
        columns = BatchColumn.all(of: table)
        if let handler = request.managedObjectHandler {
            source = .setting(handler, NSManagedObject.make(table.entity, in: nil))
        } else if let handler = request.dictionaryHandler {
            source = .filling(handler)
        } else {
            source = .dictionaries(request.objectsToInsert ?? [])
        }
        memory = layout.make()
    }

    deinit { layout.destroy(memory) }

    /// How many rows are left; nil where nobody knows.
    var remaining: Int? { if case .dictionaries(let all) = source { all.count - index + 1 } else { nil } }

    /// The values of the next row, until the one after it is asked for; nil behind the last.
    func next() throws -> ValueMemory? {
        defer { index += 1 }
        switch source {
        case .dictionaries(let all):
            guard index < all.count else { return nil }
            reset()
            for (name, value) in all[index] { try set(value, name) }
            return memory
        case .filling(let handler):
            dictionary.removeAllObjects()
            guard !handler(dictionary) else { return nil }
            reset()
            for (name, value) in dictionary { try set(value, name as? String ?? "\(name)") }
            return memory
        case .setting(let handler, let object):
            object.resetValues()
            guard !handler(object) else { return nil }
            if givenSlots.isEmpty { givenSlots = columns.map(\.slot) }
            for column in columns where column.isReference {
                try check(object.memory.destination(column.place), column)
            }
            return object.memory
        }
    }

    private func reset() {
        givenSlots.removeAll(keepingCapacity: true)
        guard isFilled else { return }
        layout.reset(memory)
        isFilled = false
    }

    private func set(_ value: Any, _ name: String) throws {
        guard let column = columns.first(where: { $0.name == name }) else { throw unknown(name) }
        givenSlots.append(column.slot)
        isFilled = true
        if column.set(value, memory) { return }
        guard column.isReference else {
            return try column.setConverted(value, memory) { reason in self.error(name, reason) }
        }
        let identity = (value as? NSManagedObject)?.objectID ?? value as? NSManagedObjectID
        guard identity != nil || value is NSNull else {
            throw error(name, "the value is \(type(of: value)); give an object of the store, or its identity")
        }
        try check(identity, column)
        memory.setIdentity(identity, column.place)
    }

    /// A link leads to what the store has.
    private func check(_ other: NSManagedObjectID?, _ column: BatchColumn) throws {
        guard let other else { return }
        guard other.key.store == store, case .reference(let reference) = column.column.form,
            other.key.root == reference.root, other.entity.isKindOf(entity: reference.destination)
        else { throw error(column.name, "\(other) is no object of its destination that the store has") }
    }

    private func unknown(_ name: String) -> any Error {
        let property = table.entity.propertiesByName[name]
        return error(
            name,
            property == nil
                ? "there is no such property"
                : "a batch sets attributes that are stored, and relationships to one; set others by objects of a context"
        )
    }

    private func error(_ name: String, _ reason: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "Nothing was inserted: the row \(index) has a value for “\(name)” of “\(table.entity.name ?? "")” that cannot be taken: "
                + "\(reason).")
    }
}

/// A column into which a batch puts values.
struct BatchColumn {
    let name: String
    let column: StoreColumn
    let attribute: NSAttributeDescription?

    var place: SlotPlace { column.place }
    var slot: Int { Int(column.place.slot) }
    var isReference: Bool { attribute == nil }

    static func all(of table: EntityTable) -> [BatchColumn] {
        table.columns.map { column in
            let property = table.entity.slots[Int(column.place.slot)]
            return BatchColumn(
                name: property.name, column: column, attribute: property as? NSAttributeDescription)
        }
    }

    /// Sets a value that is of the column's own type, or one that needs no more than a look.
    /// - Returns: whether it was.
    func set(_ value: Any, _ memory: ValueMemory) -> Bool {
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

    /// Sets a value of another type, converted as an object does; `NSNull` is nil.
    func setConverted(_ value: Any, _ memory: ValueMemory, _ error: (String) -> any Error) throws {
        guard let attribute, !(value is NSNull) else { return memory.setLoose(nil, place) }
        switch AttributeConversion.convert(value, to: attribute.attributeType) {
        case .success(let converted): memory.setLoose(converted, place)
        case .failure(let failure): throw error(failure.description)
        }
    }
}
