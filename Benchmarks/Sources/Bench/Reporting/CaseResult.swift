/// What came out of a case.
struct CaseResult {
    /// What one contender took.
    struct Figure {
        let name: String
        let value: Double
        let lowest: Double
        let highest: Double
        /// Each program's own median, where there are several.
        let programs: [(label: String, value: Double)]
        let notes: [(name: String, value: Double)]
    }

    let item: Case
    let ours: Figure
    /// In the area's order; those left out are missing.
    let peers: [Figure]

    /// Nil if ours has no figure.
    init?(_ item: Case, _ entrants: [Entrant], peers names: [String]) {
        let figures = Dictionary(grouping: entrants.filter { !$0.measurements.isEmpty }, by: \.contender)
            .mapValues(Figure.init)
        guard let ours = figures["ours"] else { return nil }
        self.item = item
        self.ours = ours
        peers = names.compactMap { figures[$0] }
    }
}

extension CaseResult.Figure {
    /// The figure of a contender's programs: the slowest median counts.
    init(_ entrants: [Entrant]) {
        let medians = entrants.map { median($0.measurements.map(\.value)) }
        let slowest = medians.indices.max { medians[$0] < medians[$1] }!
        let counted = entrants[slowest].measurements
        name = entrants[slowest].contender
        value = medians[slowest]
        lowest = counted.map(\.value).min()!
        highest = counted.map(\.value).max()!
        programs = entrants.count > 1 ? zip(entrants, medians).map { ($0.program.label, $1) } : []
        notes = counted[0].notes.map { note in
            (note.name, median(counted.compactMap { run in run.notes.first { $0.name == note.name }?.value }))
        }
    }
}
