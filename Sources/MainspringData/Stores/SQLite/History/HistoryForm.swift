internal import MainspringModel

/// How a file keeps the history of its changes.
///
/// Two forms are known: that of macOS 10.13, in which each transaction has its texts, and a later one in which these are rows of a
/// table of their own, `ATRANSACTIONSTRING`, to which the columns with names that end in `TS` lead.
package struct HistoryForm: Equatable {
    package static let changeTable = "ACHANGE"
    package static let transactionTable = "ATRANSACTION"
    static let textTable = "ATRANSACTIONSTRING"
    package static let tables = [changeTable, transactionTable, textTable]

    /// The numbers of the history's entities in `Z_PRIMARYKEY` and `Z_ENT`.
    package static let changeNumber: Int64 = 16_001
    package static let transactionNumber: Int64 = 16_002
    static let textNumber: Int64 = 16_003

    /// A text of a transaction.
    enum Text: String, CaseIterable {
        case author = "ZAUTHOR"
        case bundleID = "ZBUNDLEID"
        case contextName = "ZCONTEXTNAME"
        case processID = "ZPROCESSID"

        /// The column that leads to the text's row.
        var reference: String { "\(rawValue)TS" }
    }

    /// Whether texts are rows of their own.
    let sharesTexts: Bool
    /// How many values of a deleted object there is room for.
    let tombstoneCount: Int

    static func tombstone(_ number: Int) -> String { "ZTOMBSTONE\(number)" }

    /// That of a new file.
    package init(tombstoneCount: Int) { (sharesTexts, self.tombstoneCount) = (false, tombstoneCount) }

    /// That of a file; nil if it keeps no history.
    /// - Throws: ``SchemaMisfit`` for a form that is not known.
    package init?(_ tables: FileTables) throws(SchemaMisfit) {
        guard tables.hasHistory else { return nil }
        func names(_ table: String) -> Set<String> { Set((tables.tables[table] ?? []).map { $0.name.uppercased() }) }
        let (changes, transactions) = (names(Self.changeTable), names(Self.transactionTable))
        let texts = Text.allCases
        sharesTexts =
            names(Self.textTable).isSuperset(of: ["Z_PK", "ZNAME"])
            && transactions.isSuperset(of: texts.map(\.reference))
        let neededOfChanges: Set = [
            "Z_PK", "Z_ENT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS",
        ]
        let neededOfTransactions = Set(["Z_PK", "Z_ENT", "ZTIMESTAMP"] + (sharesTexts ? [] : texts.map(\.rawValue)))
        if let missing = neededOfChanges.subtracting(changes).min() {
            throw SchemaMisfit(clause: "its history has no column \(missing) in \(Self.changeTable)")
        }
        if let missing = neededOfTransactions.subtracting(transactions).min() {
            throw SchemaMisfit(clause: "its history has no column \(missing) in \(Self.transactionTable)")
        }
        var count = 0
        while changes.contains(Self.tombstone(count)) { count += 1 }
        tombstoneCount = count
    }
}
