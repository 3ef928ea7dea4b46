/// Many scenarios, one after another, on the calling thread and on threads of their own.
package struct Campaign {
    /// Every how many-th scenario plays on the main thread.
    package static let usualMainThreadShare = 7

    private let oracle: any LoopKind
    private let subject: any LoopKind
    /// How many scenarios were compared.
    package private(set) var count = 0
    /// Seeds whose limits the machine could not keep in five attempts.
    package private(set) var inconclusive: [UInt64] = []
    /// A report for each scenario that differed.
    package private(set) var failures: [String] = []
    /// In how many scenarios each row was exercised.
    package private(set) var rows: [Row: Int] = [:]
    /// What the last scenario came to.
    package private(set) var lastReport = ""
    private var ended = 0
    private var retries = 0

    /// Makes an empty campaign.
    package init(oracle: any LoopKind, subject: any LoopKind) {
        self.oracle = oracle
        self.subject = subject
    }

    /// Plays the scenarios of some seeds. Must be called on the main thread if any share of them is to play there.
    package mutating func run(
        seeds: Range<UInt64>, mainThreadShare: Int, stopsAtFirst: Bool = true, shrinks: Bool = true,
        willPlay: (Scenario) -> Void = { _ in },
        report: (String) -> Void
    ) {
        let watch = StuckWatch()
        for seed in seeds {
            let isOnMain = mainThreadShare > 0 && seed % UInt64(mainThreadShare) == 0
            let scenario = ScenarioGenerator.scenario(seed: seed, stage: isOnMain ? .mainThread : .secondaryThread)
            willPlay(scenario)
            watch.plays(scenario)
            let comparison = Comparison(scenario, oracle: oracle, subject: subject)
            watch.plays(nil)
            take(comparison)
            guard comparison.differs, comparison.isConclusive else { continue }
            let smallest = shrinks ? shrink(scenario) ?? comparison : comparison
            failures.append("seed \(seed): \(subject.name) and \(oracle.name) differ\n\(smallest.report)")
            report(failures[failures.count - 1])
            if stopsAtFirst { return }
        }
    }

    private mutating func take(_ comparison: Comparison) {
        count += 1
        for row in comparison.expected.rows { rows[row, default: 0] += 1 }
        if !comparison.isConclusive { inconclusive.append(comparison.scenario.seed) }
        if comparison.expected.trace.lines.last?.text.hasPrefix("the comparison ends") ?? false { ended += 1 }
        retries += (comparison.expected.attempts ?? 5) + (comparison.actual.attempts ?? 5) - 2
        lastReport = comparison.report
    }

    /// Nil if the scenario does not differ again: then what was played before it has a part in it.
    private func shrink(_ scenario: Scenario) -> Comparison? {
        let smallest = Shrinker.shrink(scenario) { candidate in
            let comparison = Comparison(candidate, oracle: oracle, subject: subject)
            return comparison.isConclusive && comparison.differs
        }
        let again = [smallest, scenario].lazy.map { Comparison($0, oracle: oracle, subject: subject) }
        return again.first(where: \.differs)
    }

    /// The rows with how often they were exercised.
    package var table: String {
        Row.allCases.map { row in
            let share = Double(rows[row] ?? 0) / Double(max(count, 1)) * 100
            return "\((share * 10).rounded() / 10) %  \(row.title)\n"
        }.joined()
    }

    /// The campaign in a line.
    package var summary: String {
        "\(count) scenarios, \(failures.count) differ, \(inconclusive.count) inconclusive \(inconclusive), \(ended) compared in part, \(retries) retries"
    }
}
