internal import Foundation
internal import MainspringModel

/// Puts a row that was saved into a page. It is given the row and the form each time: to hold them would cost more.
struct RowWriter {
    /// What is kept of values that are more than a copy, in the order of the form's cells.
    private let raws: [SQLiteValue]

    /// - Returns: nil for a row of another entity, and for one with values that only its column shows: it is read when it
    ///   is asked for.
    init?(_ row: Row, _ form: RowForm) {
        guard row.layout === form.layout else { return nil }
        var raws: [SQLiteValue] = []
        if form.hasRaws {
            for cell in form.cells where cell.kind == .raw {
                guard let raw = Self.raw(cell, row.memory) else { return nil }
                raws.append(raw)
            }
        }
        self.raws = raws
    }

    private static func raw(_ cell: RowCell, _ memory: ValueMemory) -> SQLiteValue? {
        if memory.isNothing(cell.place) { return .null }
        switch cell.column.form {
        case .decimal: return (memory.loose(cell.place) as? NSDecimalNumber).map { .text($0.decimalValue.description) }
        case .uri: return (memory.loose(cell.place) as? URL).map { .text($0.absoluteString) }
        case .plain, .transformed, .external, .composite, .reference: return nil
        }
    }

    /// Whether two rows have the same texts, data and destinations. It looks at none of their bytes.
    static func differsInNumbersAlone(_ row: Row, _ previous: Row, _ form: RowForm) -> Bool {
        form.steps.allSatisfy { step in
            switch step.kind {
            case .string, .data: row.memory.isSameReference(step.place, as: previous.memory)
            case .raw: false
            case .reference: row.memory.destinationKey(step.place) == previous.memory.destinationKey(step.place)
            default: true
            }
        }
    }

    /// Fills in the numbers of a row of a page.
    static func fillNumbers(_ target: UnsafeMutableRawPointer, _ row: Row, _ form: RowForm) {
        let values = ValueMemory(base: target + RowForm.headSize)
        for step in form.steps where step.kind.isNumber { values.copy(step.place, from: row.memory) }
    }

    /// Fills a row of a page, but for its head.
    /// - Returns: whether its bytes had room.
    func fill(
        _ target: UnsafeMutableRawPointer, _ page: inout RowPage, _ row: Row, _ form: RowForm
    ) -> Bool {
        (target + RowForm.headSize).copyMemory(
            from: form.template + RowForm.headSize, byteCount: form.stride - RowForm.headSize)
        let (values, memory) = (ValueMemory(base: target + RowForm.headSize), row.memory)
        var raw = 0
        for step in form.steps {
            let place = step.place
            switch step.kind {
            case .string:
                guard var text = String.read(memory, place) else { continue }
                guard let range = text.withUTF8({ page.add($0.baseAddress, $0.count) }) else { return false }
                values.setRange(range, place)
            case .data:
                guard let data = Data.read(memory, place) else { continue }
                guard let range = data.withUnsafeBytes({ page.add($0.baseAddress, $0.count) }) else { return false }
                values.setRange(range, place)
            case .raw:
                guard let range = RawValue.add(raws[raw], to: &page) else { return false }
                raw += 1
                values.setRange(range, place)
            case .reference:
                guard let key = memory.destinationKey(place) else { continue }
                values.setWord(key.key, place)
                values.setNil(true, place)
                // Where only one is possible no number is needed.
                guard step.onlyDestination == nil, let other = memory.destination(place) else { continue }
                let number = form.cells[step.cell].number(of: other.entity)
                target.storeBytes(of: number, toByteOffset: step.tail, as: Int64.self)
            case .integer16, .integer32, .integer64, .boolean, .float, .double, .uuid: values.copy(place, from: memory)
            }
        }
        return true
    }
}
