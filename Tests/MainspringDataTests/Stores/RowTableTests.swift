import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Records by their keys.
@Suite struct RowTableTests {
    private let bench = RowBench()

    @Test(arguments: Seeds.first(10))
    func `random changes leave what a plain dictionary has, and copies stay as they are`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let identity = bench.identity("Badge")
        let rows = (0..<8).map { bench.row(identity, ["age": $0]) }
        var table = RowTable()
        var plain: [Int64: Row] = [:]
        var copies: [(RowTable, [Int64: Row])] = []
        for step in 0..<3_000 {
            // Most keys lie close together, some far away, as those of a custom store.
            let key =
                step % 20 == 0
                ? Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
                : Int64.random(in: 1...4_000, using: &random)
            if Int.random(in: 0..<3, using: &random) > 0 {
                let row = rows.randomElement(using: &random)!
                table[key] = RowRecord(identity: identity, row: row, links: nil)
                plain[key] = row
            } else {
                table[key] = nil
                plain[key] = nil
            }
            if step % 1_000 == 500 { copies.append((table, plain)) }
        }
        copies.append((table, plain))
        for (table, plain) in copies {
            #expect(table.count == plain.count, "seed \(seed)")
            var seen = 0
            table.forEach { key, record in
                seen += 1
                #expect(plain[key] === record.row, "seed \(seed)")
            }
            #expect(seen == plain.count, "seed \(seed)")
            #expect(plain.allSatisfy { table[$0.key]?.row === $0.value }, "seed \(seed)")
        }
    }

    @Test func `changing a record where it lies leaves copies alone`() {
        let identity = bench.identity("Badge")
        let (first, second) = (bench.row(identity, [:]), bench.row(identity, [:]))
        var table = RowTable()
        table[5] = RowRecord(identity: identity, row: first, links: nil)
        let copy = table
        table.withRecord(5) { $0.row = second }
        table.withRecord(6) { $0.row = second }
        #expect(table[5]?.row === second && copy[5]?.row === first && table[6] == nil)
    }
}
