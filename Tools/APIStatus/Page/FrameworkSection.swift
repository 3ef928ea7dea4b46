/// What the page says of a framework.
struct FrameworkSection {
    private let part: Catalogue.Part

    init(_ part: Catalogue.Part) { self.part = part }

    private var title: String { part.framework.title }

    var text: String {
        [heading, table, others, differences, unavailable].compactMap(\.self).joined(separator: "\n\n")
    }

    private var heading: String {
        let modules = part.framework.modules.map { "`\($0)`" }.joined(separator: ", ")
        return "## \(title)\n\nIn \(modules)."
    }

    private var table: String {
        var lines = ["| type | state | members | files of tests | remark |", "|---|---|---|---|---|"]
        for entry in part.entries {
            let cells = [
                entry.name.map { "`\($0)`" } ?? "other functions and constants", entry.status.rawValue,
                "\(entry.available.count)", entry.name == nil ? "" : Self.roughly(entry.tests), Self.remark(entry),
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    /// A number that changes seldom, so that a page stays what the code says while tests are added.
    private static func roughly(_ count: Int) -> String {
        switch count {
        case ..<2: "\(count)"
        case ..<10: "2+"
        case ..<100: "10+"
        default: "100+"
        }
    }

    /// How many characters of a difference stand in the table itself.
    private static let longestRemark = 120

    /// The reason why a type is not here, or in short what is not as Apple's.
    private static func remark(_ entry: TypeEntry) -> String {
        if let reason = entry.symbol?.reason { return reason }
        var remarks: [String] = []
        if entry.symbol == nil, entry.name != nil { remarks.append("members alone are here") }
        let differences = entry.status == .unavailable ? [] : entry.differences.map(sentence)
        if differences.count == 1, differences[0].count <= longestRemark {
            remarks.append(differences[0])
        } else if !differences.isEmpty {
            remarks.append("\(differences.count) \(differences.count == 1 ? "difference" : "differences")")
        }
        let unavailable = entry.members.filter { $0.status == .unavailable }.map { "`\($0.name)`" }
        if unavailable.count > 3 {
            remarks.append("\(unavailable.count) members unavailable")
        } else if !unavailable.isEmpty {
            remarks.append("unavailable: " + unavailable.joined(separator: ", "))
        }
        return remarks.joined(separator: "; ")
    }

    /// The names of functions and constants that are of no type.
    private var others: String? {
        guard let rest = part.entries.first(where: { $0.name == nil }), !rest.available.isEmpty else { return nil }
        return "The other functions and constants: " + rest.available.map { "`\($0.name)`" }.joined(separator: ", ")
            + "."
    }

    private var differences: String? {
        var lines: [String] = []
        for entry in part.entries where !entry.differences.isEmpty && entry.status != .unavailable {
            lines.append("- **\(entry.name.map { "`\($0)`" } ?? "Others")**")
            for difference in entry.differences { lines.append("  - " + Self.sentence(difference)) }
        }
        let rest =
            part.unnamed == 0
            ? ""
            : " \(part.unnamed) more lines of DEVIATIONS.md under its headings name none of its symbols: read them there."
        guard !lines.isEmpty else { return nil }
        return "### What differs in \(title)\n\nApple's, and after the arrow ours.\(rest)\n\n"
            + lines.joined(separator: "\n")
    }

    private static func sentence(_ difference: Difference) -> String {
        let sentence = difference.there.isEmpty ? difference.here : "\(difference.there) → \(difference.here)"
        // A link leads elsewhere from this page.
        return sentence.replacing(/\[([^\]]+)\]\([^)]*\)/) { $0.output.1 }
    }

    private var unavailable: String? {
        var lines: [String] = []
        for member in part.entries.flatMap({ $0.members }) {
            if let reason = member.reason { lines.append("| `\(member.path)` | \(reason) |") }
        }
        guard !lines.isEmpty else { return nil }
        return "### Unavailable members in \(title)\n\n| member | why, and what to use |\n|---|---|\n"
            + lines.joined(separator: "\n")
    }

    /// What is here and no test names.
    static func untested(_ entries: [TypeEntry]) -> [String] {
        entries.flatMap(\.symbols).filter { $0.status != .unavailable && $0.tests == 0 }.map(\.path)
    }
}
