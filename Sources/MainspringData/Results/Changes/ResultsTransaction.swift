internal import Foundation

/// A batch of changes that was applied, and how it is taken back.
struct ResultsTransaction<Element: AnyObject> {
    /// An object that was taken out: for good, or to be put in where it belongs now.
    struct Departure {
        let element: Element
        let returns: Bool
        let section: ResultSection<Element>
        let place: ResultPlace
        /// How many of the section's rows that were not taken out came before it.
        var rank = 0
    }

    /// An object that was put in.
    struct Arrival {
        let element: Element
        /// Which departure it is, if it was there before.
        let departure: Int?
        var section: ResultSection<Element>
        /// How many of the section's rows that had not been taken out come before it.
        var gap = 0
        var row = 0

        /// Where it is, once the sections are numbered.
        var place: ResultPlace { ResultPlace(section: section.number, row: row, index: section.start + row) }
    }

    let oldSections: [ResultSection<Element>]
    /// In the order of their old places.
    let departures: [Departure]
    let arrivals: [Arrival]
    /// Sections that have lost all rows.
    let vanished: [ResultSection<Element>]
    /// Sections that came to be; some have the names of such as vanished.
    let created: [ResultSection<Element>]
    /// Objects that were changed and did not have to be taken out, with their old places.
    let updatedInPlace: [(element: Element, old: ResultPlace)]
}

extension SectionedResults {
    /// Brings the results up to date with what ``sorted(_:)`` has made of a batch.
    ///
    /// All objects that may stand elsewhere are taken out before any is put in: rows are found by comparing, which needs
    /// those that are there to be in order.
    func apply(_ batch: ResultsBatch<Element>) -> ResultsTransaction<Element> {
        let oldSections = sections
        let updatedInPlace = batch.updatedInPlace.compactMap { element in place(of: element).map { (element, $0) } }
        let departures = takeOut(batch)
        let vanished = removeEmptySections()
        var arrivals: [ResultsTransaction<Element>.Arrival] = []
        var created: [ResultSection<Element>] = []
        for group in groups(batch, departures) {
            if let section = sectionsByName[group.name] {
                arrivals += put(group.newcomers, into: section, departures)
            } else {
                let section = ResultSection<Element>(name: group.name)
                let newcomers = inOrder(group.newcomers, in: group.name)
                section.fill(newcomers.map(\.element))
                list(section)
                sectionsByName[group.name] = section
                created.append(section)
                arrivals += newcomers.enumerated().map { row, newcomer in
                    .init(element: newcomer.element, departure: newcomer.departure, section: section, row: row)
                }
            }
        }
        setSections(vanished.isEmpty && created.isEmpty ? sections : merge(created))
        return ResultsTransaction(
            oldSections: oldSections, departures: departures, arrivals: arrivals, vanished: vanished, created: created,
            updatedInPlace: updatedInPlace)
    }

    /// Brings the results back to what they were before the last batch was applied.
    func revert(_ transaction: ResultsTransaction<Element>) {
        for arrival in transaction.arrivals { remove(arrival.element) }
        for section in transaction.created { sectionsByName[section.name] = nil }
        for section in transaction.vanished { sectionsByName[section.name] = section }
        for departure in transaction.departures {
            insert(departure.element, into: departure.section, at: departure.place.row)
        }
        setSections(transaction.oldSections)
    }
}

// MARK: Steps

/// An object to be put in.
private struct Newcomer<Element: AnyObject> {
    let element: Element
    let key: SortKey
    let departure: Int?
    /// Where it goes among those that it is equal to: what was here keeps its order, what is new follows.
    let tie: Int
}

extension SectionedResults {
    private func takeOut(_ batch: ResultsBatch<Element>) -> [ResultsTransaction<Element>.Departure] {
        var departures: [ResultsTransaction<Element>.Departure] = []
        for (elements, returns) in [(batch.deleted, false), (batch.updated, true)] {
            for element in elements {
                guard let place = place(of: element) else { continue }
                departures.append(
                    .init(element: element, returns: returns, section: sections[place.section], place: place))
            }
        }
        departures.sort { $0.place.index < $1.place.index }
        var gone = 0
        for index in departures.indices {
            let place = departures[index].place
            gone = index > 0 && departures[index - 1].place.section == place.section ? gone : 0
            departures[index].rank = place.row - gone
            gone += 1
        }
        for departure in departures { remove(departure.element) }
        return departures
    }

