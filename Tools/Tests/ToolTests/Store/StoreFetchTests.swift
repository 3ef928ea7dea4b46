import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel
import Testing

@Suite struct StoreFetchTests {
    /// Runs a closure with the library.
    private func withLibrary(_ body: (String) throws -> Void) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try body(url.path)
        }
    }

    @Test(
        .enabled(if: AppleStores.areHere, AppleStores.skipped), .enabled(if: SQLiteCommand.isHere),
        arguments: [
            (
                "samplemodel/SampleModel_V1.sqlite", "Car", "numberPlate",
                "SELECT ZNUMBERPLATE FROM ZCAR ORDER BY ZNUMBERPLATE"
            ),
            (
                "samplemodel/SampleModel_V1.sqlite", "SportCar", "numberPlate",
                "SELECT ZNUMBERPLATE FROM ZCAR WHERE Z_ENT IN (2, 3) ORDER BY ZNUMBERPLATE"
            ), ("books/CoreDataBooks.CDBStore", "Book", "title", "SELECT ZTITLE FROM ZBOOK ORDER BY ZTITLE"),
            (
                "nomodel/Accounts3.sqlite", "AccountType", "identifier",
                "SELECT ZIDENTIFIER FROM ZACCOUNTTYPE ORDER BY ZIDENTIFIER"
            ),
        ])
    func `a column of Apple's has what sqlite3 finds in it`(path: String, entity: String, column: String, query: String)
        throws
    {
        let url = AppleStores.url(path)
        let run = try Tool.run("store", "fetch", url.path, entity, "--columns", column, "--sort", column, "--json")
        #expect(run.status == 0, "\(run.errors)")
        let values = try run.jsonLines().map { $0[column] as? String ?? "" }
        #expect(try values == SQLiteCommand.rows(query, url))
    }

    @Test func `key paths are followed in columns, conditions and orders`() throws {
        try withLibrary { store in
            let run = try Tool.run(
                "store", "fetch", store, "Book", "--columns", "title,author.name,author.born", "--where",
                "author.name == 'Ada'",
                "--sort", "author.name,-pages", "--csv")
            #expect(
                run.output
                    == "title,author.name,author.born\nEngines,Ada,2000-12-31T23:58:19.75Z\n\"Looms\n日本\",Ada,2000-12-31T23:58:19.75Z\n"
            )
        }
    }

    @Test func `a path over a relationship to many is a list, and its count a number`() throws {
        try withLibrary { store in
            let run = try Tool.run(
                "store", "fetch", store, "Author", "--columns",
                "name,books.title,books.@count,favourites.author.name,books",
                "--sort", "name", "--json")
            let rows = try run.jsonLines()
            #expect(run.status == 0 && rows.count == 2, "\(run.errors)")
            #expect((rows[0]["books.title"] as? [String])?.sorted() == ["Engines", "Looms\n日本"])
            #expect(rows[0]["books.@count"] as? Int == 2 && rows[1]["books.@count"] as? Int == 0)
            #expect((rows[1]["favourites.author.name"] as? [Any])?.count == 2)
            #expect(
                (rows[0]["books"] as? [String])?.allSatisfy { $0.contains("/Book/p") || $0.contains("/Comic/p") }
                    == true)
        }
    }

    @Test func `values come in JSON as their types have them`() throws {
        try withLibrary { store in
            let row = try Tool.run("store", "fetch", store, "Book", "--where", "title == 'Engines'", "--json")
                .jsonLines()[0]
            #expect(row["pages"] as? Int == 120 && row["cover"] as? String == "AQID" && row["price"] as? Double == 9.9)
            #expect(
                (row["author"] as? String)?.hasSuffix("/Author/p1") == true
                    || (row["author"] as? String)?.hasSuffix("/Author/p2") == true)
            let comic = try Tool.run("store", "fetch", store, "Comic", "--json").jsonLines()[0]
            #expect(comic["isColoured"] as? Bool == true)
        }
    }

    @Test func `a table shows each object in one line, and columns in a row`() throws {
        try withLibrary { store in
            let run = try Tool.run("store", "fetch", store, "Book", "--columns", "title,pages", "--sort", "title")
            #expect(
                run.output == "title        pages\nEngines        120\nLooms\\n日本     30\nNobody's\n", "\(run.output)")
        }
    }

    @Test func `limit and offset take a part of what there is, and subentities can be left out`() throws {
        try withLibrary { store in
            let part = try Tool.run(
                "store", "fetch", store, "Book", "--columns", "title", "--sort", "title", "--limit", "1", "--offset",
                "1", "--json")
            #expect(try part.jsonLines().map { $0["title"] as? String } == ["Looms\n日本"])
            #expect(try Tool.run("store", "fetch", store, "Book", "--count").output == "3\n")
            #expect(try Tool.run("store", "fetch", store, "Book", "--count", "--without-subentities").output == "2\n")
            #expect(
                try Tool.run("store", "fetch", store, "Book", "--limit", "0", "--csv", "--columns", "title").output
                    == "title\n")
        }
    }

    /// Orders that an index gives, and one that none does; whose objects; and a part of them.
    @Test(
        .enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"),
        arguments: [
            ("title", "ZTITLE"), ("-title", "ZTITLE DESC"), ("-author", "ZAUTHOR DESC"),
            ("pages,-title", "ZPAGES, ZTITLE DESC"),
        ], [("Book", ["--without-subentities"], "Z_ENT = 2"), ("Book", [], "1"), ("Comic", [], "Z_ENT = 3")])
    func `objects come in their order, however many of the entity there are`(
        order: (key: String, sql: String), entity: (name: String, options: [String], condition: String)
    ) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(
                url,
                """
                WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) \
                INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZAUTHOR) \
                SELECT i, 2 + (i % 7 = 0), 1, 'Book ' || (i * 7919 % 1000), i % 5, i % 3 FROM n;
                CREATE INDEX byTitle ON ZBOOK (ZTITLE)
                """)
            let tie = order.sql.hasSuffix("DESC") ? "Z_PK DESC" : "Z_PK"
            for (part, limit) in [
                ([], ""), (["--limit", "700", "--offset", "5"], " LIMIT 700 OFFSET 5"), (["--limit", "3"], " LIMIT 3"),
            ] {
                let run = try Tool.run(
                    ["store", "fetch", url.path, entity.name, "--sort=\(order.key)", "--columns", "objectID", "--csv"]
                        + entity.options + part)
                let keys = run.lines.dropFirst().map { $0.split(separator: "p").last.map(String.init) ?? "" }
                let wanted = try SQLiteCommand.rows(
                    "SELECT Z_PK FROM ZBOOK WHERE \(entity.condition) ORDER BY \(order.sql), \(tie)\(limit)", url)
                #expect(run.status == 0 && keys == wanted, "\(part) \(run.errors)")
            }
        }
    }

    @Test(arguments: [["--columns", "title,nothing"], ["--where", "nothing == 1"], ["--sort", "nothing"]])
    func `where nothing can be asked for, standard output has nothing, not even names of columns`(arguments: [String])
        throws
    {
        try withLibrary { store in
            for format in ["--csv", "--json", "--format=table"] {
                let run = try Tool.run(["store", "fetch", store, "Book", format] + arguments)
                #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            }
        }
    }

    @Test func `in CSV nil is nothing between commas, and no line is empty`() throws {
        try withLibrary { store in
            func lines(_ columns: String) throws -> [String] {
                try Tool.run("store", "fetch", store, "Book", "--sort", "title", "--columns", columns, "--csv").output
                    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
            let (one, two) = (try lines("pages"), try lines("pages,cover"))
            #expect(one == ["pages", "120", "30", "\"\"", ""])
            #expect(two == ["pages,cover", "120,AQID", "30,", ",", ""])
        }
    }

    @Test(arguments: [
        (["Bok"], "It has: Author, Book, Comic."), (["Book", "--where", "title ="], "--where cannot be read"),
        (["Book", "--where", "nothing == 1"], "nothing"), (["Book", "--columns", "nowhere"], "nowhere"),
        (["Book", "--columns", "title,pages,title"], "“title” twice"),
        (["Book", "--columns", ","], "--columns names no column"), (["Book", "--sort", "author.nobody"], "nobody"),
    ])
    func `what cannot be asked is an error that names it`(arguments: [String], sentence: String) throws {
        try withLibrary { store in
            let run = try Tool.run(["store", "fetch", store] + arguments)
            #expect(run.status == 2 && run.errors.contains(sentence) && run.errors.hasPrefix("mainspring: "), "\(run)")
        }
    }

    @Test(arguments: [["--limit", "-1"], ["--json", "--csv"], ["--format", "xml"], ["--offset", "many"]])
    func `arguments that mean nothing are refused before the store is opened`(arguments: [String]) throws {
        #expect(try Tool.run(["store", "fetch", "/nowhere", "Book"] + arguments).status == 64)
    }

    @Test(
        arguments: [["fetch", "Book", "--limit"], ["fetch", "Book", "--offset"], ["history", "--limit"]], [true, false])
    func `a number below 0 is refused as a number, with a sign of equality and without`(
        command: [String], isJoined: Bool
    ) throws {
        var arguments = ["store", command[0], "/nowhere"] + command.dropFirst()
        if isJoined { arguments[arguments.count - 1] += "=-1" } else { arguments.append("-1") }
        let run = try Tool.run(arguments)
        #expect(run.status == 64 && run.errors.contains("\(command.last ?? "") is a number of "), "\(run.errors)")
        #expect(run.errors.contains(", 0 or more."), "\(run.errors)")
    }

    @Test func `long data in a file beside the store are read, and a missing file is told in the row`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            // The column says: in a file. The model says that no file is allowed, so that the bytes are the value.
            try SQLiteCommand.change(url, "UPDATE ZBOOK SET ZCOVER = x'02414200' WHERE ZTITLE = 'Engines'")
            let run = try Tool.run(
                "store", "fetch", url.path, "Book", "--columns", "cover", "--where", "title == 'Engines'", "--json")
            #expect(try run.jsonLines()[0]["cover"] as? String == "AkFCAA==")
        }
    }

    @Test func `of an entity without columns the identities are shown`() throws {
        try Tool.inFolder { folder in
            let (shelf, box, model) = (NSEntityDescription(), NSEntityDescription(), NSManagedObjectModel())
            let (boxes, shelves) = (NSRelationshipDescription(), NSRelationshipDescription())
            (shelf.name, box.name) = ("Shelf", "Box")
            (boxes.name, boxes.destinationEntity, boxes.inverseRelationship) = ("boxes", box, shelves)
            (shelves.name, shelves.destinationEntity, shelves.inverseRelationship) = ("shelves", shelf, boxes)
            for relationship in [boxes, shelves] { relationship.isOptional = true }
            (shelf.properties, box.properties, model.entities) = ([boxes], [shelves], [shelf, box])
            let url = folder.appendingPathComponent("Shelves.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                for _ in 0..<2 { _ = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context) }
                try context.save()
            }
            try coordinator.remove(store)
            for (format, lines) in [("--json", 2), ("--csv", 3), ("--format=table", 3)] {
                let run = try Tool.run("store", "fetch", url.path, "Shelf", format)
                #expect(run.status == 0 && run.lines.count == lines, "\(run.output)\(run.errors)")
                #expect(run.lines.last?.contains("Shelf/p2") == true, "\(run.output)")
            }
            #expect(try Tool.run("store", "fetch", url.path, "Shelf", "--count").output == "2\n")
        }
    }
}
