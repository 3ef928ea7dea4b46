internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Makes the tables of a history.
///
/// Statements, names, numbers and hashes are those of macOS 10.13's form, the only one that was compared with a file of Apple's.
enum HistoryTables {
    /// The key of metadata under which stand the hashes of what is in a file beside its model.
    static let hashesKey = "_NSStoreAncillaryModelVersionHashesMetadataKey"
    private static let entities: [(kind: HistoryNumbers.Kind, hash: String)] = [
        (.change, "dCw967d4aoEnACEn/gFVhbgFrQRZF/5/q9zlfBT/4js="),
        (.transaction, "NiXRc1Z8DwsI9gCnDGPCqF/Z74S8K9R8E/ZT15L5aB4="),
    ]

    /// What a file with a history says of it in its metadata.
    static var metadata: PropertyListValue {
        let hashes = entities.map { ($0.kind.name, PropertyListValue.data(Data(base64Encoded: $0.hash) ?? Data())) }
        let entries = PropertyListDictionary(Dictionary(hashes) { first, _ in first })
        return .dictionary(PropertyListDictionary([NSPersistentHistoryTrackingKey: .dictionary(entries)]))
    }

    /// How many values of a deleted object a model wants to be preserved at most.
    static func tombstoneCount(_ entities: [HistoryEntity]) -> Int { entities.map(\.preserved.count).max() ?? 0 }

    /// Makes what a file lacks to keep a history, in the transaction that is open.
    /// - Returns: the form that the file has then.
    static func complete(
        _ form: HistoryForm?, tombstoneCount: Int, _ connection: SQLiteConnection
    ) throws(SQLiteFailure) -> HistoryForm {
        guard let form else {
            for statement in statements(tombstoneCount: tombstoneCount) { try connection.execute(statement) }
            let row = try connection.prepare(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)")
            for (kind, _) in entities {
                try row.bind(kind.entity, at: 1)
                try row.bind(kind.name, at: 2)
                try row.run()
            }
            return HistoryForm(tombstoneCount: tombstoneCount)
        }
        guard form.tombstoneCount < tombstoneCount else { return form }
        for number in form.tombstoneCount..<tombstoneCount {
            try connection.execute(
                "ALTER TABLE \(HistoryForm.changeTable) ADD COLUMN \(HistoryForm.tombstone(number)) BLOB")
        }
        return form.with(tombstoneCount: tombstoneCount)
    }

    private static func statements(tombstoneCount: Int) -> [String] {
        let tombstones = (0..<tombstoneCount).map { ", \(HistoryForm.tombstone($0)) BLOB" }.joined()
        return [
            """
            CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, \
            ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )
            """,
            """
            CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
            ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
            """,
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
            "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
            "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        ]
    }
}

extension HistoryForm {
    fileprivate func with(tombstoneCount: Int) -> HistoryForm { HistoryForm(sharesTexts, tombstoneCount) }

    private init(_ sharesTexts: Bool, _ tombstoneCount: Int) {
        (self.sharesTexts, self.tombstoneCount) = (sharesTexts, tombstoneCount)
    }
}
