/// The request on the command line.
struct Options {
    static let usage = """
        usage: Scripts/bench [AREA…] [--only CASE]… [--json] [--rounds N] [--results FILE]
               Scripts/bench [AREA…] --against COMMIT [--only CASE]… [--json] [--rounds N]
        Areas: \(Area.all.map(\.name).joined(separator: ", ")). Without an area or --only, all areas run.
        """

    /// The file that all areas together are written to unless another one is named.
    static let usualResultsFile = "Benchmarks/RESULTS.md"
    /// The fewest runs that a figure in a file of results is the median of.
    static let fewestRecordedRounds = 5
    /// The number of runs of each revision in a comparison.
    static let comparedRounds = 11
    /// The smallest number of runs in a comparison. Two single figures never overlap, so each difference would count as
    /// slower.
    static let fewestComparedRounds = 3
    /// The largest number of runs. More would take weeks.
    static let mostRounds = 1_000

    /// The areas to measure, each once, in the order of the command line.
    private(set) var areas: [Area] = []
    /// The cases to measure; empty for all of the areas.
    private(set) var only: [String] = []
    private(set) var isJSON = false
    private(set) var rounds = Self.fewestRecordedRounds
    /// The file that receives the results of the areas; nil to print them only.
    private(set) var resultsFile: String?
    /// The revision to compare with, as it was given; nil to measure beside the peers.
    private(set) var against: String?

    /// True if the driver only prints which programs are needed. Scripts/bench asks this before it builds.
    private(set) var isPlan = false
    /// The folder of the programs of the working tree.
    private(set) var programs = ""
    /// The folder of the programs of the earlier revision.
    private(set) var programsBefore = ""
    /// The root folder of the checkout of the earlier revision.
    private(set) var rootBefore = ""

    /// A wrong command line, with a sentence that says what is wrong.
    struct Failure: Error { let message: String }

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var rest = Array(arguments)[...]
        var given: Set<String> = []
        var rounds: Int?
        while let argument = rest.popFirst() {
            if argument.hasPrefix("--"), argument != "--only", !given.insert(argument).inserted {
                throw Failure(message: "\(argument) is given twice.")
            }
            switch argument {
            case "--only": only.append(try Self.value(of: argument, from: &rest))
            case "--json": isJSON = true
            case "--results": resultsFile = try Self.value(of: argument, from: &rest)
            case "--against": against = try Self.value(of: argument, from: &rest)
            case "--plan": isPlan = true
            case "--programs": programs = try Self.value(of: argument, from: &rest)
            case "--programs-before": programsBefore = try Self.value(of: argument, from: &rest)
            case "--root-before": rootBefore = try Self.value(of: argument, from: &rest)
            case "--rounds":
                let value = try Self.value(of: argument, from: &rest)
                guard let count = Int(value), (1...Self.mostRounds).contains(count) else {
                    throw Failure(message: "--rounds is “\(value)”; it must be a number from 1 to \(Self.mostRounds).")
                }
                rounds = count
            case _ where argument.hasPrefix("-"):
                throw Failure(message: "There is no option \(argument).")
            default:
                guard let area = Area.all.first(where: { $0.name == argument }) else {
                    throw Failure(message: "There is no area \(argument).")
                }
                if !areas.contains(area) { areas.append(area) }
            }
        }
        let isWhole = areas.isEmpty && only.isEmpty && against == nil
        if isWhole, resultsFile == nil { resultsFile = Self.usualResultsFile }
        if areas.isEmpty { areas = Area.all }
        try checkCases()
        self.rounds = rounds ?? (against == nil ? Self.fewestRecordedRounds : Self.comparedRounds)
        if against != nil, self.rounds < Self.fewestComparedRounds {
            throw Failure(message: "--rounds of a comparison must be at least \(Self.fewestComparedRounds).")
        }
        try checkResultsFile()
    }

    private static func value(of option: String, from rest: inout ArraySlice<String>) throws(Failure) -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw Failure(message: "\(option) needs a value.")
        }
        return value
    }

    /// Checks that each case is in one of the areas.
    private func checkCases() throws(Failure) {
        for name in only where !areas.contains(where: { $0.cases.contains { $0.name == name } }) {
            let names = areas.map(\.name).joined(separator: ", ")
            let place = areas.count == Area.all.count ? "" : " in \(names)"
            throw Failure(message: "There is no case \(name)\(place).")
        }
    }

    /// Checks that a file of results receives whole areas, measured often enough.
    private func checkResultsFile() throws(Failure) {
        guard let resultsFile else { return }
        if against != nil {
            throw Failure(message: "A comparison of revisions is only printed: leave --against or --results out.")
        }
        if !only.isEmpty {
            throw Failure(message: "A file of results has whole areas: leave --only or --results out.")
        }
        if rounds < Self.fewestRecordedRounds {
            throw Failure(
                message: """
                    A figure in \(resultsFile) is a median of at least \(Self.fewestRecordedRounds) runs: \
                    leave --rounds \(rounds) out, or name an area or a case, whose figures are only printed.
                    """)
        }
    }

    /// The areas that have a case to measure. A line on standard error names each other one.
    var measuredAreas: [Area] {
        areas.filter { area in
            let isMeasured = !cases(of: area).isEmpty
            if !isMeasured, areas.count < Area.all.count {
                say("bench: \(area.name) is left out: it has no case \(only.joined(separator: " or ")).")
            }
            return isMeasured
        }
    }

    /// The cases of an area that are asked for.
    func cases(of area: Area) -> [Case] {
        only.isEmpty ? area.cases : area.cases.filter { only.contains($0.name) }
    }

    /// Lines that tell Scripts/bench what to build: `against COMMIT` if there is one, then `program NAME` for each program of
    /// ours that the areas run or start.
    var plan: String {
        var lines = against.map { ["against \($0)"] } ?? []
        for area in areas where !cases(of: area).isEmpty {
            let own = area.ours.programs.map { $0.command[0] }
            let counting = cases(of: area).contains { $0.quantity == .allocations } ? [Launcher.countingProduct] : []
            for name in own + area.startedPrograms + counting where !lines.contains("program \(name)") {
                lines.append("program \(name)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
