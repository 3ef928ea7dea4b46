internal import Foundation
internal import MainspringModel

extension RowForm {
    /// The row of an object; nil if more is needed for it than what lies in its page. Calls nobody.
    @inline(__always)
    func plainRow(_ row: UnsafeMutableRawPointer, _ page: borrowing RowPage, store: UInt32) -> Row? {
        let memory = ValueMemory(base: .allocate(byteCount: layout.byteCount, alignment: 8))
        var isWhole = true
        copyValues(of: row, page, to: memory, store: store) { _, _ in
            isWhole = false
        } unknown: { _, _ in
            isWhole = false
        }
        guard isWhole else {
            layout.destroy(memory)
            return nil
        }
        return Row(taking: memory, of: layout, version: row.head.version)
    }

    /// Makes the values of an object of those of a row, nil where there is more to do.
    /// - Parameters:
    ///   - memory: is not initialized.
    ///   - raw: is told of the bytes of a value that more is to be made of.
    ///   - unknown: is told of the key of an object whose entity is not known.
    @inline(__always)
    func copyValues(
        of row: UnsafeMutableRawPointer, _ page: borrowing RowPage, to memory: ValueMemory, store: UInt32,
        raw: (RowStep, UnsafeRawBufferPointer) -> Void, unknown: (RowStep, Int64) -> Void
    ) {
        let values = ValueMemory(base: row + Self.headSize)
        memory.base.copyMemory(from: values.base, byteCount: layout.byteCount)
        for step in steps {
            let place = step.place
            switch step.kind {
            case .string:
                let range = values.range(place)
                let address = memory.base + Int(place.offset)
                address.initializeMemory(
                    as: String?.self,
                    to: range.isNone ? nil : String(decoding: page.bytes(range), as: UTF8.self))
            case .data:
                let range = values.range(place)
                let address = memory.base + Int(place.offset)
                address.initializeMemory(as: Data?.self, to: range.isNone ? nil : Data(page.bytes(range)))
            case .raw:
                memory.initialize(place)
                let range = values.range(place)
                if !range.isNone { raw(step, page.bytes(range)) }
            case .reference:
                // The bit says that there is an identity.
                guard values.isNil(place) else {
                    memory.initialize(place)
                    continue
                }
                let key = values.word(place, as: Int64.self)
                guard let entity = destination(step, row) else {
                    memory.initialize(place)
                    memory.setNil(false, place)
                    unknown(step, key)
                    continue
                }
                (memory.base + Int(place.offset)).initializeMemory(
                    as: AnyObject?.self,
                    to: NSManagedObjectID(ObjectKey(store: store, root: step.root, key: key), entity))
            default: break
            }
        }
        for place in otherPlaces { memory.initialize(place, from: layout.initialValues) }
    }

    /// The entity that a relationship of a row leads to.
    @inline(__always)
    private func destination(_ step: RowStep, _ row: UnsafeMutableRawPointer) -> NSEntityDescription? {
        if let only = step.onlyDestination { return only.takeUnretainedValue() }
        return cells[step.cell].destination(row.load(fromByteOffset: step.tail, as: Int64.self))
    }
}
