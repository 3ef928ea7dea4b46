extension ResultsTransaction {
    /// What has become of the results, as the delegate is told; valid until they change again.
    func changes(in results: SectionedResults<Element>) -> ResultsChanges<Element> {
        var changes = ResultsChanges<Element>()
        let kept = keptSections(in: results)
        let keptNumbers = Set(kept.values)
        changes.deletedSections = vanished.reversed().filter { !keptNumbers.contains($0.number) }
            .map { .init(section: $0, number: $0.number) }
        changes.insertedSections = created.filter { kept[ObjectIdentifier($0)] == nil }
            .map { .init(section: $0, number: $0.number) }.sorted { $0.number < $1.number }
        changes.deleted = departures.reversed().filter { !$0.returns }
            .map { .init(element: $0.element, old: $0.place, new: nil) }

        var candidates: [(old: Int, arrival: Int)] = []
        for (index, arrival) in arrivals.enumerated() {
            guard let departure = arrival.departure.map({ departures[$0] }) else {
                changes.inserted.append(.init(element: arrival.element, old: nil, new: arrival.place))
                continue
            }
            let isSameSection =
                departure.section === arrival.section
                || kept[ObjectIdentifier(arrival.section)] == departure.place.section
            if isSameSection && departure.rank == arrival.gap {
                candidates.append((departure.place.index, index))
            } else {
                changes.moved.append(.init(element: arrival.element, old: departure.place, new: arrival.place))
            }
        }
        candidates.sort { $0.old < $1.old }
        let stayed = Set(
            Stayed.indices(candidates.map { .init(old: $0.old, new: arrivals[$0.arrival].place.index) }))
        for (index, candidate) in candidates.enumerated() {
            let arrival = arrivals[candidate.arrival]
            let old = arrival.departure.map { departures[$0].place }
            let change = ResultsChanges<Element>.ObjectChange(element: arrival.element, old: old, new: arrival.place)
            if stayed.contains(index) { changes.updated.append(change) } else { changes.moved.append(change) }
        }
        for (element, old) in updatedInPlace {
            changes.updated.append(.init(element: element, old: old, new: results.place(of: element)))
        }
        func byNewPlace(_ first: ResultsChanges<Element>.ObjectChange, _ second: ResultsChanges<Element>.ObjectChange)
            -> Bool
        { (first.new?.index ?? 0) < (second.new?.index ?? 0) }
        changes.inserted.sort(by: byNewPlace)
        changes.moved.sort(by: byNewPlace)
        changes.updated.sort(by: byNewPlace)
        return changes
    }

    /// Sections that vanished and came to be again where they had been: their old numbers, by what they are now.
    private func keptSections(in results: SectionedResults<Element>) -> [ObjectIdentifier: Int] {
        guard !vanished.isEmpty, !created.isEmpty else { return [:] }
        let vanishedByName = Dictionary(vanished.map { ($0.name, $0) }) { first, _ in first }
        let createdIdentities = Set(created.map { ObjectIdentifier($0) })
        // A vanished section that is met among the old ones has lost its rows; no other has.
        let survivorsBefore = counts(oldSections) { $0.count > 0 }
        let survivorsNow = counts(results.sections) { !createdIdentities.contains(ObjectIdentifier($0)) }
        let candidates = results.sections.compactMap { section -> (old: ResultSection<Element>, Stayed.Candidate)? in
            guard createdIdentities.contains(ObjectIdentifier(section)), let old = vanishedByName[section.name],
                survivorsBefore[old.number] == survivorsNow[section.number]
            else { return nil }
            return (old, .init(old: old.number, new: section.number))
        }.sorted { $0.old.number < $1.old.number }
        return Dictionary(
            Stayed.indices(candidates.map(\.1)).map { index in
                let candidate = candidates[index].1
                return (ObjectIdentifier(results.sections[candidate.new]), candidate.old)
            }
        ) { first, _ in first }
    }

    /// For each of some sections how many before it satisfy a condition.
    private func counts(
        _ sections: [ResultSection<Element>], where condition: (ResultSection<Element>) -> Bool
    ) -> [Int] {
        var (counts, count) = ([Int](), 0)
        for section in sections {
            counts.append(count)
            if condition(section) { count += 1 }
        }
        return counts
    }
}
