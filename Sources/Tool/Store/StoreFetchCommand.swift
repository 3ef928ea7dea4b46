internal import ArgumentParser
internal import Foundation
internal import MainspringData
internal import MainspringFoundation
internal import MainspringModel

/// Objects of an entity, as a table, JSON or CSV.
struct StoreFetchCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Print objects of an entity, as they are read: as a table, JSON lines or CSV.",
        discussion: """
            Key paths are followed in columns, conditions and orders: country.name; books.title, over a relationship to many, is a \
            list, and books.@count a number.
            """)

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The entity's name.")
    var entity: String

    @Option(
        help: ArgumentHelp(
            "Which objects: a format of NSPredicate, such as 'population > 1000000'.", valueName: "format"))
    var `where`: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The order: key paths with commas between them, with a minus before those whose greatest value comes first.",
            valueName: "keys"))
    var sort: String?

    @Option(
        help: ArgumentHelp(
            "Key paths with commas between them; all attributes and relationships to one without.", valueName: "keys"))
    var columns: String?

    @Option(help: "So many objects at most.")
    var limit: Int?

    @Option(help: "So many are left out at the beginning.")
    var offset: Int?

    @Option(help: "How objects are printed.")
    var format: RowFormat?

    @Flag(help: "Print a line of JSON for each object: --format json.")
    var json = false

    @Flag(help: "Print CSV: --format csv.")
    var csv = false

    @Flag(help: "Print how many objects there are, and nothing of them.")
    var count = false

    @Flag(help: "Leave out objects of subentities.")
    var withoutSubentities = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is a number of objects, 0 or more.") }
        if let offset, offset < 0 { throw ValidationError("--offset is a number of objects, 0 or more.") }
        if [json, csv, format != nil].filter({ $0 }).count > 1 {
            throw ValidationError("--json, --csv and --format say the same: give one of them.")
        }
    }

    func perform() throws {
        try arguments.reading { inspection in
            let query = try query(inspection)
            let format = json ? .json : csv ? .csv : format ?? .table
            if count {
                let number = try limit == 0 ? 0 : inspection.count(query)
                try StandardOutput.shared.writeLine(
                    format == .json ? JSONValue.object([("count", JSONValue(number))]).line : "\(number)")
                return
            }
            let writer = RowWriter.make(format, query, ValueText(identifier: inspection.identifier))
            try writer.begin()
            if limit != 0 {
                try inspection.rows(query) { row in
                    try writer.write(row)
                    return true
                }
            }
            try writer.end()
        }
    }

    private func query(_ inspection: StoreInspection) throws -> InspectionQuery {
        let found = try inspection.requiredEntity(entity)
        var query = InspectionQuery(found, columns: columns.map { Self.list($0) })
        guard !query.columns.isEmpty else { throw ToolError("--columns names no column. Name one, or leave it out.") }
        if let name = Self.twice(query.columns) {
            throw ToolError("--columns names “\(name)” twice. Name each column once.")
        }
        if let format = self.where {
            do {
                query.predicate = try MainspringFoundation.NSPredicate(parsing: format)
            } catch {
                throw ToolError("--where cannot be read: \(error)")
            }
        }
        query.order = Self.list(sort ?? "").map { key in
            MainspringFoundation.NSSortDescriptor(
                key: key.hasPrefix("-") ? String(key.dropFirst()) : key, ascending: !key.hasPrefix("-"))
        }
        (query.limit, query.offset) = (limit ?? 0, offset ?? 0)
        query.includesSubentities = !withoutSubentities
        return query
    }

    /// The first name that was there before; nil for names that are all different.
    private static func twice(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

/// How objects are printed.
enum RowFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv
}
