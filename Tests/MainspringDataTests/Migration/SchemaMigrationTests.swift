import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Indexes, views and triggers of a file that migrates, whoever has made them.
@Suite struct SchemaMigrationTests {
    let bench = MigrationBench()

    private func rows(_ query: String) throws -> [String] { try Fixture.rows(bench.url, query) }

    /// Without pages; the table of books is copied.
    private static var shorter: Sketch {
        var sketch = MigrationBench.library
        sketch["Book"].attributes.remove(at: 1)
        return sketch
    }

    // MARK: Views and triggers

    @Test func `A view of the program's is there afterwards as it was, with its triggers`() throws {
        try bench.make()
        try Fixture.run(
            bench.url,
            """
            CREATE VIEW titles AS SELECT ZTITLE AS title FROM ZBOOK;
            CREATE TRIGGER retitled INSTEAD OF UPDATE ON titles
                BEGIN UPDATE ZBOOK SET ZTITLE = new.title WHERE ZTITLE = old.title; END;
            """)
        let view = "SELECT name, sql FROM sqlite_master WHERE name IN ('titles', 'retitled') ORDER BY 1"
        let before = try rows(view)
        #expect(bench.error(Self.shorter.model()) == nil)
        #expect(try rows(view) == before)
        try Fixture.run(bench.url, "UPDATE titles SET title = 'other' WHERE title = 'Book 1'")
        #expect(try rows("SELECT title FROM titles ORDER BY 1") == ["Book 2", "other"])
        #expect(try rows("SELECT ZTITLE FROM ZBOOK ORDER BY 1") == ["Book 2", "other"])
    }

    @Test func `A trigger that names a column which goes would fail each save, and is told`() throws {
        try bench.make()
        try Fixture.run(
            bench.url,
            """
            CREATE TABLE log (pages INTEGER);
            CREATE TRIGGER mine AFTER UPDATE ON ZBOOK BEGIN INSERT INTO log VALUES (new.ZPAGES); END;
            """)
        let before = try Fixture.schema(bench.url)
        let error = try #require(bench.error(Self.shorter.model()))
        #expect(error.code == NSMigrationError)
        #expect(error.localizedDescription.contains("A trigger of its table ZBOOK cannot be run here"))
        #expect(error.localizedDescription.hasSuffix("."))
        #expect((error.userInfo["reason"] as? String)?.hasPrefix("Cannot migrate store in-place: ") == true)
        #expect(error.userInfo["sourceURL"] as? URL == bench.url)
        #expect(try Fixture.schema(bench.url) == before)
        #expect(bench.error(MigrationBench.library.model(), [:]) == nil)
    }

    // MARK: Indexes

    private func indexes(_ table: String) throws -> [String] {
        try rows(
            """
            SELECT l.name, group_concat(x.name) FROM pragma_index_list('\(table)') AS l, pragma_index_xinfo(l.name) AS x \
            WHERE x.key = 1 GROUP BY 1 ORDER BY 1
            """)
    }

