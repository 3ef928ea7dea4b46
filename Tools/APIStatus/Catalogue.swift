internal import Foundation

/// All that is known of Apple's API, framework by framework.
struct Catalogue {
    /// A framework with its types.
    struct Part {
        let framework: Framework
        var entries: [TypeEntry] = []
        /// Lines of DEVIATIONS.md about it that name none of its symbols.
        var unnamed = 0
    }

    /// A name of Apple's that nothing here has.
    struct Absence: Equatable {
        let name: String
        /// Why; nil where nobody has said it.
        let reason: String?
    }

    let parts: [Part]
    /// What is said to be missing, and names of the list that are not here.
    let absences: [Absence]
    /// Frameworks and large parts of them that are not here, and what is to be used instead.
    let replacements: [(there: String, here: String)]
    /// How many names the list has.
    let listed: Int

    /// The folders of tests, and of the programs that compare the run loop and animations with others.
    static let tests = [
        "Tests", "Examples/Tests", "Tools/AnimationComparison", "Tools/Differential", "Tools/RunLoopOracle",
        "Tools/RunLoopScenarios", "Tools/RunLoopSubject", "Tools/Tests",
    ]

    /// - Parameters:
    ///   - frameworks: Of what.
    ///   - graphs: The folder of the symbol graphs.
    ///   - package: The root of the package.
    init(of frameworks: [Framework], graphs: String, package: String) throws {
        func text(_ path: String) throws -> String { try String(contentsOfFile: package + "/" + path, encoding: .utf8) }
        let sources = try Sources(folder: package + "/Sources")
        let tests = try TestWords(folders: Self.tests.map { package + "/" + $0 }, exports: sources.exports)
        let deviations = DeviationTable(try text("DEVIATIONS.md"))
        replacements = DeviationTable.replacements(
            try text("Sources/Mainspring/Documentation.docc/FromAnApplePlatform.md"))
        let names = try text("Tools/APIStatus/KnownNames.txt").split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }

        var parts: [Part] = []
        var named: Set<DeviationTable.Row> = []
        for framework in frameworks {
            var symbols: [APISymbol] = []
            for module in framework.modules {
                let graphs = try SymbolGraph.all(of: module, in: graphs)
                symbols += SymbolReader(framework: framework, module: module, sources: sources).symbols(of: graphs)
            }
            let rows = deviations.rows.filter { framework.sections.contains($0.section) }
            named.formUnion(DifferenceMatcher.mark(&symbols, with: rows))
            for index in symbols.indices { symbols[index].tests = tests.count(naming: symbols[index]) }
            var part = Part(framework: framework, entries: TypeGrouping.entries(of: symbols))
            for index in part.entries.indices {
                part.entries[index].tests = tests.count(naming: part.entries[index], of: framework.modules)
            }
            parts.append(part)
        }
        for index in parts.indices {
            let sections = parts[index].framework.sections
            parts[index].unnamed = deviations.rows.count { sections.contains($0.section) && !named.contains($0) }
        }
        self.parts = parts
        listed = names.count
        absences = Self.absences(in: parts.flatMap(\.entries), rows: deviations.rows, names: names)
    }

    /// What lines of DEVIATIONS.md call missing, and names that are not among what is here.
    private static func absences(
        in entries: [TypeEntry], rows: [DeviationTable.Row], names: [String]
    ) -> [Absence] {
        var absences: [String: Absence] = [:]
        for name in names { absences[name] = Absence(name: name, reason: nil) }
        for row in rows where row.saysMissing {
            for name in DeviationTable.code(in: row.there) where name.contains(/^[A-Z]\w+$/) {
                absences[name] = Absence(name: name, reason: row.reason)
            }
        }
        for name in entries.flatMap(\.symbols).map(\.baseName) + entries.compactMap(\.name) { absences[name] = nil }
        return absences.values.sorted { $0.name < $1.name }
    }
}
