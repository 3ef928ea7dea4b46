import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel
import Testing

@Suite struct StoreInfoTests {
    @Test(
        .enabled(if: AppleStores.areHere, AppleStores.skipped), .enabled(if: SQLiteCommand.isHere),
        arguments: AppleStores.stores)
    func `the objects of a store are counted as sqlite3 counts its rows`(path: String) throws {
        let url = AppleStores.url(path)
        let run = try Tool.run("store", "info", url.path, "--json")
        #expect(run.status == 0, "\(run.errors)")
        let report = try run.json()
        let entities = try #require(report["entities"] as? [[String: Any]])
        for entity in entities {
            let table = try #require(entity["table"] as? String)
            let number = try #require(entity["number"] as? Int)
            let count = try SQLiteCommand.rows("SELECT count(*) FROM \(table) WHERE Z_ENT = \(number)", url)
            #expect("\(entity["objects"] ?? "")" == count[0], "\(entity["name"] ?? "")")
        }
        let names = try SQLiteCommand.rows("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000", url)
        #expect("\(entities.count)" == names[0])
        let identifier = try SQLiteCommand.rows("SELECT Z_UUID FROM Z_METADATA", url)
        #expect(report["identifier"] as? String == identifier[0])
    }

    @Test func `relations are told with where they lead, their inverses and how many there may be`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            let run = try Tool.run("store", "info", url.path, "--all")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(run.lines.contains { $0.contains("Author.books") && $0.contains("many, in order, Book") })
            #expect(run.lines.contains { $0.contains("Book.author") && $0.contains("one Author") })
            #expect(run.lines.contains { $0.hasPrefix("  Comic") && $0.contains("ZBOOK") })
        }
    }

    @Test func `without a model the tables say which entities and attributes there are`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(url, "DROP TABLE Z_MODELCACHE")
            let report = try Tool.run("store", "info", url.path, "--json").json()
            #expect(report["model"] as? String == "tables")
            let entities = try #require(report["entities"] as? [[String: Any]])
            #expect(entities.compactMap { $0["name"] as? String }.sorted() == ["Author", "Book", "Comic"])
            let run = try Tool.run(
                "store", "fetch", url.path, "Book", "--columns", "title,pages", "--where", "pages > 50")
            #expect(run.status == 0 && run.lines.last?.contains("Engines") == true, "\(run.errors)")
        }
    }

    @Test func `a model of another kind of store is refused with what does not fit`() throws {
        try Tool.inFolder { folder in
            let (url, model) = (
                folder.appendingPathComponent("Library.sqlite"), folder.appendingPathComponent("Other.mom")
            )
            try Library.makeClosed(at: url)
            try Library.model(isNew: true).write(to: model)
            let run = try Tool.run("store", "info", url.path, "--model", model.path)
            #expect(run.status == 2 && run.errors.contains("headline"), "\(run.errors)")
        }
    }

    @Test(arguments: [NSXMLStoreType, NSBinaryStoreType])
    func `a store of another kind is asked by its model as any other`(kind: String) throws {
        try Tool.inFolder { folder in
            let (url, model) = (
                folder.appendingPathComponent("Library.store"), folder.appendingPathComponent("Library.mom")
            )
            let coordinator = try Library.make(at: folder.appendingPathComponent("Library.sqlite"))
            try coordinator.remove(
                try coordinator.migratePersistentStore(
                    coordinator.persistentStores[0], to: url, options: nil, withType: kind))
            try Library.model().write(to: model)
            let run = try Tool.run(
                "store", "fetch", url.path, "Book", "--model", model.path, "--columns", "title", "--sort", "title",
                "--csv")
            #expect(run.status == 0 && run.output == "title\nEngines\n\"Looms\n日本\"\nNobody's\n", "\(run)")
            let without = try Tool.run("store", "info", url.path)
            #expect(without.status == 2 && without.errors.contains("which keeps no model"), "\(without)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        }
    }
}
