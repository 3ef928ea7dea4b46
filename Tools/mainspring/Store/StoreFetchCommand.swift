internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Objects of an entity, as a table, JSON or CSV.
struct StoreFetchCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Print objects of an entity, as they are read: as a table, JSON lines or CSV.",
        discussion: """
            Key paths are followed in columns, conditions and orders: country.name; books.title, over a relationship to many, is a \
            list, and books.@count a number.

            Ours: a text that --where compares with a date is one by ISO 8601, 'born > "2024-05-09"' or \
            'born > "2024-05-09T12:30:00+02:00"'. A day is its beginning, and the time is Greenwich's if no other is named.
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

    // A number below 0 looks like an option, and is to be refused as a number.
    @Option(parsing: .unconditional, help: "So many objects at most.")
    var limit: Int?

    @Option(parsing: .unconditional, help: "So many are left out at the beginning.")
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
        let text = try arguments.reading { inspection in
            let text = ValueText(identifier: inspection.identifier)
            let query = try query(inspection)
            let format = json ? .json : csv ? .csv : format ?? .table
            if count {
                let number = try limit == 0 ? 0 : inspection.count(query)
                try StandardOutput.shared.writeLine(
                    format == .json ? JSONValue.object([("count", JSONValue(number))]).line : "\(number)")
                return text
            }
            let writer = RowWriter.make(format, query, text)
            if limit != 0 {
                try inspection.rows(query) { row in
                    try writer.write(row)
                    return true
                }
            }
            try writer.end()
            return text
        }
        try text.unreadable.report(in: arguments.store)
    }

    private func query(_ inspection: StoreInspection) throws -> InspectionQuery {
        let found = try inspection.requiredEntity(entity)
        let columns = columns.map { Self.list($0) }
        if columns?.isEmpty == true { throw ToolError("--columns names no column. Name one, or leave it out.") }
        var query = InspectionQuery(found, columns: columns)
        // Of an entity that has neither an attribute nor a relationship to one there is the identity alone to be seen.
        if query.columns.isEmpty { query = InspectionQuery(found, columns: ["objectID"]) }
        if let name = Self.twice(query.columns) {
            throw ToolError("--columns names “\(name)” twice. Name each column once.")
        }
        query.predicate = try self.where.map { try Self.predicate($0, found) }
        query.order = Self.list(sort ?? "").map { key in
            MainspringFoundation.NSSortDescriptor(
                key: key.hasPrefix("-") ? String(key.dropFirst()) : key, ascending: !key.hasPrefix("-"))
        }
        (query.limit, query.offset) = (limit ?? 0, offset ?? 0)
        query.includesSubentities = !withoutSubentities
        return query
    }

    private static func predicate(
        _ format: String, _ entity: NSEntityDescription
    ) throws -> MainspringFoundation.NSPredicate {
        let predicate: MainspringFoundation.NSPredicate
        do {
            predicate = try MainspringFoundation.NSPredicate(parsing: format)
        } catch {
            throw ToolError("--where cannot be read: \(error)")
        }
        do throws(DateTexts.Stranger) {
            return try DateTexts.dated(predicate, for: entity) { DateText.iso($0) }
        } catch {
            throw ToolError(
                "--where compares \(error.other), a date, with “\(error.text)”, which is none. Write a date such as \"2024-05-09\" or "
                    + "\"2024-05-09T12:30:00Z\", or CAST(seconds since 2001, \"NSDate\").")
        }
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
