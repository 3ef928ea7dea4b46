internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

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
    /// The slots of relationships by which any row so far leads to an object.
    private(set) var linkedSlots: Set<Int> = []
    /// Whether the memory has values that are not those of a new object.
    private var isFilled = false

    init(_ request: NSBatchInsertRequest, _ table: EntityTable, store: UInt32) throws {
        (self.table, self.store) = (table, store)
        layout = table.layout
        columns = BatchColumn.all(of: table)
        if let handler = request.managedObjectHandler {
            let object = NSManagedObject.make(table.entity, in: nil)
            object.state.insert(.ofBatch)
            source = .setting(handler, object)
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
            for relationship in layout.relationships where relationship.isToMany {
                let hasMembers = object.memory.members(relationship.place).map { $0.count > 0 } ?? false
                if hasMembers { throw unknown(table.entity.slots[Int(relationship.place.slot)].name) }
            }
            for column in columns where column.isReference {
                guard let other = object.memory.destination(column.place) else { continue }
                linkedSlots.insert(column.slot)
                try column.check(other, store: store) { error(column.name, $0) }
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
        try column.take(value, memory, store: store) { self.error(name, $0) }
        if column.isReference, memory.destination(column.place) != nil { linkedSlots.insert(column.slot) }
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
