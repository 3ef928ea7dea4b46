/// Measures the cases of an area in two revisions in turn; the one that goes first alternates.
final class ComparisonRunner {
    let area: Area
    let rounds: Int
    let before: Revision
    let after: Revision
    /// False once a case of both revisions could not be measured.
    private(set) var isWhole = true
    private let programs: [ComparedProgram]
    private let counter: InstructionCounter
    /// What has been measured, by cases: several figures may come from one run.
    private var measured: [String: [ComparedEntrant]] = [:]

    init(area: Area, rounds: Int, before: Revision, after: Revision, counter: InstructionCounter) {
        self.area = area
        self.rounds = rounds
        self.before = before
        self.after = after
        self.counter = counter
        programs = area.ours.programs.map { program in
            ComparedProgram(
                label: program.label, before: InstalledProgram(program, in: before.launcher.folder),
                after: InstalledProgram(program, in: after.launcher.folder))
        }
    }

    /// Measures one case with each program that both revisions have. A line on standard error names what is left out.
    func run(_ item: Case) -> [Comparison] {
        let source = item.source.flatMap { source in area.cases.first { $0.name == source.case } } ?? item
        nameMissing(item, in: source)
        let isOneOfSeveral = programs.count { $0.has(source.name) } > 1
        return entrants(source).compactMap { entrant in
            guard let before = spread(entrant.beforeRuns, of: item), let after = spread(entrant.afterRuns, of: item)
            else {
                fail("\(item.name) is left out: its runs lack the figure.")
                return nil
            }
            let label = isOneOfSeveral ? entrant.label : nil
            var comparison = Comparison(item, label: label, before: before, after: after)
            comparison.settle { count(entrant, item) }
            return comparison
        }
    }

    private func spread(_ runs: [Measurement], of item: Case) -> Spread? {
        Spread(runs.compactMap { run in item.source.map { run.figure($0.note)?.value } ?? run.value })
    }

    /// Names what one revision lacks of a case that is measured by the runs of `source`.
    private func nameMissing(_ item: Case, in source: Case) {
        let present = programs.filter { $0.has(source.name) }
        if present.isEmpty { return fail("\(item.name) is left out: neither revision has it.") }
        for program in present where program.entrant(source.name) == nil {
            let revision = program.before?.cases.contains(source.name) == true ? after : before
            let label = present.count > 1 ? ", \(program.label)" : ""
            say("bench: \(item.name)\(label) is left out: \(revision.name) lacks it.")
        }
    }

    /// The cases of the earlier revision's programs that the later one's no longer have.
    func removedCases() -> [String] {
        let present = programs.reduce(into: Set<String>()) { $0.formUnion($1.after?.cases ?? []) }
        let past = programs.reduce(into: Set<String>()) { $0.formUnion($1.before?.cases ?? []) }
        return past.subtracting(present).sorted()
    }

    /// Measures a case in both revisions, unless that has been done.
    private func entrants(_ item: Case) -> [ComparedEntrant] {
        if let known = measured[item.name] { return known }
        var entrants = programs.compactMap { $0.entrant(item.name) }
        if !entrants.isEmpty { say("bench: \(item.name): 2 revisions, \(rounds) rounds") }
        for round in 0..<rounds {
            for (index, entrant) in entrants.enumerated().reversed() {
                let (before, after) = measureBoth(entrant, item, isBeforeFirst: round % 2 == 0)
                if let before, let after {
                    entrants[index].beforeRuns.append(before)
                    entrants[index].afterRuns.append(after)
                } else {
                    let revision = before == nil ? self.before : self.after
                    fail("\(item.name) is left out: \(entrant.after.command[0]) failed in \(revision.name).")
                    entrants.remove(at: index)
                }
            }
        }
        measured[item.name] = entrants
        return entrants
    }

    private func measureBoth(
        _ entrant: ComparedEntrant, _ item: Case, isBeforeFirst: Bool
    ) -> (before: Measurement?, after: Measurement?) {
        let both = [(before.launcher, entrant.before), (after.launcher, entrant.after)]
        let inTurn = isBeforeFirst ? both : both.reversed()
        let runs =
            item.runsTogether
            ? Launcher.measureTogether(inTurn, item)
            : inTurn.map { launcher, program in launcher.measure(program, item) }
        return isBeforeFirst ? (runs[0], runs[1]) : (runs[1], runs[0])
    }

    private func count(_ entrant: ComparedEntrant, _ item: Case) -> Comparison.Settlement {
        guard counter.isInstalled else { return .unsettled("valgrind is missing") }
        say("bench: \(item.name): doubtful; counting instructions")
        guard let before = counter.count(before.launcher, entrant.before, item),
            let after = counter.count(after.launcher, entrant.after, item)
        else { return .unsettled("valgrind failed") }
        return .instructions(ratio(of: after, to: before))
    }

    private func fail(_ sentence: String) {
        say("bench: \(sentence)")
        isWhole = false
    }
}

/// A program of ours in the two revisions, either of which may lack it.
private struct ComparedProgram {
    let label: String
    let before: InstalledProgram?
    let after: InstalledProgram?

    /// The program in a case that both revisions have; nil for any other.
    func entrant(_ name: String) -> ComparedEntrant? {
        guard let before, let after, before.cases.contains(name), after.cases.contains(name) else { return nil }
        return ComparedEntrant(label: label, before: before, after: after)
    }

    /// Returns true if at least one revision has the case.
    func has(_ name: String) -> Bool {
        before?.cases.contains(name) == true || after?.cases.contains(name) == true
    }
}

/// A program of both revisions in a case, with what was measured of it.
private struct ComparedEntrant {
    let label: String
    let before: InstalledProgram
    let after: InstalledProgram
    var beforeRuns: [Measurement] = []
    var afterRuns: [Measurement] = []
}
