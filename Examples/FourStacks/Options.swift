import ArgumentParser
import CityStacks

/// What the program was asked for.
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "FourStacks",
        abstract: """
            Imports the cities of the world through contexts in four set-ups, while a screen is drawn 60 times a second.
            """)

    @Option(name: .customLong("stack"), help: "One set-up, not all. May be given several times.")
    private var named: [SetUpKind] = []
    @Option(help: "Where the cities go.")
    var store = StoreKind.sqlite
    @Option(name: .customLong("rows"), help: "The first so many cities, not all.")
    private var limit: Int?
    @Option(help: "How many are saved at once.")
    var batch = 500
    @Option(
        name: .customLong("budget"),
        help: ArgumentHelp(
            "For how many milliseconds the screen's context merges at once, at most 1000; off: without an end.",
            valueName: "ms"))
    private var mergeBudget = MergeBudget.usual

    var setUps: [SetUpKind] { named.isEmpty ? SetUpKind.allCases : named }
    /// How many cities are imported, at most.
    var rows: Int { limit ?? .max }
    /// How long the screen's context may merge at once; nil for as long as it takes.
    var budget: Duration? { mergeBudget.duration }

    mutating func validate() throws {
        named = SetUpKind.eachOnce(named)
        try ImportCount.check(limit, for: "--rows")
        try ImportCount.check(batch, for: "--batch")
    }
}
