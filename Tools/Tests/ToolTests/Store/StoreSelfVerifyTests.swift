import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel
import Testing

/// What a store says of itself, and says wrongly.
@Suite struct StoreSelfVerifyTests {
    /// What a store is changed by, and what is found then.
    struct Damage: CustomTestStringConvertible, Sendable {
        let statements: String
        let kind: String
        let sentence: String
        let testDescription: String

        init(_ statements: String, _ kind: String, _ sentence: String) {
            (self.statements, self.kind, self.sentence, testDescription) = (statements, kind, sentence, statements)
        }
    }

    private func withLibrary(changedBy statements: String, _ body: (URL) throws -> Void) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: [NSPersistentHistoryTrackingKey: true])
            try SQLiteCommand.change(url, statements)
            try body(url)
        }
    }

    @Test(
        .enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"),
        arguments: [
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_NAME = 'Comic'", "entities",
                "“Comic” (3) inherits from “Author” (1), and by the model it inherits from “Book”: set its Z_SUPER to 2."
            ),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Comic'", "entities",
                "“Comic” (3) inherits from none, and by the model it inherits from “Book”: set its Z_SUPER to 2."),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_NAME = 'Author'", "entities",
                "“Author” (1) inherits from 77, which is not there, and by the model it inherits from none: set its Z_SUPER to 0."
            ),
            Damage(
                "DROP TABLE Z_MODELCACHE; UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_NAME = 'Comic'", "entities",
                "“Comic” (3) inherits from the entity 77, from which no root is reached"),
            Damage(
                "INSERT INTO Z_PRIMARYKEY VALUES (9, 'Book', 0, 0)", "entities",
                "Z_PRIMARYKEY has 2 rows for “Book”, with the numbers 2, 9: an entity has one."),
            Damage(
                """
                CREATE TABLE k AS SELECT * FROM Z_PRIMARYKEY; INSERT INTO k SELECT Z_ENT, 'Ghost', 0, Z_MAX FROM k WHERE Z_NAME = 'Book';
                DROP TABLE Z_PRIMARYKEY; ALTER TABLE k RENAME TO Z_PRIMARYKEY
                """, "entities", "Z_PRIMARYKEY has 2 rows with the number 2, for “"),
            Damage(
                "INSERT INTO Z_PRIMARYKEY VALUES (9, 'Ghost', 0, 0)", "entities",
                "Z_PRIMARYKEY has a row for an entity that the model does not have: “Ghost” (9). Delete it"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Q' WHERE Z_ENT = 3", "entities",
                "Z_PRIMARYKEY calls the entity 3 “Q”; in the model it is “Comic”."),
            Damage("UPDATE Z_METADATA SET Z_UUID = NULL", "metadata", "Z_UUID in Z_METADATA is empty"),
            Damage("UPDATE Z_METADATA SET Z_UUID = ''", "metadata", "Z_UUID in Z_METADATA is empty"),
            Damage(
                "UPDATE Z_METADATA SET Z_UUID = 'nobody'", "metadata",
                "Z_UUID in Z_METADATA is “nobody”, which is no UUID"),
            Damage(
                "INSERT INTO Z_METADATA SELECT Z_VERSION + 1, Z_UUID, Z_PLIST FROM Z_METADATA", "metadata",
                "Z_METADATA has 2 rows, and a store has one: that with the Z_VERSION 1 is read."),
            Damage(
                """
                CREATE TABLE p AS SELECT * FROM Z_1FAVOURITES; INSERT INTO p SELECT * FROM p; DROP TABLE Z_1FAVOURITES;
                ALTER TABLE p RENAME TO Z_1FAVOURITES
                """, "pairs", "Z_1FAVOURITES, which holds “favourites” of “Author”, has 2 pairs several times"),
            Damage(
                "DROP INDEX Z_Author_UNIQUE_name", "index",
                "“name” of “Author” must be unique, and ZAUTHOR has no unique index of it"),
            Damage(
                "DROP INDEX Z_Author_UNIQUE_name; CREATE INDEX Z_Author_UNIQUE_name ON ZAUTHOR (ZNAME)", "index",
                "CREATE UNIQUE INDEX Z_Author_UNIQUE_name ON ZAUTHOR (ZNAME COLLATE BINARY ASC)"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'CHANGE'", "history",
                "1 was the last number in ACHANGE, and there is 5"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'TRANSACTION'", "history",
                "0 was the last number in ATRANSACTION, and there is 1"),
            Damage(
                "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE'", "history",
                "Z_PRIMARYKEY has no row for “CHANGE” (16001), by which the rows of ACHANGE are numbered. Insert it, with 5"
            ),
            Damage(
                "UPDATE ACHANGE SET Z_ENT = 5", "history",
                "ACHANGE has 5 rows with another Z_ENT than 16001, the number of “CHANGE”."),
            Damage(
                "UPDATE ACHANGE SET ZENTITY = 77 WHERE Z_PK = 1", "history",
                "1 change in ACHANGE tells of entities that Z_PRIMARYKEY does not have (ZENTITY is 77)."),
            Damage("DROP TABLE ACHANGE", "history", "its history has no table ACHANGE: nobody can read it"),
            Damage(
                "DROP TABLE ACHANGE; DROP TABLE ATRANSACTION", "history",
                "there is neither ACHANGE nor ATRANSACTION: the history is lost"),
            Damage("DROP TABLE ATRANSACTION", "history", "its history has no table ATRANSACTION: nobody can read it"),
            Damage(
                "ALTER TABLE ACHANGE RENAME COLUMN ZENTITYPK TO ZOTHER", "history",
                "its history has no column ZENTITYPK in ACHANGE: nobody can read it"),
            Damage(
                "UPDATE ACHANGE SET ZTRANSACTIONID = 77 WHERE Z_PK < 3", "history",
                "2 rows of ACHANGE belong to no transaction that ATRANSACTION has (ZTRANSACTIONID): Z_PK 1, 2."),
            Damage(
                "UPDATE ACHANGE SET ZTRANSACTIONID = NULL WHERE Z_PK = 3", "history",
                "1 row of ACHANGE belongs to no transaction that ATRANSACTION has (ZTRANSACTIONID): Z_PK 3."),
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = 77 WHERE Z_PK = 1", "history",
                "1 row of ACHANGE has something else in ZCHANGETYPE than 0 for an insertion"),
            Damage(
                "UPDATE ACHANGE SET ZENTITYPK = -1 WHERE Z_PK = 1", "history",
                "1 row of ACHANGE has no key of an object in ZENTITYPK"),
            Damage(
                "UPDATE ACHANGE SET ZENTITYPK = NULL", "history",
                "5 rows of ACHANGE have no key of an object in ZENTITYPK: Z_PK 1, 2, 3, 4, 5."),
            Damage(
                "UPDATE ATRANSACTION SET ZTIMESTAMP = 'x'", "history",
                "1 row of ATRANSACTION has no time in ZTIMESTAMP"),
            Damage(
                "UPDATE ATRANSACTION SET ZTIMESTAMP = NULL", "history",
                "1 row of ATRANSACTION has no time in ZTIMESTAMP"),
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = 1, ZCOLUMNS = x'FFFFFFFFFF' WHERE Z_PK = 1", "history",
                "1 row of ACHANGE has something else in ZCOLUMNS than a bit for each property of the entity"),
            Damage(
                "UPDATE ACHANGE SET ZCOLUMNS = 'many' WHERE Z_PK = 1", "history",
                "1 row of ACHANGE has something else in ZCOLUMNS than a bit for each property of the entity"),
            Damage(
                "UPDATE Z_METADATA SET Z_VERSION = 0", "metadata",
                "Z_VERSION in Z_METADATA is 0, and 1 is the version of all stores"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 'x' WHERE Z_NAME = 'Book'", "keyCount",
                "Z_MAX of “Book” in Z_PRIMARYKEY is x, after which no key comes: nothing new can be saved. Set it to 3"),
            Damage(
                "DELETE FROM ZAUTHOR; UPDATE Z_PRIMARYKEY SET Z_MAX = -7 WHERE Z_NAME = 'Author'", "keyCount",
                "Z_MAX of “Author” in Z_PRIMARYKEY is -7, after which no key comes: nothing new can be saved. Set it to 0"
            ),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_NAME = 'Author'", "keyCount",
                "after which no key comes: nothing new can be saved. Set it to 2, the last key that there is."),
            Damage(
                "DROP INDEX Z_Author_UNIQUE_name; CREATE UNIQUE INDEX Z_Author_UNIQUE_name ON ZAUTHOR (ZNAME COLLATE NOCASE)",
                "index", "“name” of “Author” must be unique"),
            Damage(
                "INSERT INTO Z_MODELCACHE SELECT * FROM Z_MODELCACHE", "metadata",
                "Z_MODELCACHE has 2 rows, and a store keeps one model."),
        ])
    func `what a store says wrongly of itself is a finding of its own, which says what to do`(damage: Damage) throws {
        try withLibrary(changedBy: damage.statements) { url in
            let run = try Tool.run("store", "verify", url.path, "--json")
            let report = try run.json()
            let findings = (report["findings"] as? [[String: Any]] ?? []).filter {
                $0["kind"] as? String == damage.kind
            }
            #expect(run.status == 1 && findings.count == 1, "\(report) \(run.errors)")
            let sentence = findings.first?["sentence"] as? String ?? ""
            #expect(sentence.contains(damage.sentence), "\(sentence)")
        }
    }

    @Test(
        .enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"),
        arguments: [
            "CREATE UNIQUE INDEX other ON ZAUTHOR (ZNAME DESC)",
            """
            CREATE TABLE a (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBORN TIMESTAMP, ZNAME VARCHAR UNIQUE);
            INSERT INTO a SELECT Z_PK, Z_ENT, Z_OPT, ZBORN, ZNAME FROM ZAUTHOR; DROP TABLE ZAUTHOR; ALTER TABLE a RENAME TO ZAUTHOR
            """,
        ])
    func `values are kept unique by an index of any name, and by a column that is declared so`(statements: String)
        throws
    {
        try withLibrary(changedBy: "DROP INDEX Z_Author_UNIQUE_name; \(statements)") { url in
            let run = try Tool.run("store", "verify", url.path)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }

    @Test(.enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"))
    func `a pair without a place in its order is found`() throws {
        try Tool.inFolder { folder in
            let (shelf, book, model) = (NSEntityDescription(), NSEntityDescription(), NSManagedObjectModel())
            let (books, shelves) = (NSRelationshipDescription(), NSRelationshipDescription())
            (shelf.name, book.name) = ("Shelf", "Book")
            (books.name, books.destinationEntity, books.inverseRelationship) = ("books", book, shelves)
            (shelves.name, shelves.destinationEntity, shelves.inverseRelationship) = ("shelves", shelf, books)
            books.isOrdered = true
            (shelf.properties, book.properties, model.entities) = ([books], [shelves], [shelf, book])
            let url = folder.appendingPathComponent("Shelves.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
                let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
                shelf.setValue(NSOrderedSet(object: book), forKey: "books")
                try context.save()
            }
            try coordinator.remove(store)
            #expect(try Tool.run("store", "verify", url.path).status == 0)
            // Book has the number 1, and Shelf 2; the table is named for the first.
            try SQLiteCommand.change(url, "UPDATE Z_1SHELVES SET Z_FOK_1BOOKS = NULL")
            let run = try Tool.run("store", "verify", url.path)
            #expect(run.status == 1, "\(run.errors)")
            #expect(
                run.lines.contains {
                    $0.hasPrefix("Z_1SHELVES, which holds “books” of “Shelf”, has a pair without a place in the order.")
                }, "\(run.output)")
        }
    }
}
