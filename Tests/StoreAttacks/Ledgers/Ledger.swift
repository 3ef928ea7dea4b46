import Foundation
import SeededRandom

/// The rows that the saves of one worker leave in a store, computed from a seed without a store.
///
/// Each step is one save. Equal seeds, workers and steps give equal rows.
struct Ledger: Equatable {
    struct Row: Equatable {
        var number: Int
        /// The number of changes since the row was inserted.
        var version: Int
        /// The number of bytes after the first ones of ``LedgerStore``'s long attribute.
        var length: Int
    }

    enum Change {
        case insert(Row), update(Row), delete(Int)
    }

    let seed: UInt64
    let worker: Int
    /// The number of saves.
    private(set) var step = 0
    /// The rows by their numbers.
    private(set) var rows: [Int: Row] = [:]
    private var next = 0

    private static let mostRows = 24
    /// From this length on, data are kept in files of their own.
    private static let long = 110_000

    /// - Parameter step: The number of saves.
    init(seed: UInt64, worker: Int, step: Int = 0) {
        (self.seed, self.worker) = (seed, worker)
        while self.step < step { _ = advance() }
    }

    /// Plays the next step.
    /// - Returns: What its save has to change. Each row is changed once.
    mutating func advance() -> [Change] {
        step += 1
        var random = SeededGenerator(seed: seed &+ UInt64(worker) &* 1_000_003 &+ UInt64(step) &* 7_919)
        var changes: [Change] = []
        let known = rows.keys.sorted().shuffled(using: &random)
        let deleted = rows.count > Self.mostRows ? 3 : rows.count > 6 ? Int.random(in: 0...1, using: &random) : 0
        for number in known.prefix(deleted) {
            rows[number] = nil
            changes.append(.delete(number))
        }
        for number in known.dropFirst(deleted).prefix(Int.random(in: 0...2, using: &random)) {
            guard var row = rows[number] else { continue }
            row.version += 1
            // Some changes leave the data as they are.
            if Bool.random(using: &random) { row.length = Self.length(&random) }
            rows[number] = row
            changes.append(.update(row))
        }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let row = Row(number: next, version: 0, length: Self.length(&random))
            next += 1
            rows[row.number] = row
            changes.append(.insert(row))
        }
        return changes
    }

    private static func length(_ random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: Int.random(in: 0..<200, using: &random)
        case 4..<7: Int.random(in: 200..<20_000, using: &random)
        default: Int.random(in: long..<long * 2, using: &random)
        }
    }

    // MARK: Values

    func text(_ row: Row) -> String { "row \(row.number) of worker \(worker), version \(row.version)" }

    /// The bytes of a row. They differ between workers, rows and lengths.
    func data(_ row: Row) -> Data {
        let byte = UInt8(truncatingIfNeeded: row.number &* 31 &+ row.length &+ worker)
        return Data("\(worker) \(row.number) \(row.length) ".utf8) + Data(repeating: byte, count: row.length)
    }
}
