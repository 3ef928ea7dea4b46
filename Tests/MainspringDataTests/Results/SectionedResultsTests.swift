import Foundation
import SeededRandom
import Testing

@testable import MainspringData

/// Results that are kept up with changes.
@Suite struct SectionedResultsTests {
    /// The rounds of a seed, which determines the size.
    private static let rounds = Seeds.round == nil ? 300 : 1_000

    @Test(arguments: Seeds.first(10))
    func `calls applied to an array of arrays give the sections, and a difference gives the list`(seed: UInt64) throws {
        print("Sectioned results: seed \(seed), \(Self.rounds) rounds")
        let size = [4, 12, 30, 60, 400][Int(seed) % 5]
        let world = RowWorld(seed: seed, size: size, labels: [2, 6, 15][Int(seed) % 3], hasSections: seed != 4)
        for round in 0..<Self.rounds {
            let before = world.table
            var table = Table(sections: before)
            let batch = world.results.sorted(world.change())
            var transaction = world.results.apply(batch)
            if round.isMultiple(of: 3) {
                world.results.revert(transaction)
                expectSame(world.table, before, "seed \(seed), round \(round), reverted")
                expectPlaces(world)
                transaction = world.results.apply(batch)
            }
            let changes = transaction.changes(in: world.results)
            let fault = table.apply(changes)
            try #require(fault == nil, "seed \(seed), round \(round)")
            expectSame(table.sections, world.table, "seed \(seed), round \(round)")
            try #require(changes.isEmpty == batch.isEmpty)

            let list = before.joined().map(\.id)
            let changed = list.applying(changes.difference(\.id))
            try #require(changed == world.results.elements.map(\.id), "seed \(seed), round \(round)")

            expectPlaces(world)
            expectOrder(world)
            expectOneReportEach(changes, batch)
            expectFewestMoves(changes, before: before, after: world.table)
        }
    }

    private func expectSame(_ first: [[ListRow]], _ second: [[ListRow]], _ what: Comment) {
        #expect(first.map { $0.map(\.id) } == second.map { $0.map(\.id) }, what)
    }

    private func expectPlaces(_ world: RowWorld) {
        var index = 0
        for (number, section) in world.results.sections.enumerated() {
            for (row, element) in section.elements.enumerated() {
                let place = world.results.place(of: element)
                if place != ResultPlace(section: number, row: row, index: index) {
                    Issue.record("\(element) is said to be at \(String(describing: place))")
                }
                index += 1
            }
        }
        #expect(world.results.count == index)
    }

    private func expectOrder(_ world: RowWorld) {
        let elements = world.results.elements
        #expect(Set(elements.map(\.id)) == Set(world.rows.map(\.id)) && elements.count == world.rows.count)
        #expect(zip(elements, elements.dropFirst()).allSatisfy { world.compare($0, $1) != .orderedDescending })
        guard world.results.order.sectionName != nil else {
            #expect(world.results.sections.count == 1)
            return
        }
        #expect(
            world.results.sections.allSatisfy { section in
                section.count > 0 && section.elements.allSatisfy { world.name(of: $0) == section.name }
            })
        #expect(Set(world.results.sections.map(\.name)).count == world.results.sections.count)
    }

    private func expectOneReportEach(_ changes: ResultsChanges<ListRow>, _ batch: ResultsBatch<ListRow>) {
        #expect(Set(changes.deleted.map(\.element.id)) == Set(batch.deleted.map(\.id)))
        #expect(Set(changes.inserted.map(\.element.id)) == Set(batch.inserted.map(\.id)))
        let touched = (changes.moved + changes.updated).map(\.element.id)
        #expect(touched.sorted() == (batch.updated + batch.updatedInPlace).map(\.id).sorted())
    }

    /// Rows that were not reported stay by force; of the others as many as can.
    private func expectFewestMoves(_ changes: ResultsChanges<ListRow>, before: [[ListRow]], after: [[ListRow]]) {
        let reported = (changes.moved + changes.updated).sorted { ($0.old?.index ?? 0) < ($1.old?.index ?? 0) }
        let reportedIDs = Set((reported + changes.deleted + changes.inserted).map(\.element.id))
        let goneSections = Set(changes.deletedSections.map(\.number))
        let newSections = Set(changes.insertedSections.map(\.number))
        let oldNumbers = before.indices.filter { !goneSections.contains($0) }
        let newNumbers = after.indices.filter { !newSections.contains($0) }
        let kept = Dictionary(zip(oldNumbers, newNumbers)) { first, _ in first }
        /// How many rows of the section that were not reported come before.
        func rank(_ place: ResultPlace, _ table: [[ListRow]]) -> Int {
            table[place.section][..<place.row].count { !reportedIDs.contains($0.id) }
        }
        let candidates = reported.filter { change in
            guard let old = change.old, let new = change.new else { return false }
            return kept[old.section] == new.section && rank(old, before) == rank(new, after)
        }
        #expect(changes.updated.count == longestIncrease(candidates.compactMap { $0.new?.index }))
    }
}

