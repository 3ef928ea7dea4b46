import Foundation
import SeededRandom

@testable import MainspringData

/// A row of a random list: it belongs to a label, by which lists have sections, and has a rank.
final class ListRow: CustomStringConvertible {
    let id: Int
    var label: Int
    var rank: Int

    init(id: Int, label: Int, rank: Int) { (self.id, self.label, self.rank) = (id, label, rank) }

    var description: String { "\(id): \(label), \(rank)" }
}

/// Rows that change at random, and results that are told so.
final class RowWorld {
    private(set) var rows: [ListRow] = []
    /// In which order labels come. They change places, and so do sections.
    private var labelOrder: [Int]
    private let hasSections: Bool
    private let size: Int
    private var nextID = 0
    var random: SeededGenerator
    private(set) var results: SectionedResults<ListRow>!

    init(seed: UInt64, size: Int, labels: Int, hasSections: Bool) {
        random = SeededGenerator(seed: seed)
        labelOrder = Array(0..<labels)
        self.hasSections = hasSections
        self.size = size
        rows = (0..<size).map { _ in makeRow() }
        let sorted = rows.sorted { compare($0, $1) == .orderedAscending }
        var lengths: [(name: String, count: Int)] = []
        for row in sorted {
            if lengths.last?.name == name(of: row) {
                lengths[lengths.count - 1].count += 1
            } else {
                lengths.append((name(of: row), 1))
            }
        }
        results = SectionedResults(
            sorted, sections: lengths,
            order: .init(
                comparing: { [unowned self] in compare($0, $1) },
                sectionName: hasSections ? { [unowned self] in name(of: $0) } : nil))
    }

    func name(of row: ListRow) -> String { "label \(row.label)" }

    func compare(_ first: ListRow, _ second: ListRow) -> ComparisonResult {
        let firstKey = (labelOrder[first.label], first.rank)
        let secondKey = (labelOrder[second.label], second.rank)
        return firstKey < secondKey ? .orderedAscending : firstKey > secondKey ? .orderedDescending : .orderedSame
    }

    private func makeRow() -> ListRow {
        nextID += 1
        return ListRow(
            id: nextID, label: .random(in: labelOrder.indices, using: &random),
            // So few that many rows are equal.
            rank: .random(in: 0..<max(4, size / 4), using: &random))
    }

    /// Changes some rows, and says what is to be reported of it: also some things that were so before.
    func change() -> ResultsBatch<ListRow> {
        var batch = ResultsBatch<ListRow>()
        let most = Bool.random(using: &random) ? 3 : max(3, size / 4)
        for _ in 0..<Int.random(in: 0...most, using: &random) {
            guard let index = rows.indices.randomElement(using: &random) else { break }
            let row = rows[index]
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                rows.remove(at: index)
                batch.deleted.append(row)
            case 2, 3:
                row.rank = .random(in: 0..<max(4, size / 4), using: &random)
                batch.updated.append(row)
            case 4:
                row.label = .random(in: labelOrder.indices, using: &random)
                batch.updated.append(row)
            case 5: row.rank += [-1, 1].randomElement(using: &random) ?? 0; batch.updated.append(row)
            case 6: batch.updated.append(row)
            default: batch.updatedInPlace.append(row)
            }
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
            let (first, second) = (
                Int.random(in: labelOrder.indices, using: &random), Int.random(in: labelOrder.indices, using: &random)
            )
            labelOrder.swapAt(first, second)
            batch.updated += rows.filter { $0.label == first || $0.label == second }
        }
        let room = max(0, size - rows.count)
        for _ in 0..<Int.random(in: 0...max(1, min(most, room)), using: &random) {
            let row = makeRow()
            rows.append(row)
            batch.inserted.append(row)
        }
        if Int.random(in: 0..<50, using: &random) == 0 {
            batch.deleted += rows
            rows = []
        }
        // What is not there any more, or never was, does not matter.
        batch.updated.append(ListRow(id: 0, label: 0, rank: 0))
        return batch
    }

    /// The results as an array of arrays.
    var table: [[ListRow]] { results.sections.map(\.elements) }
}

/// A table view's rows, which are changed by a delegate's calls.
struct Table {
    var sections: [[ListRow]]

    /// What a table view makes of the calls in one batch: what went and moved is taken out by old places, and put in by
    /// new ones.
    /// - Returns: what is wrong with the calls; nil if nothing is.
    mutating func apply(_ changes: ResultsChanges<ListRow>) -> String? {
        let gone = (changes.deleted + changes.moved).compactMap(\.old)
        for change in changes.deleted + changes.moved + changes.updated {
            guard let old = change.old, sections[old.section][old.row] === change.element else {
                return "\(change.element) was not at \(String(describing: change.old))"
            }
        }
        for place in gone.sorted(by: { $0.index > $1.index }) { sections[place.section].remove(at: place.row) }
        for section in changes.deletedSections {
            guard sections[section.number].isEmpty else { return "section \(section.number) went with rows" }
            sections.remove(at: section.number)
        }
        for section in changes.insertedSections { sections.insert([], at: section.number) }
        let come = (changes.inserted + changes.moved).sorted { ($0.new?.index ?? 0) < ($1.new?.index ?? 0) }
        for change in come {
            guard let new = change.new else { return "\(change.element) came to no place" }
            sections[new.section].insert(change.element, at: new.row)
        }
        for change in changes.updated {
            guard let new = change.new, sections[new.section][new.row] === change.element else {
                return "\(change.element) was updated and moved"
            }
        }
        return nil
    }
}
