import CSQLite
import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Files that somebody has made on purpose so that they are no stores, or nearly: what is asked of them is right, or refused in
/// a sentence, and nothing ends or hangs the process.
@Suite struct HostileStoreTests {
    private let scratch = Scratch()

    /// Item n—n Tag.
    private func model() -> NSManagedObjectModel {
        let (item, tag) = (Part.entity("Item"), Part.entity("Tag"))
        let tags = Part.relationship("tags", to: tag, isToMany: true)
        let items = Part.relationship("items", to: item, isToMany: true)
        (tags.isOptional, items.isOptional) = (true, true)
        item.properties = [
            Part.attribute("name", .stringAttributeType), Part.attribute("count", .integer64AttributeType),
            Part.attribute("picture", .binaryDataAttributeType), tags,
        ]
        tag.properties = [Part.attribute("name", .stringAttributeType), items]
        (tags.inverseRelationship, items.inverseRelationship) = (items, tags)
        return Part.model([item, tag])
    }

    /// A store with an item and a tag, and whatever else statements make of it.
    private func store(_ statements: String) throws -> URL {
        let url = scratch.url("s.sqlite")
        let (coordinator, store) = try Fixture.open(url, model())
        try coordinator.remove(store)
        try Fixture.run(
            url,
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a');
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 't');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1; \(statements)
            """)
        return url
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func items(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    /// A table made anew.
    private static func table(_ declaration: String, _ rest: String = "") -> String {
        "DROP TABLE ZITEM; CREATE \(declaration); \(rest)"
    }

    private static let columns = "Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZNAME VARCHAR, ZPICTURE BLOB"

    // MARK: Tables

    @Test(arguments: [
        (
            table(
                "VIEW ZITEM AS SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT, 2 AS ZCOUNT, 'x' AS ZNAME, NULL AS ZPICTURE"),
            "ZITEM"
        ),
        (
            table(
                "VIEW ZITEM AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS Z_PK, "
                    + "1 AS Z_ENT, 1 AS Z_OPT, i AS ZCOUNT, 'x' AS ZNAME, NULL AS ZPICTURE FROM n"), "ZITEM"
        ),
        (table("VIEW ZITEM AS SELECT * FROM ZITEM"), "ZITEM"),
        (table("VIRTUAL TABLE ZITEM USING rtree(Z_PK, Z_ENT, Z_OPT)"), "ZITEM"),
        (
            table("TABLE ZITEM (Z_PK VARCHAR PRIMARY KEY, \(columns))", "INSERT INTO ZITEM (Z_PK) VALUES ('x'), ('y')"),
            "Z_PK"
        ),
        (table("TABLE ZITEM (Z_PK, \(columns))", "INSERT INTO ZITEM (Z_PK) VALUES (1), (1)"), "Z_PK"),
        (table("TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, \(columns)) WITHOUT ROWID"), "Z_PK"),
        (table("TABLE ZITEM (Z_PK INTEGER PRIMARY KEY DESC, \(columns))"), "Z_PK"),
        (table("TABLE ZITEM (Z_PK INTEGER, \(columns), PRIMARY KEY (Z_PK, Z_ENT))"), "Z_PK"),
        (
            table(
                "TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZNAME VARCHAR, "
                    + "ZPICTURE BLOB AS (zeroblob(900000000)))"), "ZPICTURE"
        ),
        ("DROP TABLE Z_1TAGS; CREATE VIEW Z_1TAGS AS SELECT 1 AS Z_1ITEMS, 1 AS Z_2TAGS", "Z_1TAGS"),
        ("DELETE FROM Z_PRIMARYKEY", "“Item”"),
        ("UPDATE Z_PRIMARYKEY SET Z_ENT = -9223372036854775808 WHERE Z_NAME = 'Item'", "below 1"),
        (
            "DROP TABLE Z_PRIMARYKEY; CREATE VIEW Z_PRIMARYKEY AS SELECT 1 AS Z_ENT, 'Item' AS Z_NAME, 0 AS Z_SUPER",
            "no metadata"
        ),
        (
            "DROP TABLE Z_METADATA; CREATE VIEW Z_METADATA AS SELECT 1 AS Z_VERSION, 'u' AS Z_UUID, X'00' AS Z_PLIST",
            "no metadata"
        ),
    ])
    func `A table that is none, or has no rows of objects, is refused by its name`(_ statements: String, _ name: String)
        throws
    {
        let url = try store(statements)
        for isReadOnly in [true, false] {
            let failure = Fixture.failure {
                _ = try Fixture.open(url, model(), options: [NSReadOnlyPersistentStoreOption: isReadOnly])
            }
            #expect(failure?.sentence.contains(name) == true, "\(failure?.sentence ?? "opened")")
        }
    }

    @Test func `Entities and rows that the model does not know are passed over, and stay`() throws {
        let url = try store(
            """
            INSERT INTO Z_PRIMARYKEY VALUES (77, 'Ghost', 1, 5), (78, '', 0, 'x'), (79, NULL, NULL, NULL);
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 77, 1, 'ghost'), (3, 'text', X'00', 'b'), (4, 0, 1, 'c'),
                (5, NULL, NULL, NULL), (-6, 1, 1, 'below'), (9223372036854775806, 1, 9223372036854775807, 'last');
            INSERT INTO Z_1TAGS VALUES (1, 1), (1, 99), (99, 1), (1, 'x'), (NULL, 1)
            """)
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        let found = try items(context)
        #expect(found.map { $0.value(forKey: "name") as? String } == ["a", "below", "last"])
        for item in found { item.setValue(7, forKey: "count") }
        #expect((found[0].value(forKey: "tags") as? NSSet)?.count ?? 0 >= 1)
        // The highest version has none above it.
        #expect(Fixture.failure { try context.save() } == nil)
        try coordinator.remove(store)
        #expect(
            try Fixture.rows(url, "SELECT Z_ENT, ZNAME FROM ZITEM WHERE ZCOUNT IS NULL ORDER BY Z_PK")
                == ["77|ghost", "text|b", "0|c", "NULL|NULL"])
    }

    // MARK: Keys

    @Test(arguments: [
        ("9223372036854775807", false), ("9223372036854775806", false), ("9223372036854775804", true),
        ("9223372036854775803", true),
        ("9223372036854775000", true), ("'text'", true),
        ("-5", true), ("NULL", true), ("1.5e300", false),
    ])
    func `Keys are given beyond all that are there, or not at all`(_ last: String, _ isSaved: Bool) throws {
        let url = try store("UPDATE Z_PRIMARYKEY SET Z_MAX = \(last)")
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        for name in ["b", "c"] {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue(name, forKey: "name")
        }
        let failure = Fixture.failure { try context.save() }
        #expect((failure == nil) == isSaved, "\(failure?.sentence ?? "saved")")
        if !isSaved {
            #expect(failure?.sentence.contains("no more keys") == true, "\(failure?.sentence ?? "")")
            #expect(context.insertedObjects.count == 2)
        }
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT count(*), min(Z_PK) FROM ZITEM") == [isSaved ? "3|1" : "1|1"])
    }

    @Test func `A version that has none above it does not end the process`() throws {
        let url = try store("UPDATE ZITEM SET Z_OPT = 9223372036854775807")
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        let item = try items(context)[0]
        item.setValue(3, forKey: "count")
        try context.save()
        item.setValue(4, forKey: "count")
        try context.save()
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT ZCOUNT FROM ZITEM") == ["4"])
    }

    // MARK: Triggers

    @Test(arguments: [
        "AFTER INSERT ON ZITEM BEGIN SELECT Unheard(NEW.Z_PK); END",
        "AFTER UPDATE ON ZITEM BEGIN SELECT Unheard(NEW.Z_PK); END",
        "BEFORE DELETE ON ZTAG BEGIN SELECT Unheard(OLD.Z_PK); END",
        "AFTER INSERT ON Z_1TAGS BEGIN SELECT Unheard(1); END",
        "AFTER DELETE ON Z_1TAGS BEGIN SELECT Unheard(1); END",
        "AFTER UPDATE ON Z_PRIMARYKEY BEGIN SELECT Unheard(1); END",
        "BEFORE INSERT ON Z_METADATA BEGIN SELECT Unheard(1); END",
        "AFTER INSERT ON ZITEM BEGIN SELECT load_extension('x'); END",
        "AFTER INSERT ON ZITEM BEGIN SELECT writefile('x', 'y'); END",
        "AFTER INSERT ON ZITEM BEGIN INSERT INTO Nowhere VALUES (1); END",
    ])
    func `A trigger that calls what is not there makes the store read-only, which says why`(_ trigger: String) throws {
        let url = try store("CREATE TRIGGER T \(trigger)")
        let (coordinator, store) = try Fixture.open(url, model())
        #expect(store.readOnlyReason?.contains("trigger") == true, "\(store.readOnlyReason ?? "writable")")
        let context = context(coordinator)
        #expect(try items(context).count == 1)
        _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        #expect(Fixture.failure { try context.save() }?.sentence.contains("Drop the trigger") == true)
    }

    @Test func `A trigger that does not end is ended, and the context keeps what it has`() throws {
        let url = try store(
            """
            CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
            CREATE TRIGGER T AFTER INSERT ON ZITEM BEGIN SELECT count(*) FROM endless; END
            """)
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        try items(context)[0].setValue(1, forKey: "count")
        try context.save()
        try store.opened?.database.writer?.withConnection { connection in
            try #require(connection.stepBudget).base = 1_000_000
        }
        _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        #expect(Fixture.failure { try context.save() }?.sentence.contains("does not come to an end") == true)
        #expect(context.insertedObjects.count == 1)
        context.rollback()
        try items(context)[0].setValue(2, forKey: "count")
        try context.save()
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT ZCOUNT FROM ZITEM") == ["2"])
    }

    @Test(arguments: ["INSERT", "UPDATE", "DELETE"])
    func `A trigger that leaves a row unwritten fails the save`(_ kind: String) throws {
        let url = try store("CREATE TRIGGER T BEFORE \(kind) ON ZITEM BEGIN SELECT RAISE(IGNORE); END")
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        let item = try items(context)[0]
        switch kind {
        case "INSERT": _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        case "UPDATE": item.setValue("b", forKey: "name")
        default: context.delete(item)
        }
        #expect(Fixture.failure { try context.save() }?.sentence.contains("trigger") == true)
        #expect(context.hasChanges)
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT ZNAME FROM ZITEM") == ["a"])
    }

    @Test func `What a trigger makes of other tables' rows is read after the save`() throws {
        let url = try store(
            """
            CREATE TRIGGER T AFTER UPDATE ON ZITEM BEGIN UPDATE ZTAG SET ZNAME = 'tagged ' || NEW.ZNAME; END;
            CREATE TRIGGER J AFTER INSERT ON Z_1TAGS BEGIN UPDATE ZTAG SET ZNAME = 'linked'; END
            """)
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        let item = try items(context)[0]
        let tag = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag"))[0]
        #expect(tag.value(forKey: "name") as? String == "t")
        item.setValue("b", forKey: "name")
        try context.save()
        context.refresh(tag, mergeChanges: false)
        #expect(tag.value(forKey: "name") as? String == "tagged b")
        item.setValue(NSSet(object: tag), forKey: "tags")
        try context.save()
        context.refresh(tag, mergeChanges: false)
        #expect(tag.value(forKey: "name") as? String == "linked")
        try coordinator.remove(store)
    }

    @Test
    func `A table of SQLite's own that triggers write is kept up to date, or named where SQLite takes it for unsafe`()
        throws
    {
        let url = try store(
            """
            CREATE VIRTUAL TABLE Places USING rtree(id, least, most);
            CREATE TRIGGER P AFTER INSERT ON ZITEM BEGIN INSERT INTO Places VALUES (NEW.Z_PK, NEW.ZCOUNT, NEW.ZCOUNT); END
            """)
        let (coordinator, store) = try Fixture.open(url, model())
        if let reason = store.readOnlyReason {
            #expect(reason.contains("Places"))
            return
        }
        let context = context(coordinator)
        NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue(5, forKey: "count")
        try context.save()
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT id, least FROM Places") == ["2|5.0"])
    }

    // MARK: Metadata

    @Test func `A store that a later framework has written opens, and keeps what is not understood`() throws {
        let url = try store("")
        var metadata = try MetadataTable.values(url)
        metadata["NSPersistenceFrameworkVersion"] = .integer(999_999)
        metadata["_NSFutureLevel"] = .string("9")
        metadata["Future"] = .dictionary(.init(["deep": .array([.data(Data([1, 2])), .real(0.5)])]))
        let connection = try SQLiteConnection(path: url.path, access: .readWrite)
        try MetadataTable.write(metadata, connection)
        try connection.execute(
            "CREATE TABLE ZFUTURE (Z_PK INTEGER PRIMARY KEY); CREATE TABLE Y (A); INSERT INTO Y VALUES (1)")
        connection.close()
        let (coordinator, store) = try Fixture.open(url, model())
        #expect(store.readOnlyReason == nil)
        coordinator.setMetadata(
            coordinator.metadata(for: store).merging(["own": "mine"]) { $1 }, for: store)
        let context = context(coordinator)
        try items(context)[0].setValue("b", forKey: "name")
        try context.save()
        try coordinator.remove(store)
        metadata["own"] = .string("mine")
        #expect(try MetadataTable.values(url) == metadata)
        #expect(try Fixture.rows(url, "SELECT A FROM Y") == ["1"])
    }

    // MARK: Values

    @Test func `Data without bytes are there again, and data that are too long for SQLite fail the save alone`() throws
    {
        let url = try store("")
        let (coordinator, store) = try Fixture.open(url, model())
        let context = context(coordinator)
        let item = try items(context)[0]
        item.setValue(Data(), forKey: "picture")
        try context.save()
        // SQLite's own limit is 1,000,000,000 bytes.
        _ = try store.opened?.database.writer?.withConnection { connection in
            sqlite3_limit(connection.pointer, SQLITE_LIMIT_LENGTH, 100_000)
        }
        for length in [100_001, 99_990] {
            item.setValue(Data(repeating: 7, count: length), forKey: "picture")
            let failure = Fixture.failure { try context.save() }
            #expect(failure?.sentence.contains("longer than SQLite takes") == true, "\(failure?.sentence ?? "saved")")
            #expect(context.hasChanges)
        }
        item.setValue(Data(repeating: 7, count: 90_000), forKey: "picture")
        try context.save()
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "SELECT length(ZPICTURE) FROM ZITEM") == ["90000"])
    }
}