/// What single changes are reported as.
@Suite struct ResultsChangesTests {
    private static func world(_ rows: [ListRow]) -> SectionedResults<ListRow> {
        var lengths: [(name: String, count: Int)] = []
        for row in rows {
            if lengths.last?.name == "\(row.label)" {
                lengths[lengths.count - 1].count += 1
            } else {
                lengths.append(("\(row.label)", 1))
            }
        }
        return SectionedResults(
            rows, sections: lengths,
            order: .init(
                comparing: { first, second in
                    let (first, second) = ((first.label, first.rank), (second.label, second.rank))
                    return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
                }, sectionName: { "\($0.label)" }))
    }

    /// The changes as words: sections, then objects by their ids.
    private static func words(_ results: SectionedResults<ListRow>, _ batch: ResultsBatch<ListRow>) -> [String] {
        let changes = results.apply(results.sorted(batch)).changes(in: results)
        func path(_ place: ResultPlace?) -> String { place.map { "\($0.section).\($0.row)" } ?? "-" }
        return changes.deletedSections.map { "section \($0.section.name) went from \($0.number)" }
            + changes.insertedSections.map { "section \($0.section.name) came to \($0.number)" }
            + changes.objects.map { "\($0.type) \($0.change.element.id) \(path($0.change.old)) \(path($0.change.new))" }
    }

    private static func rows(_ parts: [(label: Int, rank: Int)]) -> [ListRow] {
        parts.enumerated().map { ListRow(id: $0, label: $1.label, rank: $1.rank) }
    }

    @Test func `two rows that change places are one move and one update`() {
        let rows = Self.rows([(0, 0), (0, 1)])
        let results = Self.world(rows)
        (rows[0].rank, rows[1].rank) = (1, 0)
        #expect(Self.words(results, .init(updated: rows)) == ["move 0 0.0 0.1", "update 1 0.1 0.0"])
    }

    @Test func `a row that jumps over others is the only one that moves`() {
        let rows = Self.rows([(0, 0), (0, 1), (0, 2), (0, 3)])
        let results = Self.world(rows)
        rows[0].rank = 9
        #expect(Self.words(results, .init(updated: [rows[0], rows[2]])) == ["move 0 0.0 0.3", "update 2 0.2 0.1"])
    }

    @Test func `a changed value by which rows are sorted is an update where the row stays between its neighbours`() {
        let rows = Self.rows([(0, 0), (0, 10), (0, 20)])
        let results = Self.world(rows)
        rows[1].rank = 15
        #expect(Self.words(results, .init(updated: [rows[1]])) == ["update 1 0.1 0.1"])
    }

