import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// The history of a store of Apple's: macOS 10.13's knowledgeC.
@Suite(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
struct AppleHistoryTests {
    private let scratch = Scratch()
    private let store = AppleStores.all.first { $0.path.contains("knowledgec") }!

    /// Copies the store as Apple's framework wrote it. In its journal mode even a reader needs a writable folder.
    private func original() throws -> URL {
        let url = scratch.url("original.db")
        try store.copy(to: url)
        return url
    }

    private func open(_ options: [AnyHashable: Any]?) throws -> (
        url: URL, coordinator: NSPersistentStoreCoordinator, store: SQLiteStore, context: NSManagedObjectContext
    ) {
        let url = scratch.url("knowledge.db")
        if !FileManager.default.fileExists(atPath: url.path) {
            try store.copy(to: url)
        }
        let (coordinator, opened) = try Fixture.open(url, store.model(), options: options)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return (url, coordinator, opened, context)
    }

    private func transactions(_ context: NSManagedObjectContext) throws -> [NSPersistentHistoryTransaction] {
        let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
        return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
    }

    @Test func `Its history is read, and says what the file does`() throws {
        let (url, _, opened, context) = try open(nil)
        #expect(opened.isReadOnly)
        let found = try transactions(context)
        let changes = found.flatMap { $0.changes ?? [] }
        #expect(found.count == 536 && changes.count == 1_115)
        #expect(changes.count { $0.tombstone != nil } == 507)
        #expect(Set(found.map(\.bundleID)) == ["com.apple.coreduetd"] && Set(found.map(\.processID)) == ["coreduetd"])
        let lines = changes.map { change in
            let (entity, key) = (change.changedObjectID.entity.name ?? "", change.changedObjectID.key.key)
            return
                "\(change.changeID)|\(change.changeType.rawValue)|\(entity)|\(key)|\(change.transaction?.transactionNumber ?? 0)"
        }
        #expect(
            try lines.sorted()
                == Fixture.rows(
                    url,
                    """
                    SELECT c.Z_PK, c.ZCHANGETYPE, p.Z_NAME, c.ZENTITYPK, c.ZTRANSACTIONID
                    FROM ACHANGE c JOIN Z_PRIMARYKEY p ON p.Z_ENT = c.ZENTITY
                    """
                ).sorted())
        let names = changes.filter { $0.changeType == .update }.map { change in
            (change.updatedProperties ?? []).map(\.name).sorted().joined(separator: ",")
        }
        // The two relationships of what describes an event, and the one of a source, whose bits are the last.
        #expect(Set(names).allSatisfy { $0 == "eventRelationship" || $0 == "customMetadata" || !$0.isEmpty })
        let uuids = changes.compactMap { $0.tombstone?["uuid"] as? String }
        #expect(
            try Set(uuids) == Set(Fixture.rows(url, "SELECT ZTOMBSTONE0 FROM ACHANGE WHERE ZTOMBSTONE0 IS NOT NULL")))
    }

    @Test func `It is written on, in the same transaction as the objects, and what was there is as it was`() throws {
        let apples = try original()
        let before = try (
            Fixture.rows(apples, "SELECT * FROM ACHANGE"), Fixture.rows(apples, "SELECT * FROM ATRANSACTION")
        )
        let (url, coordinator, opened, context) = try open(HistoryBench.tracking)
        #expect(!opened.isReadOnly)
        context.transactionAuthor = "Mainspring"
        let schema = try Fixture.schema(url)
        let source = NSEntityDescription.insertNewObject(forEntityName: "Source", into: context)
        try context.save()
        let key = source.objectID.key.key
        context.delete(source)
        try context.save()
        let found = try transactions(context)
        #expect(found.suffix(2).map(\.author) == ["Mainspring", "Mainspring"] && found.count == 538)
        let lines: [String] = found.suffix(2).flatMap { HistoryBench.lines($0) }
        #expect(lines == ["insert Source p\(key)", "delete Source p\(key)"])
        try coordinator.remove(opened)
        #expect(try Fixture.schema(url) == schema)
        #expect(try Array(Fixture.rows(url, "SELECT * FROM ACHANGE").prefix(before.0.count)) == before.0)
        #expect(try Array(Fixture.rows(url, "SELECT * FROM ATRANSACTION").prefix(before.1.count)) == before.1)
        #expect(
            try Fixture.rows(url, "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1")
                == ["16001|1117", "16002|538"])
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `A new store's history has the tables and metadata that Apple's has`() throws {
        let bench = try HistoryBench { _, entities in
            for entity in ["Person", "Badge"] {
                for attribute in entities[entity]!.attributesByName.values {
                    attribute.preservesValueInHistoryOnDeletion = entity == "Person" || attribute.name == "name"
                }
            }
        }
        try bench.close()
        func tables(_ url: URL) throws -> [String] {
            try Fixture.rows(
                url,
                "SELECT sql FROM sqlite_master WHERE tbl_name IN ('ACHANGE', 'ATRANSACTION') AND sql NOT NULL ORDER BY name"
            )
        }
        let original = try original()
        // Three values are preserved there, and two here.
        let expected = try tables(original).map { $0.replacing(", ZTOMBSTONE2 BLOB", with: "") }
        #expect(try tables(bench.url) == expected)
        let (own, apples) = try (MetadataTable.values(bench.url), MetadataTable.values(original))
        #expect(own[HistoryTables.hashesKey] != nil && own[HistoryTables.hashesKey] == apples[HistoryTables.hashesKey])
        #expect(
            try Fixture.rows(
                bench.url, "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1")
                == Fixture.rows(
                    original, "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1"))
    }
}
