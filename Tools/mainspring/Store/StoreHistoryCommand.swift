internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection

/// What was saved into a store, by its history.
struct StoreHistoryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Print the transactions of a store's history, with what each has changed.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var format: JSONOption

    @Option(
        help: ArgumentHelp(
            "What was saved later: the number of a transaction, or a date such as 2024-05-09 or 2024-05-09T12:30:00Z.",
            valueName: "number or date"))
    var since: String?

    // A number below 0 looks like an option, and is to be refused as a number.
    @Option(parsing: .unconditional, help: "So many transactions at most, the last ones.")
    var limit: Int?

    @Flag(help: "Print transactions without their changes.")
    var transactionsOnly = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is a number of transactions, 0 or more.") }
        if let since, Int64(since) == nil, DateText.date(since) == nil {
            throw ValidationError("--since is the number of a transaction or a date such as 2024-05-09T12:30:00Z.")
        }
    }

    private var place: StoreInspection.HistoryPlace {
        guard let since else { return .beginning }
        if let number = Int64(since) { return .transaction(number) }
        return DateText.date(since).map { .date($0) } ?? .beginning
    }

    func perform() throws {
        let text: ValueText? = try arguments.reading { inspection in
            guard let all = try inspection.history(after: place) else {
                guard format.json else {
                    StandardError.write("mainspring: The store at “\(arguments.store)” keeps no history.\n")
                    return nil
                }
                return nil
            }
            let text = ValueText(identifier: inspection.identifier)
            for transaction in limit.map({ all.suffix($0) }) ?? all[...] {
                if format.json {
                    try StandardOutput.shared.writeLine(json(transaction, text).line)
                } else {
                    for line in lines(transaction, text) {
                        try StandardOutput.shared.writeLine(TerminalText.plain(line))
                    }
                }
            }
            return text
        }
        try text?.unreadable.report(in: arguments.store)
    }

    private func lines(_ transaction: InspectedTransaction, _ text: ValueText) -> [String] {
        let parts = [
            transaction.author.map { "author \($0)" }, transaction.contextName.map { "context \($0)" },
            transaction.bundleID.isEmpty ? nil : transaction.bundleID,
            transaction.processID.isEmpty ? nil : "process \(transaction.processID)",
        ]
        let count = transaction.changes.count
        let head =
            "\(transaction.number)  \(DateText.cell(transaction.date))  "
            + (parts.compactMap(\.self) + ["\(count) \(count == 1 ? "change" : "changes")"]).joined(separator: ", ")
        guard !transactionsOnly else { return [head] }
        return [head]
            + transaction.changes.map { change in
                var line = "    \(change.kind.rawValue)  \(change.object.entityName)/p\(change.object.key)"
                if !change.updatedProperties.isEmpty { line += "  \(change.updatedProperties.joined(separator: ", "))" }
                for (name, value) in change.tombstone { line += "  \(name): \(text.cell(value))" }
                return line
            }
    }

    private func json(_ transaction: InspectedTransaction, _ text: ValueText) -> JSONValue {
        let changes = transaction.changes.map { change -> JSONValue in
            .object([
                ("number", .integer(change.number)), ("kind", .string(change.kind.rawValue)),
                ("object", .string(text.uri(change.object))),
                ("updated", .array(change.updatedProperties.map { .string($0) })),
                ("tombstone", .object(change.tombstone.map { ($0.name, text.json($0.value)) })),
            ])
        }
        return .object(
            [
                ("number", .integer(transaction.number)), ("date", .string(DateText.exact(transaction.date))),
                ("author", JSONValue(transaction.author)), ("context", JSONValue(transaction.contextName)),
                ("bundle", .string(transaction.bundleID)), ("process", .string(transaction.processID)),
            ] + (transactionsOnly ? [("changeCount", JSONValue(changes.count))] : [("changes", .array(changes))]))
    }
}
