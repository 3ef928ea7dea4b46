import SeededRandom
import Testing

@testable import MainspringData

/// Rows that are counted by a tree.
@Suite struct ResultSectionTests {
    private final class ListRow {}

    @Test(arguments: Seeds.first(6))
    func `rows are where they were put, and found there, whatever comes and goes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let section = ResultSection<ListRow>(name: "")
        var rows = (0..<Int.random(in: 0...1_000, using: &random)).map { _ in ListRow() }
        var blocks: [ObjectIdentifier: RowBlock<ListRow>] = [:]
        section.fill(rows)
        section.forEachBlock { block in for row in block.elements { blocks[ObjectIdentifier(row)] = block } }
        // Grows, then shrinks to nothing.
        for round in 0..<4_000 {
            if !rows.isEmpty, round > 2_000 || Bool.random(using: &random) {
                let row = rows.remove(at: Int.random(in: rows.indices, using: &random))
                let block = blocks.removeValue(forKey: ObjectIdentifier(row))
                section.remove(row, from: try #require(block))
            } else if round <= 2_000 {
                let (row, place) = (ListRow(), Int.random(in: 0...rows.count, using: &random))
                rows.insert(row, at: place)
                let (block, new) = section.insert(row, at: place)
                blocks[ObjectIdentifier(row)] = block
                for moved in new?.elements ?? [] { blocks[ObjectIdentifier(moved)] = new }
            }
            #expect(section.count == rows.count)
            guard let place = rows.indices.randomElement(using: &random) else { continue }
            #expect(section[place] === rows[place])
            let block = try #require(blocks[ObjectIdentifier(rows[place])])
            #expect(ResultSection.place(of: rows[place], in: block) == place)
            if round.isMultiple(of: 100) {
                #expect(section.elements.map { ObjectIdentifier($0) } == rows.map { ObjectIdentifier($0) })
            }
        }
    }

    @Test func `the tree of a section is not deep, filled at once or in order or by single rows`() {
        let rows = (0..<100_000).map { _ in ListRow() }
        let filled = ResultSection<ListRow>(name: "")
        filled.fill(rows)
        let grown = ResultSection<ListRow>(name: "")
        for (place, row) in rows.enumerated() { _ = grown.insert(row, at: place) }
        for section in [filled, grown] {
            var (deepest, count) = (0, 0)
            section.forEachBlock { block in
                deepest = max(deepest, sequence(first: block, next: \.parent).reduce(0) { depth, _ in depth + 1 })
                count += 1
            }
            #expect(count <= 100_000 / (RowBlock<ListRow>.capacity / 2) + 1 && deepest <= 40)
            #expect(section[77_777] === rows[77_777])
        }
    }

    @Test func `how many rows satisfy a condition is found by asking few`() {
        final class Number { let value: Int; init(_ value: Int) { self.value = value } }
        let section = ResultSection<Number>(name: "")
        section.fill((0..<10_000).map(Number.init))
        for bound in [0, 1, 95, 96, 97, 5_000, 9_999, 10_000] {
            var asked = 0
            #expect(
                section.prefixCount {
                    asked += 1; return $0.value < bound
                } == bound)
            #expect(asked <= 50)
        }
        #expect(ResultSection<Number>(name: "").prefixCount { _ in true } == 0)
    }
}
