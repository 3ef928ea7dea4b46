/// What the command line asks for.
struct Options {
    static let usage = """
        usage: Scripts/bench [AREA] [--only CASE] [--json] [--rounds N] [--results FILE]
        Without an area all are run and Benchmarks/RESULTS.md is written. In a file of results each area that was measured has its own
        section anew. Areas: \(Area.all.map(\.name).joined(separator: ", "))
        """

    var areas = Area.all
    var only: String?
    var json = false
    var rounds = 5
    /// Where the results of the areas go.
    var resultsFile: String?

    /// A wrong command line, with a sentence that says what is wrong.
    struct Failure: Error { let message: String }

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var rest = Array(arguments)[...]
        func value(of option: String) throws(Failure) -> String {
            guard let value = rest.popFirst() else { throw Failure(message: "\(option) needs a value.") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--only": only = try value(of: argument)
            case "--json": json = true
            case "--results": resultsFile = try value(of: argument)
            case "--rounds":
                guard let count = Int(try value(of: argument)), count > 0 else {
                    throw Failure(message: "--rounds needs a number above zero.")
                }
                rounds = count
            default:
                guard let area = Area.all.first(where: { $0.name == argument }) else {
                    throw Failure(message: "There is no area \(argument).")
                }
                areas = [area]
            }
        }
        if only != nil, resultsFile != nil {
            throw Failure(message: "A file of results has whole areas: leave --only or --results out.")
        }
        if let only {
            areas.removeAll { !$0.cases.contains { $0.name == only } }
            if areas.isEmpty { throw Failure(message: "There is no case \(only).") }
        }
    }
}
