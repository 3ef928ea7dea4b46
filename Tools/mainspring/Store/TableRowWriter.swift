internal import Dispatch
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel
internal import Synchronization

/// A table whose columns get their widths from its first rows: 200, or on a terminal as many as come within some milliseconds.
///
/// What goes into a pipe or a file does not depend on how fast the rows come.
final class TableRowWriter: RowWriter {
    private let shared: Shared
    private let alignments: [TextTable.Alignment]
    private let isWide: Bool

    /// Longer values are cut off on a terminal.
    private static let longest = 48
    private static let rowsLookedAt = 200
    private static let patience = DispatchTimeInterval.milliseconds(5)

    /// The state, for the writer and the closure that prints soon.
    private final class Shared: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }
    }

    private struct State: @unchecked Sendable {
        // `@unchecked Sendable`: the output is used with the lock alone as long as there are rows that wait.
        let output: TextOutput
        let alignments: [TextTable.Alignment]
        var waiting: [[String]]
        var widths: [Int]?
        var failure: (any Error)?

        mutating func flush() {
            guard widths == nil else { return }
            let widths = alignments.indices.map { column in TextTable.width(of: waiting.lazy.map { $0[column] }) }
            self.widths = widths
            do {
                for row in waiting { try output.writeLine(TextTable.line(row, widths, alignments)) }
                try output.flush()
            } catch {
                failure = error
            }
            waiting = []
        }
    }

    init(_ query: InspectionQuery, _ text: ValueText) {
        let output = StandardOutput.shared
        isWide = !output.isTerminal
        alignments = query.columns.map { column in
            switch (query.entity.attributesByName[column])?.attributeType {
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
                .floatAttributeType, .decimalAttributeType:
                .right
            default: column.contains("@") ? .right : .left
            }
        }
        shared = Shared(State(output: output, alignments: alignments, waiting: [query.columns]))
        super.init(query.columns, text, to: output)
    }

    /// Prints what there is when others have had time to come.
    private func printSoon() {
        let shared = shared
        DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + Self.patience) {
            shared.state.withLock { $0.flush() }
        }
    }

    override func write(_ row: InspectedRow) throws {
        let cells = row.values.map { value in
            let cell = TerminalText.plain(text.cell(value))
            return isWide ? cell : TerminalText.shortened(cell, to: Self.longest)
        }
        let isFirst = try shared.state.withLock { state in
            if let failure = state.failure { throw failure }
            if let widths = state.widths {
                try state.output.writeLine(TextTable.line(cells, widths, alignments))
                return false
            }
            state.waiting.append(cells)
            if state.waiting.count > Self.rowsLookedAt { state.flush() }
            return state.waiting.count == 2
        }
        if isFirst, !isWide { printSoon() }
    }

    override func end() throws {
        try shared.state.withLock { state in
            state.flush()
            if let failure = state.failure { throw failure }
        }
        try super.end()
    }
}
