import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Stores are made and opened, or refused with a sentence.
@Suite struct StoreOpeningTests {
    private let scratch = Scratch()

    /// A fresh model each time: a model in use is constant.
    private func model(_ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
        Self.items(change)
    }

    private static func items(_ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
        let item = Part.entity("Item")
        item.properties = [
            Part.attribute("name", .stringAttributeType), Part.attribute("count", .integer64AttributeType),
        ]
        change(item)
        return Part.model([item])
    }

    private func make(_ name: String, _ model: NSManagedObjectModel) throws -> URL {
        let url = scratch.url(name)
        let (coordinator, store) = try Fixture.open(url, model)
        try coordinator.remove(store)
        return url
    }

    @Test func `A new store has metadata, numbers and its model, in pages as Apple's`() throws {
        let url = try make("a b?#%.sqlite", model())
        #expect(try Fixture.rows(url, "SELECT * FROM Z_PRIMARYKEY") == ["1|Item|0|0"])
        #expect(try Fixture.rows(url, "PRAGMA auto_vacuum") == ["2"])
        #expect(try Fixture.rows(url, "PRAGMA page_size") == ["4096"])
        #expect(try Fixture.rows(url, "PRAGMA journal_mode") == ["wal"])
        let metadata = try MetadataTable.values(url)
        #expect(metadata[NSStoreTypeKey]?.string == "SQLite")
        #expect(metadata["_NSAutoVacuumLevel"]?.string == "2")
        #expect(metadata["NSStoreModelVersionHashesVersion"]?.integer == 3)
        #expect(metadata[NewMetadata.formulaKey]?.integer == 1)
        #expect(
            metadata[NSStoreModelVersionHashesKey]?.dictionary?.entries["Item"]?.data == model().entities[0].versionHash
        )
        #expect(try NSManagedObjectModel.modelOfStore(at: url).entitiesByName["Item"]?.attributesByName.count == 2)
        #expect(scratch.names == ["a b?#%.sqlite"])
    }

    @Test func `A store is opened again as it was, and keeps its identifier`() throws {
        let url = try make("s.sqlite", model())
        let before = try Data(contentsOf: url)
        let identifier = try MetadataTable.values(url)[NSStoreUUIDKey]?.string
        let (coordinator, store) = try Fixture.open(url, model())
        #expect(store.identifier == identifier)
        try coordinator.remove(store)
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func `A store whose making ended early is made anew`() throws {
        let url = scratch.url("s.sqlite")
        try Fixture.run(url, "PRAGMA journal_mode = WAL; PRAGMA user_version = 0; CREATE TABLE T (A); DROP TABLE T;")
        #expect(StoreFile.isFilled(url))
        let (coordinator, store) = try Fixture.open(url, model())
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT COUNT(*) FROM Z_METADATA") == ["1"])
    }

    @Test func `A database that is no store, and a file that is no database, are refused as they are`() throws {
        let url = scratch.url("other.sqlite")
        try Fixture.run(url, "CREATE TABLE T (A); INSERT INTO T VALUES (1)")
        let before = try Data(contentsOf: url)
        let failure = try #require(Fixture.failure { _ = try Fixture.open(url, model()) })
        #expect(failure.code == NSPersistentStoreInvalidTypeError)
        #expect(failure.sentence.contains(url.path))
        #expect(try Data(contentsOf: url) == before)
        let text = scratch.url("text.sqlite")
        try Data(String(repeating: "no database ", count: 99).utf8).write(to: text)
        #expect(Fixture.failure { _ = try Fixture.open(text, model()) }?.sentence.contains(text.path) == true)
        #expect(
            Fixture.failure { _ = try Fixture.open(scratch.folder, model()) }?.sentence.contains("directory") == true)
    }

    @Test func `A store of a later format is refused`() throws {
        let url = try make("s.sqlite", model())
        try Fixture.run(url, "UPDATE Z_METADATA SET Z_VERSION = 2")
        let failure = try #require(Fixture.failure { _ = try Fixture.open(url, model()) })
        #expect(failure.code == NSPersistentStoreInvalidTypeError)
        #expect(failure.sentence.contains("later version"))
    }

    @Test func `A store of another model is refused, and the error names the entities`() throws {
        let url = try make("s.sqlite", model())
        let failure = try #require(
            Fixture.failure { _ = try Fixture.open(url, model { $0.properties.removeLast() }) })
        #expect(failure.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(failure.sentence.contains("“Item” differ"))
    }

    @Test func `A column that is missing is named with its entity and property`() throws {
        let url = try make("s.sqlite", model())
        try Fixture.run(url, "ALTER TABLE ZITEM DROP COLUMN ZNAME")
        let failure = try #require(Fixture.failure { _ = try Fixture.open(url, model()) })
        #expect(failure.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(failure.sentence.contains("ZNAME for the property “name” of the entity “Item”"))
    }

    @Test func `A read-only store is not made, and its file is not changed`() throws {
        let options = [NSReadOnlyPersistentStoreOption: NSNumber(value: true)]
        let failure = Fixture.failure { _ = try Fixture.open(scratch.url("none.sqlite"), model(), options: options) }
        #expect(failure?.sentence.contains("none.sqlite") == true)
        #expect(scratch.names == [])
        let url = try make("s.sqlite", model())
        let before = try Data(contentsOf: url)
        let (coordinator, store) = try Fixture.open(url, model(), options: options)
        try coordinator.remove(store)
        #expect(try Data(contentsOf: url) == before)
        #expect(scratch.names == ["s.sqlite"])
    }

    @Test func `A store with a history is read-only, and says why when somebody saves`() throws {
        let url = try make("s.sqlite", model())
        try Fixture.run(url, "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY)")
        let (coordinator, store) = try Fixture.open(url, model())
        #expect(store.isReadOnly)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        let failure = try #require(Fixture.failure { try context.save() })
        #expect(failure.sentence.contains("history"))
    }

    @Test func `A store at the null device lies nowhere, and to destroy it destroys nothing`() throws {
        let url = URL(fileURLWithPath: "/dev/null")
        let (coordinator, store) = try Fixture.open(url, model())
        #expect(store.opened?.database.writer != nil)
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        try coordinator.remove(store)
    }

    @Test func `Each store of two configurations has the tables of its entities`() throws {
        let (first, second) = (Part.entity("First"), Part.entity("Second"))
        let model = Part.model([first, second])
        model.setEntities([first], forConfigurationName: "A")
        model.setEntities([second], forConfigurationName: "B")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        for name in ["A", "B"] {
            try coordinator.addPersistentStore(type: .sqlite, configuration: name, at: scratch.url(name))
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        #expect(try Fixture.rows(scratch.url("A"), "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") == ["1|First"])
        #expect(try Fixture.rows(scratch.url("B"), "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") == ["1|Second"])
        #expect(try Fixture.schema(scratch.url("B")).contains { $0.hasPrefix("ZSECOND|") })
    }

    @Test func `Triggers of Apple's run, and a store with one that calls what is not there is read-only`() throws {
        let url = try make("s.sqlite", model())
        try Fixture.run(
            url,
            """
            CREATE TRIGGER Z_DA_ZITEM_Item_count_UPDATE AFTER UPDATE OF Z_OPT ON ZITEM FOR EACH ROW BEGIN \
            UPDATE ZITEM SET ZCOUNT = NSCoreDataNow() > 0 WHERE Z_PK = NEW.Z_PK; \
            SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZITEM', Z_ENT, Z_PK, 'count', ZCOUNT) FROM ZITEM \
            WHERE Z_PK = NEW.Z_PK; END;
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1);
            """)
        let (coordinator, store) = try Fixture.open(url, model())
        #expect(store.readOnlyReason == nil)
        #expect(store.opened?.triggeredTables == ["ZITEM"])
        try store.opened?.database.writer?.write { try $0.connection.execute("UPDATE ZITEM SET Z_OPT = 2") }
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT Z_OPT, ZCOUNT FROM ZITEM") == ["2|1"])
        try Fixture.run(
            url, "CREATE TRIGGER T AFTER DELETE ON ZITEM BEGIN SELECT NobodyKnowsThis(OLD.Z_PK); END")
        let again = try Fixture.open(url, model())
        #expect(again.store.isReadOnly)
        #expect(again.store.readOnlyReason?.contains("NobodyKnowsThis") == true)
    }

    @Test func `What was never compared with a file of Apple's is written into a store of Apple's by an option alone`()
        throws
    {
        let known = model { item in
            let data = Part.attribute("picture", .binaryDataAttributeType)
            data.allowsExternalBinaryDataStorage = true
            item.properties.append(data)
        }
        let hash = Data(repeating: 7, count: 32)
        known.entities[0].knownVersionHash = hash
        let option = [MainspringUncomparedLayoutsOption: NSNumber(value: true)]
        let (ours, theirs) = (scratch.url("ours.sqlite"), scratch.url("theirs.sqlite"))
        for (url, options) in [(ours, nil), (theirs, option as [AnyHashable: Any]?)] {
            let (coordinator, store) = try Fixture.open(url, known, options: options)
            #expect(!store.isReadOnly)
            try coordinator.remove(store)
        }
        #expect(try MetadataTable.values(ours)[NewMetadata.formulaKey] != nil)
        #expect(try MetadataTable.values(theirs)[NewMetadata.formulaKey] == nil)
        // The model has other hashes than the store, and says the same.
        #expect(try !Fixture.open(ours, known).store.isReadOnly)
        let again = try Fixture.open(theirs, known)
        #expect(again.store.isReadOnly)
        #expect(again.store.readOnlyReason?.contains("“picture” of “Item”") == true)
        #expect(try !Fixture.open(scratch.url("theirs.sqlite"), known, options: option).store.isReadOnly)
    }

    @Test(arguments: ["plain", "partial", "rTree"])
    func `A new store has Apple's hashes only if its indexes are as Apple's`(_ kind: String) throws {
        let known = model { item in
            let element = NSFetchIndexElementDescription(
                property: item.propertiesByName["count"]!, collationType: kind == "rTree" ? .rTree : .binary)
            let index = NSFetchIndexDescription(name: "byCount", elements: [element])
            if kind == "partial" { index.partialIndexPredicate = NSPredicate(format: "count > 3") }
            item.indexes = [index]
        }
        known.entities[0].knownVersionHash = Data(repeating: 7, count: 32)
        let url = try make("s.sqlite", known)
        #expect(try (MetadataTable.values(url)[NewMetadata.formulaKey] == nil) == (kind == "plain"))
        #expect(try Fixture.schema(url).contains { $0.hasPrefix("Z_Item_byCount|") } == (kind != "rTree"))
        #expect(try !Fixture.open(url, known).store.isReadOnly)
    }

    @Test func `A store that is moved is open at the new place, and stays where it is if there is none`() throws {
        let (first, second) = (try make("first.sqlite", model()), scratch.url("second.sqlite"))
        try FileManager.default.copyItem(at: first, to: second)
        try NSPersistentStoreCoordinator.setMetadata(["own": "second"], type: .sqlite, at: second)
        let (coordinator, store) = try Fixture.open(first, model())
        #expect(!coordinator.setURL(scratch.url("none.sqlite"), for: store))
        try Fixture.run(scratch.url("other.sqlite"), "CREATE TABLE T (A)")
        #expect(!coordinator.setURL(scratch.url("other.sqlite"), for: store))
        #expect(store.url == first && store.opened?.database.path == first.path)
        #expect(coordinator.setURL(second, for: store))
        #expect(store.url == second && store.opened?.database.path == second.path)
        #expect(store.metadata["own"] as? String == "second")
        try coordinator.remove(store)
        #expect(scratch.names == ["first.sqlite", "other.sqlite", "second.sqlite"])
    }

    @Test func `What belongs to a store beside its file is destroyed with it`() throws {
        let url = try make("s.sqlite", model())
        let writes = ExternalWrites(ExternalFiles(store: url.path))
        _ = try writes.column(for: Data(repeating: 1, count: ExternalFiles.threshold))
        try Data([1]).write(to: scratch.url("s.sqlite-wal"))
        try Data([1]).write(to: scratch.url("s2.sqlite"))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(scratch.names == ["s2.sqlite"])
    }

    @Test func `Those who make one store at the same time get the same store`() async throws {
        let url = scratch.url("s.sqlite")
        let identifiers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let (coordinator, store) = try Fixture.open(url, Self.items())
                    defer { withExtendedLifetime(coordinator) {} }
                    return store.identifier
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(identifiers.count == 1)
        #expect(try Fixture.rows(url, "SELECT Z_UUID FROM Z_METADATA") == Array(identifiers))
    }

    @Test(arguments: Seeds.first(1))
    func `A store with bytes changed is opened, or refused with a sentence`(seed: UInt64) throws {
        let whole = try Data(contentsOf: make("whole.sqlite", model()))
        let url = scratch.url("broken.sqlite")
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            var data = whole
            for _ in 0...Int.random(in: 0..<6, using: &random) {
                data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 9) { data = data.prefix(Int.random(in: 1..<data.count, using: &random)) }
            try data.write(to: url)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
            do {
                let (coordinator, store) = try Fixture.open(url, model())
                let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
                let context = NSManagedObjectContext(.privateQueue)
                context.persistentStoreCoordinator = coordinator
                _ = try context.performAndWait { try context.fetch(request).count }
                try coordinator.remove(store)
            } catch let error as CocoaError {
                #expect(error.localizedDescription.contains(url.path), "seed \(seed), round \(round): \(error)")
            } catch {
                Issue.record("seed \(seed), round \(round): \(error)")
            }
        }
    }

    @Test(arguments: ["DELETE", "WAL"])
    func `A store whose writer was killed is opened as it was saved last`(_ mode: String) throws {
        let (first, second) = (try make("first.sqlite", model()), scratch.url("second.sqlite"))
        let connection = try SQLiteConnection(path: first.path, access: .readWrite)
        defer { connection.close() }
        try connection.execute(
            """
            PRAGMA journal_mode = \(mode); PRAGMA cache_size = 5; INSERT INTO ZITEM (Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 'kept');
            BEGIN; UPDATE ZITEM SET ZNAME = 'lost';
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO ZITEM (Z_ENT, Z_OPT, ZNAME) SELECT 1, 1, hex(randomblob(200)) FROM n;
            """)
        let suffixes = mode == "WAL" ? ["", "-wal", "-shm"] : ["", "-journal"]
        for options in [[NSReadOnlyPersistentStoreOption: NSNumber(value: true)], [:]] {
            for suffix in suffixes {
                try? FileManager.default.removeItem(atPath: second.path + suffix)
                try FileManager.default.copyItem(atPath: first.path + suffix, toPath: second.path + suffix)
            }
            let (coordinator, store) = try Fixture.open(second, model(), options: options)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
                #expect(objects.map { $0.value(forKey: "name") as? String } == ["kept"])
            }
            try coordinator.remove(store)
        }
    }
}
