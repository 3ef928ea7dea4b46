internal import Foundation
internal import MainspringModel

/// How the rows of one entity lie in pages: a head, then the values as in an object's memory, then the numbers of the entities
/// that relationships to one lead to. Constant.
///
/// Values of a fixed width stand in their places as objects have them, with their bits for nil; a text or data is a range of
/// the page's bytes, a relationship the key of the other object. So a row costs what its values take, and the memory of an
/// object is made of it by a copy.
final class RowForm: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the template is read only.

    let table: EntityTable
    let layout: ObjectLayout
    /// In the order of the table's columns.
    let cells: [RowCell]
    /// The length of a row in bytes, a multiple of eight.
    let stride: Int
    /// A row without values.
    let template: UnsafeMutableRawPointer
    /// Counted values that no column has.
    let otherPlaces: ConstantTable<SlotPlace>
    /// What is to be known of each cell for each row, in their order.
    let steps: ConstantTable<RowStep>
    /// Whether there are values of which something must be made outside of the lock.
    let hasRaws: Bool

    /// The length of the head: key, version, commit, time.
    static let headSize = 32

    init(_ table: EntityTable, in schema: StoreSchema) {
        self.table = table
        layout = table.layout
        var end = Self.headSize + layout.byteCount
        cells = table.columns.map { column in
            let cell = RowCell(column, tail: end, in: schema)
            if cell.kind == .reference { end += MemoryLayout<Int64>.size }
            return cell
        }
        stride = end
        template = .allocate(byteCount: end, alignment: 8)
        template.initializeMemory(as: UInt8.self, repeating: 0, count: end)
        let values = ValueMemory(base: template + Self.headSize)
        let kept = Set(cells.map(\.place.slot))
        for place in layout.places where !place.kind.isCounted {
            values.setNil(true, place)
            // What no store keeps is as in a new object.
            if !kept.contains(place.slot) { values.copy(place, from: layout.initialValues) }
        }
        for cell in cells {
            switch cell.kind {
            case .string, .data, .raw: values.setRange(.none, cell.place)
            default: break
            }
        }
        otherPlaces = ConstantTable(layout.places.filter { $0.kind.isCounted && !kept.contains($0.slot) })
        steps = ConstantTable(
            cells.enumerated().map { number, cell in
                RowStep(
                    kind: cell.kind, place: cell.place, cell: number, tail: cell.tail, root: cell.root,
                    onlyDestination: cell.destinations.count == 1 ? .passUnretained(cell.destinations[0].entity) : nil)
            })
        hasRaws = cells.contains { $0.kind == .raw }
    }

    deinit {
        template.deallocate()
        otherPlaces.deallocate()
        steps.deallocate()
    }
}

/// What is to be known of a cell for each row. (The cell itself has references, which would be counted.)
struct RowStep: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the cell holds the entity, which is in use.
    let kind: RowCell.Kind
    let place: SlotPlace
    /// The number of the cell.
    let cell: Int
    let tail: Int
    let root: UInt32
    /// Of a reference: the entity, if it can be only one.
    let onlyDestination: Unmanaged<NSEntityDescription>?
}

/// A value of a row in a page.
struct RowCell {
    package enum Kind: UInt8 {
        case integer16, integer32, integer64, boolean, float, double, string, data, uuid
        /// The key of another object; its entity's number stands behind the values.
        case reference
        /// Bytes of which a value is made when it is asked for: see ``RawValue``.
        case raw

        /// Whether the value lies among the bytes of the page.
        var hasBytes: Bool { self == .string || self == .data || self == .raw }
        /// Whether the value lies in the row as it lies in an object's memory.
        var isNumber: Bool { !hasBytes && self != .reference }
    }

    let kind: Kind
    let place: SlotPlace
    let column: StoreColumn
    /// Of a reference: where in the row the number of the other object's entity stands.
    let tail: Int
    /// Of a reference: to which entities it may lead, by their numbers.
    let destinations: [(number: Int64, entity: NSEntityDescription)]
    /// Of a reference: the number of their root in identities.
    let root: UInt32

    init(_ column: StoreColumn, tail: Int, in schema: StoreSchema) {
        (self.column, place, self.tail) = (column, column.place, tail)
        kind = Self.kind(column)
        guard case .reference(let reference) = column.form else {
            (destinations, root) = ([], 0)
            return
        }
        root = reference.root
        let family = schema.table(of: reference.destination)?.familyNumbers ?? []
        destinations = family.compactMap { number in schema.table(number: number).map { (number, $0.entity) } }
    }

    private static func kind(_ column: StoreColumn) -> Kind {
        switch column.form {
        case .reference: .reference
        case .decimal, .uri, .transformed, .external, .composite: .raw
        case .plain:
            switch column.place.kind {
            case .integer16: .integer16
            case .integer32: .integer32
            case .integer64: .integer64
            case .boolean: .boolean
            case .float: .float
            case .double, .date: .double
            case .string: .string
            case .data: .data
            case .uuid: .uuid
            case .object, .toOne, .toMany, .ordered, .fetched, .missing: .raw
            }
        }
    }

    /// The number that stands for an entity; 0 for one to which the relationship cannot lead.
    func number(of entity: NSEntityDescription) -> Int64 {
        destinations.first { $0.entity === entity }?.number ?? 0
    }

    /// The entity that a number stands for; nil if the relationship cannot lead to it. Where only one is possible no
    /// number is needed.
    func destination(_ number: Int64) -> NSEntityDescription? {
        if destinations.count == 1 { return destinations[0].entity }
        return destinations.first { $0.number == number }?.entity
    }
}

/// Where bytes lie among those of a page.
struct ByteRange: BitwiseCopyable {
    let start: UInt32
    let count: UInt32

    /// Of nil.
    static let none = ByteRange(start: .max, count: 0)
    var isNone: Bool { start == .max }
}

extension ValueMemory {
    @inline(__always)
    func range(_ place: SlotPlace) -> ByteRange { base.load(fromByteOffset: Int(place.offset), as: ByteRange.self) }

    @inline(__always)
    func setRange(_ range: ByteRange, _ place: SlotPlace) {
        base.storeBytes(of: range, toByteOffset: Int(place.offset), as: ByteRange.self)
    }
}
