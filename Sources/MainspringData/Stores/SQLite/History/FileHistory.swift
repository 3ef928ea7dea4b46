@_spi(Tools) internal import MainspringModel

/// The history of an open file. Constant.
package final class FileHistory: Sendable {
    let form: HistoryForm
    /// What rows of an entity mean, by its place among the schema's tables.
    package let entities: [HistoryEntity]
    /// Which of them it is, by the number in the file.
    private let places: [Int64: Int32]
    /// The bits of an update, in the order of ``entities``.
    let bits: [HistoryBits]
    /// Whether saves are written down in it.
    let isWritten: Bool

    package init(_ form: HistoryForm, _ schema: StoreSchema, isWritten: Bool) {
        (self.form, self.isWritten) = (form, isWritten)
        entities = Self.entities(schema)
        places = Dictionary(schema.tables.enumerated().map { ($0.element.number, Int32($0.offset)) }) { first, _ in
            first
        }
        bits = zip(schema.tables, entities).map { HistoryBits($0, $1) }
    }

    package static func entities(_ schema: StoreSchema) -> [HistoryEntity] {
        schema.tables.map { HistoryEntity($0.entity, model: schema.model, root: $0.root) }
    }

    /// Which of ``entities`` has a number in the file; nil for one that the model does not have.
    func place(number: Int64) -> Int32? { places[number] }
}

/// Which bit of an update's columns stands for what a row has. Constant.
struct HistoryBits: Sendable {
    /// By the number of the column among the table's; -1 for none.
    let ofColumns: [Int]
    /// By slot; -1 for none.
    let ofSlots: [Int]
    let byteCount: Int

    init(_ table: EntityTable, _ entity: HistoryEntity) {
        let numbers = Dictionary(entity.properties.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in
            first
        }
        let slots = table.entity.slots.map { numbers[$0.name] ?? -1 }
        ofSlots = slots
        ofColumns = table.columns.map { slots[Int($0.place.slot)] }
        byteCount = entity.byteCount
    }

    /// Sets a bit; nothing for -1.
    static func set(_ bit: Int, _ bytes: inout [UInt8]) {
        if bit >= 0 { bytes[bit >> 3] |= 0x80 >> UInt8(bit & 7) }
    }
}
