import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel
import Testing

@Suite struct StoreExportTests {
    @Test(
        .enabled(if: AppleStores.areHere, AppleStores.skipped), .enabled(if: SQLiteCommand.isHere),
        arguments: AppleStores.stores)
    func `all objects of Apple's stores are written, each once`(path: String) throws {
        try Tool.inFolder { folder in
            let url = AppleStores.url(path)
            let run = try Tool.run(
                "store", "export", url.path, "--output", folder.appendingPathComponent("all.json").path, "--json")
            #expect(run.status == 0, "\(run.errors)")
            let data = try Data(contentsOf: folder.appendingPathComponent("all.json"))
            let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let entities = try #require(document["entities"] as? [String: [Any]])
            var expected = 0
            let tables = try SQLiteCommand.rows(
                "SELECT DISTINCT Z_NAME FROM Z_PRIMARYKEY WHERE Z_SUPER = 0 AND Z_ENT < 16000", url)
            for name in tables {
                expected += Int(try SQLiteCommand.rows("SELECT count(*) FROM Z\(name.uppercased())", url)[0]) ?? 0
            }
            #expect(entities.values.reduce(0) { $0 + $1.count } == expected)
            let identities = entities.values.joined().compactMap { ($0 as? [String: Any])?["objectID"] as? String }
            #expect(Set(identities).count == identities.count)
        }
    }

    @Test(arguments: ["jsonl", "csv"])
    func `a folder has a file for each entity, and an earlier export is replaced`(format: String) throws {
        try Tool.inFolder { folder in
            let (url, place) = (folder.appendingPathComponent("Library.sqlite"), folder.appendingPathComponent("out"))
            try Library.makeClosed(at: url)
            for _ in 0..<2 {
                let run = try Tool.run("store", "export", url.path, "-o", place.path, "--format", format)
                #expect(run.status == 0, "\(run.errors)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
            #expect(names == ["Author.\(format)", "Book.\(format)", "Comic.\(format)", "export.json"])
            let text = try String(contentsOf: place.appendingPathComponent("Author.\(format)"), encoding: .utf8)
            #expect(
                text.contains(format == "csv" ? "\"Bob, \"\"the\"\" author\"" : "\"Bob, \\\"the\\\" author\""),
                "\(text)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Library.sqlite", "out"])
        }
    }

    @Test func `what else is at the place is left there`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            let before = try FolderContents.of(folder)
            for place in [folder.path, url.path, folder.path + "/no/such/folder"] {
                let run = try Tool.run("store", "export", url.path, "-o", place)
                #expect(run.status == 2 && run.errors.contains(place), "\(run.errors)")
            }
            #expect(try FolderContents.of(folder) == before)
        }
    }

    @Test func `entities with names that lead elsewhere have files in the folder`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Odd.sqlite")
            let model = NSManagedObjectModel()
            model.entities = ["../up", "a/b", ".hidden", "Ü", "a_b"].map { name in
                let (entity, attribute) = (NSEntityDescription(), NSAttributeDescription())
                (attribute.name, attribute.type) = ("x", .string)
                (entity.name, entity.properties) = (name, [attribute])
                return entity
            }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
            let run = try Tool.run("store", "export", url.path, "-o", folder.appendingPathComponent("out").path)
            #expect(run.status == 0, "\(run.errors)")
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            #expect(names.count == 8 && names.allSatisfy { $0 == "Odd.sqlite" || $0.hasPrefix("out") }, "\(names)")
        }
    }

    @Test(arguments: [
        (["--entities", ""], "--entities names no entity. Name one, or leave it out."),
        (["--entities", "Nobody"], "Nobody"),
    ])
    func `what is not there to be exported is told`(arguments: [String], sentence: String) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            let missing = try Tool.run(["store", "export", url.path, "-o", "-"])
            #expect(missing.status == 2 && missing.errors.contains("There is no store at “\(url.path)”."))
            try Library.makeClosed(at: url)
            let run = try Tool.run(["store", "export", url.path, "-o", "-"] + arguments)
            #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
        }
    }

    @Test(arguments: [SIGINT, SIGQUIT])
    func `an export that is interrupted leaves nothing, and what was there before`(signal: Int32) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(
                url,
                "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) "
                    + "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 2, 1, 'Book ' || i FROM n")
            let place = folder.appendingPathComponent("all.json")
            try Data("before".utf8).write(to: place)
            let process = try RunningTool(["store", "export", url.path, "-o", place.path, "--json"])
            // It has begun when there is something else in the folder.
            while try FileManager.default.contentsOfDirectory(atPath: folder.path).count < 3, process.isRunning {
                sched_yield()
            }
            process.send(signal)
            let end = process.wait()
            #expect(end == .signal(signal), "\(end)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                    "Library.sqlite", "all.json",
                ])
            #expect(try Data(contentsOf: place) == Data("before".utf8))
        }
    }
}
