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
    /// The figure of a contender's programs, each with at least one measurement: the slowest median counts.
    init(_ entrants: [Entrant]) {
        let spreads = entrants.map { Spread($0.measurements.map(\.value))! }
        let slowest = spreads.indices.max { spreads[$0].median < spreads[$1].median }!
        let counted = entrants[slowest].measurements
        name = entrants[slowest].contender
        value = spreads[slowest].median
        lowest = spreads[slowest].lowest
        highest = spreads[slowest].highest
        programs = entrants.count > 1 ? zip(entrants, spreads).map { ($0.program.label, $1.median) } : []
        notes = counted[0].notes.compactMap { note in
            Spread(counted.compactMap { $0.figure(note.name)?.value }).map { (note.name, $0.median) }
        }
    }
}
