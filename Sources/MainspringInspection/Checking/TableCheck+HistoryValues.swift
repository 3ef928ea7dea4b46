internal import MainspringData
internal import MainspringModel

/// Checks the values in a history's rows.
extension TableCheck {
    func historyValues() throws -> [StoreFinding] {
        let (changes, transactions) = (HistoryForm.changeTable, HistoryForm.transactionTable)
        var findings = try historyFinding(
            changes,
            "typeof(ZTRANSACTIONID) <> 'integer' OR NOT EXISTS (SELECT 1 FROM \(transactions) s WHERE s.Z_PK = t.ZTRANSACTIONID)"
        ) { "\($0.belongs) to no transaction that \(transactions) has (ZTRANSACTIONID)" }
        findings += try historyFinding(changes, "typeof(ZCHANGETYPE) <> 'integer' OR ZCHANGETYPE NOT IN (0, 1, 2)") {
            "\($0.has) something else in ZCHANGETYPE than 0 for an insertion, 1 for an update and 2 for a deletion"
        }
        findings += try historyFinding(changes, "typeof(ZENTITYPK) <> 'integer' OR ZENTITYPK < 1") {
            "\($0.has) no key of an object in ZENTITYPK"
        }
        findings += try historyFinding(
            transactions, "typeof(ZTIMESTAMP) NOT IN ('integer', 'real') OR abs(ZTIMESTAMP) = 9e999"
        ) { "\($0.has) no time in ZTIMESTAMP" }
        findings += try historyFinding(changes, "typeof(ZCOLUMNS) NOT IN ('blob', 'null')\(otherLengths)") {
            "\($0.has) something else in ZCOLUMNS than a bit for each property of the entity"
        }
        return findings
    }

    /// A condition that holds of updates with more bytes than the entity's properties need. Fewer are those of a time when it had fewer.
    private var otherLengths: String {
        // Of a model that is made of the tables nobody knows all properties.
        guard !isModelGuessed else { return "" }
        return zip(schema.tables, FileHistory.entities(schema)).map { table, entity in
            " OR (ZCHANGETYPE = 1 AND ZENTITY = \(table.number) AND length(ZCOLUMNS) > \(entity.byteCount))"
        }.joined()
    }

    /// Counts rows of a table of the history, which is called `t`, and makes a finding of them.
    private func historyFinding(
        _ table: String, _ condition: String, _ what: ((has: String, belongs: String)) -> String
    ) throws -> [StoreFinding] {
        connection.limitReading()
        let statement = try connection.prepare("SELECT Z_PK FROM \(table) t WHERE \(condition) ORDER BY Z_PK")
        var count = 0
        var numbers: [String] = []
        while try statement.step() {
            count += 1
            // One more than is shown, so that there is a sign for the others.
            if numbers.count < 6 { numbers.append("\(statement.integer(0))") }
        }
        guard count > 0 else { return [] }
        let isOne = count == 1
        let words = what((has: isOne ? "has" : "have", belongs: isOne ? "belongs" : "belong"))
        return [
            StoreFinding(
                .history, count: count,
                "\(count) \(isOne ? "row" : "rows") of \(table) \(words): Z_PK \(some(numbers)). Delete \(isOne ? "it" : "them"), or "
                    + "restore the store from a copy.")
        ]
    }
}