    @Test func `a row among equal ones stays where it is`() {
        let rows = Self.rows([(0, 0), (0, 0), (0, 0), (0, 0)])
        let results = Self.world(rows)
        #expect(
            Self.words(results, .init(updated: [rows[2], rows[0]])) == ["update 0 0.0 0.0", "update 2 0.2 0.2"])
        let row = ListRow(id: 9, label: 0, rank: 0)
        #expect(Self.words(results, .init(inserted: [row])) == ["insert 9 - 0.4"])
    }

    @Test func `a row that goes to another section is a move, though its path be the same`() {
        let rows = Self.rows([(1, 0), (1, 1)])
        let results = Self.world(rows)
        rows[0].label = 0
        #expect(Self.words(results, .init(updated: [rows[0]])) == ["section 0 came to 0", "move 0 0.0 0.0"])
        rows[0].label = 1
        #expect(Self.words(results, .init(updated: [rows[0]])) == ["section 0 went from 0", "move 0 0.0 0.0"])
    }

    @Test func `sections that go are told from the last, those that come from the first, before the rows`() {
        let rows = Self.rows([(0, 0), (2, 0), (4, 0), (6, 0)])
        let results = Self.world(rows)
        let new = [
            ListRow(id: 7, label: 7, rank: 0), ListRow(id: 5, label: 5, rank: 0), ListRow(id: 8, label: 5, rank: 1),
        ]
        #expect(
            Self.words(results, .init(inserted: new, deleted: [rows[0], rows[2]])) == [
                "section 4 went from 2", "section 0 went from 0", "section 5 came to 1", "section 7 came to 3",
                "delete 2 2.0 -", "delete 0 0.0 -", "insert 5 - 1.0", "insert 8 - 1.1", "insert 7 - 3.0",
            ])
    }

    @Test func `a section that gets another name is one that went and one that came, and its rows move`() {
        let rows = Self.rows([(0, 0), (1, 0), (1, 1), (5, 0)])
        let results = Self.world(rows)
        for row in rows[1...2] { row.label = 3 }
        #expect(
            Self.words(results, .init(updated: Array(rows[1...2]))) == [
                "section 1 went from 1", "section 3 came to 1", "move 1 1.0 1.0", "move 2 1.1 1.1",
            ])
    }

    @Test func `a section all of whose rows are updated is the same section`() {
        let rows = Self.rows([(0, 0), (1, 0), (1, 1)])
        let results = Self.world(rows)
        #expect(
            Self.words(results, .init(updated: rows)) == ["update 0 0.0 0.0", "update 1 1.0 1.0", "update 2 1.1 1.1"])
    }

    @Test func `what is reported twice counts once, and deletion counts most`() {
        let rows = Self.rows([(0, 0), (0, 1), (0, 2)])
        let results = Self.world(rows)
        let stranger = ListRow(id: 9, label: 0, rank: 0)
        let batch = ResultsBatch(
            inserted: [rows[0], stranger], deleted: [rows[1], stranger, rows[1]], updated: [rows[0], rows[1]],
            updatedInPlace: [rows[0], rows[2], rows[2]])
        #expect(Self.words(results, batch) == ["delete 1 0.1 -", "update 0 0.0 0.0", "update 2 0.2 0.1"])
        #expect(results.sorted(.init(deleted: [stranger], updated: [stranger])).isEmpty)
    }

    @Test(arguments: Seeds.first(1)) func `an order that contradicts itself stops nobody`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = (0..<500).map { ListRow(id: $0, label: 0, rank: $0) }
        let results = SectionedResults(
            rows, sections: [("0", 500)],
            order: .init(
                comparing: { first, second in
                    (first.id &* 7 ^ second.id).isMultiple(of: 3) ? .orderedAscending : .orderedDescending
                }, sectionName: { "\($0.label)" }))
        for _ in 0..<100 {
            for row in rows.shuffled(using: &random).prefix(3) { row.label = .random(in: 0..<4, using: &random) }
            var table = Table(sections: results.sections.map(\.elements))
            let batch = results.sorted(.init(updated: Array(rows.shuffled(using: &random).prefix(50))))
            #expect(table.apply(results.apply(batch).changes(in: results)) == nil, "seed \(seed)")
            #expect(
                table.sections.map { $0.map(\.id) } == results.sections.map { $0.elements.map(\.id) }, "seed \(seed)")
        }
    }

    @Test func `a hundred changes among a hundred thousand rows ask few of them`() {
        final class Item { var rank: Int; init(_ rank: Int) { self.rank = rank } }
        var asked = 0
        let items = (0..<100_000).map(Item.init)
        let results = SectionedResults(
            items, sections: [],
            order: .init(
                comparing: { first, second in
                    asked += 1
                    return first.rank < second.rank
                        ? .orderedAscending : first.rank > second.rank ? .orderedDescending : .orderedSame
                }, sectionName: nil))
        let changed = stride(from: 500, to: 100_000, by: 1_000).map { items[$0] }
        for (index, item) in changed.enumerated() { item.rank = index * 7_919 % 100_000 }
        let batch = results.sorted(.init(inserted: [Item(3)], deleted: [items[7]], updated: changed))
        let changes = results.apply(batch).changes(in: results)
        #expect(changes.moved.count + changes.updated.count == 100 && changes.moved.count >= 80)
        #expect(asked <= 100 * 50)
    }
}