    @Test func `Indexes that have each other's names get their own`() throws {
        var sketch = MigrationBench.library
        sketch["Book"].indexes = ["title", "pages"]
        try bench.make(sketch)
        try Fixture.run(
            bench.url,
            """
            DROP INDEX Z_Book_bytitle; DROP INDEX Z_Book_bypages;
            CREATE INDEX Z_Book_bypages ON ZBOOK (ZTITLE COLLATE BINARY ASC);
            CREATE INDEX Z_Book_bynote ON ZBOOK (ZPAGES COLLATE BINARY ASC);
            """)
        sketch["Book"].attributes.append(.init(name: "note", type: .stringAttributeType))
        sketch["Book"].indexes.append("note")
        #expect(bench.error(sketch.model()) == nil)
        #expect(
            try indexes("ZBOOK") == [
                "ZBOOK_ZAUTHOR_INDEX|ZAUTHOR", "Z_Book_bynote|ZNOTE", "Z_Book_bypages|ZPAGES", "Z_Book_bytitle|ZTITLE",
            ])
    }

    @Test func `An index that is wanted stays under whatever name, and another one goes`() throws {
        var sketch = MigrationBench.library
        sketch["Book"].indexes = ["title"]
        try bench.make(sketch)
        try Fixture.run(
            bench.url,
            """
            DROP INDEX Z_Book_bytitle; CREATE INDEX mine ON ZBOOK (ZTITLE); CREATE INDEX other ON ZBOOK (ZTITLE, ZPAGES);
            CREATE INDEX some ON ZBOOK (ZTITLE) WHERE ZPAGES > 7;
            """)
        sketch["Book"].attributes.append(.init(name: "note", type: .stringAttributeType))
        #expect(bench.error(sketch.model()) == nil)
        #expect(try indexes("ZBOOK") == ["ZBOOK_ZAUTHOR_INDEX|ZAUTHOR", "mine|ZTITLE"])
    }

    /// People, of whom managers have names of their own each.
    private static var people: Sketch {
        Sketch(entities: [
            .init(name: "Person", attributes: [.init(name: "name", type: .stringAttributeType)]),
            .init(name: "Manager", parent: "Person", unique: [["name"]]),
        ])
    }

    private func makePeople(_ sketch: Sketch, _ entities: [String]) throws {
        let context = try bench.context(sketch.model(), [:])
        for entity in entities {
            NSEntityDescription.insertNewObject(forEntityName: entity, into: context).setValue("same", forKey: "name")
        }
        try context.save()
        try bench.close(context)
    }

    @Test func `An index of some rows alone stays as long as it is of the same, and is made anew for others`() throws {
        var sketch = Self.people
        try makePeople(sketch, ["Person", "Person", "Manager"])
        let query = "SELECT rootpage, sql FROM sqlite_master WHERE name = 'Z_Manager_UNIQUE_name'"
        let before = try rows(query)
        #expect(before.count == 1 && before[0].contains("WHERE"))
        sketch["Person"].attributes.append(.init(name: "age", type: .integer16AttributeType))
        #expect(bench.error(sketch.model()) == nil)
        #expect(try rows(query) == before)
        sketch.entities.append(.init(name: "Boss", parent: "Manager"))
        #expect(bench.error(sketch.model()) == nil)
        #expect(try rows(query).count == 1 && rows(query) != before)
        let context = try bench.context(sketch.model(), [:])
        NSEntityDescription.insertNewObject(forEntityName: "Boss", into: context).setValue("same", forKey: "name")
        #expect(throws: NSError.self) { try context.save() }
        context.rollback()
        try bench.close(context)
    }

    @Test func `A constraint of a subentity that its objects do not keep is told with the subentity`() throws {
        var sketch = Self.people
        sketch["Manager"].unique = []
        try makePeople(sketch, ["Person", "Manager", "Manager"])
        let error = try #require(bench.error(Self.people.model()))
        #expect(error.code == NSMigrationConstraintViolationError)
        #expect(error.userInfo["entity"] as? String == "Manager")
        #expect(error.userInfo["constraint"] as? [String] == ["name"])
        #expect(error.localizedDescription.contains("objects of “Manager” have the same values of “name”"))
    }

    // MARK: Names of tables

    @Test func `A new entity may have the table's name of one that goes`() throws {
        try bench.make()
        var sketch = MigrationBench.library
        sketch["Author"].relations = []
        sketch.entities.removeLast()
        // Names of tables are in capital letters, whatever those of entities are.
        sketch.entities.append(.init(name: "BOOK", attributes: [.init(name: "text", type: .stringAttributeType)]))
        let context = try bench.context(sketch.model())
        #expect(try bench.all("BOOK", context).isEmpty && bench.all("Author", context).count == 2)
        let book = NSEntityDescription.insertNewObject(forEntityName: "BOOK", into: context)
        book.setValue("new", forKey: "text")
        try context.save()
        try bench.close(context)
        #expect(try rows("SELECT ZTEXT FROM ZBOOK") == ["new"])
    }
}