    private func removeEmptySections() -> [ResultSection<Element>] {
        guard order.sectionName != nil else { return [] }
        let vanished = sections.filter { $0.count == 0 }
        for section in vanished { sectionsByName[section.name] = nil }
        return vanished
    }

    /// What is to be put in, by the names of sections in the order in which they are met.
    private func groups(
        _ batch: ResultsBatch<Element>, _ departures: [ResultsTransaction<Element>.Departure]
    ) -> [(name: String, newcomers: [Newcomer<Element>])] {
        var groups: [(name: String, newcomers: [Newcomer<Element>])] = []
        var indices: [String: Int] = [:]
        func add(_ element: Element, _ departure: Int?, name: String, tie: Int) {
            let index = indices[name] ?? groups.count
            if index == groups.count {
                groups.append((name, []))
                indices[name] = index
            }
            groups[index].newcomers.append(
                Newcomer(element: element, key: order.key(element), departure: departure, tie: tie))
        }
        for (index, departure) in departures.enumerated() where departure.returns {
            let name = order.sectionName?(departure.element) ?? ""
            let tie = index - (name == departure.section.name ? departures.count : 0)
            add(departure.element, index, name: name, tie: tie)
        }
        for (index, element) in batch.inserted.enumerated() {
            add(element, nil, name: order.sectionName?(element) ?? "", tie: departures.count + index)
        }
        return groups
    }

    /// - Parameter section: the name of the one to which they all belong; empty for several.
    private func inOrder(_ newcomers: [Newcomer<Element>], in section: String) -> [Newcomer<Element>] {
        let comparisons = order.comparisons(in: section)
        let leads = newcomers.map { comparisons.lead($0.key) }
        return newcomers.indices.sorted { first, second in
            if let lead = leads[first], let other = leads[second], lead != other { return lead < other }
            let (first, second) = (newcomers[first], newcomers[second])
            let result = comparisons.compareKeys(first.key, second.key)
            return result == .orderedSame ? first.tie < second.tie : result == .orderedAscending
        }.map { newcomers[$0] }
    }

    private func put(
        _ newcomers: [Newcomer<Element>], into section: ResultSection<Element>,
        _ departures: [ResultsTransaction<Element>.Departure]
    ) -> [ResultsTransaction<Element>.Arrival] {
        var arrivals: [ResultsTransaction<Element>.Arrival] = []
        var least = 0
        for newcomer in inOrder(newcomers, in: section.name) {
            let departure = newcomer.departure.map { departures[$0] }
            let rank = departure.flatMap { $0.section === section ? $0.rank : nil }
            // Where the rows are out of order, because what they are sorted by changed and nobody said so, gaps might
            // go back.
            least = max(least, gap(for: newcomer.key, in: section, rank: rank))
            arrivals.append(
                .init(element: newcomer.element, departure: newcomer.departure, section: section, gap: least))
        }
        for index in arrivals.indices {
            arrivals[index].row = arrivals[index].gap + index
            insert(arrivals[index].element, into: section, at: arrivals[index].row)
        }
        return arrivals
    }

    /// Between which rows of a section an object belongs: where it was, if it may stay there; among equal ones as near to
    /// there as possible; a new one behind them.
    private func gap(for key: SortKey, in section: ResultSection<Element>, rank: Int?) -> Int {
        let compare = order.comparisons(in: section.name).compare
        if let rank {
            let follows = rank == 0 || compare(section[rank - 1], key) != .orderedDescending
            let precedes = rank == section.count || compare(section[rank], key) != .orderedAscending
            if follows && precedes { return rank }
            if follows { return section.prefixCount { compare($0, key) == .orderedAscending } }
        }
        return section.prefixCount { compare($0, key) != .orderedDescending }
    }

    /// The sections that have rows, with some new ones where their first rows belong.
    private func merge(_ created: [ResultSection<Element>]) -> [ResultSection<Element>] {
        let old = sections.filter { $0.count > 0 }
        let new = inOrder(
            created.enumerated().map { index, section in
                Newcomer(element: section[0], key: order.key(section[0]), departure: nil, tie: index)
            }, in: "")
        var (result, next) = ([ResultSection<Element>](), 0)
        result.reserveCapacity(old.count + new.count)
        for first in new {
            var (low, high) = (next, old.count)
            while low < high {
                let middle = (low + high) / 2
                if order.compare(old[middle][0], first.key) != .orderedDescending {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            result += old[next..<low]
            result.append(created[first.tie])
            next = low
        }
        return result + old[next...]
    }
}
