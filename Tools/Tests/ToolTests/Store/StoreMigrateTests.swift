import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel
import Testing

@Suite struct StoreMigrateTests {
    /// Runs a closure with a library and the second version of its model.
    private func withVersions(_ options: [AnyHashable: Any]? = nil, _ body: (URL, String) throws -> Void) throws {
        try Tool.inFolder { folder in
            let model = folder.appendingPathComponent("New.mom")
            try Library.model(isNew: true).write(to: model)
            let stores = folder.appendingPathComponent("stores")
            try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
            let url = stores.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: options)
            try body(url, model.path)
        }
    }

    @Test func `a dry run says what would become of entities and tables, and changes nothing`() throws {
        try withVersions { url, model in
            let before = try FolderContents.of(url.deletingLastPathComponent())
            let run = try Tool.run("store", "migrate", url.path, "--to", model, "--dry-run")
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.lines.contains("entity Book: changed; new: isbn; renamed: headline (was title)"), "\(run.output)")
            #expect(
                run.lines.contains("table ZBOOK: in place") && run.lines.last == "Nothing was changed.", "\(run.output)"
            )
            #expect(try FolderContents.of(url.deletingLastPathComponent()) == before)
        }
    }

    @Test(arguments: [false, true])
    func `a store is migrated where it is, with its history`(hasHistory: Bool) throws {
        try withVersions(hasHistory ? [NSPersistentHistoryTrackingKey: true] : nil) { url, model in
            #expect(try Tool.run("store", "migrate", url.path, "--to", model).status == 0)
            let run = try Tool.run(
                "store", "fetch", url.path, "Book", "--columns", "headline,isbn", "--sort", "headline", "--csv")
            #expect(run.lines.first == "headline,isbn" && run.output.contains("Engines,"), "\(run.errors)")
            #expect(try Tool.run("store", "verify", url.path).status == 0)
            let again = try Tool.run("store", "migrate", url.path, "--to", model)
            #expect(again.status == 0 && again.output.contains("already"), "\(again.output)")
            if hasHistory { #expect(try Tool.run("store", "history", url.path).lines.count == 6) }
        }
    }

    @Test(arguments: [("DELETE", 1), ("WAL", 2)] as [(String, UInt8)])
    func `a store has a log after a migration where it is if it had one before`(mode: String, version: UInt8) throws {
        try withVersions([NSSQLitePragmasOption: ["journal_mode": mode]]) { url, model in
            // By the format of SQLite's files, 1.3.3, for who writes and who reads.
            func versions() throws -> [UInt8] { try Array(Data(contentsOf: url)[18..<20]) }
            #expect(try versions() == [version, version])
            let run = try Tool.run("store", "migrate", url.path, "--to", model)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try versions() == [version, version])
        }
    }

    @Test func `a copy is migrated, and the store stays as it is`() throws {
        try withVersions { url, model in
            let folder = url.deletingLastPathComponent()
            let before = try FolderContents.of(folder)
            let copy = folder.appendingPathComponent("Copy.sqlite").path
            #expect(try Tool.run("store", "migrate", url.path, "--to", model, "--output", copy).status == 0)
            var after = try FolderContents.of(folder)
            #expect(after.removeValue(forKey: "Copy.sqlite") != nil && after == before, "\(after.keys)")
            #expect(try Tool.run("store", "fetch", copy, "Book", "--columns", "headline").output.contains("Engines"))
            let again = try Tool.run("store", "migrate", url.path, "--to", model, "--output", copy)
            #expect(again.status == 2 && again.errors.contains("there already"), "\(again.errors)")
        }
    }

    @Test func `what belongs to a copy comes with it, and nothing else is left beside it`() throws {
        try Tool.inFolder { folder in
            let (store, model) = (NSEntityDescription(), NSManagedObjectModel())
            let data = NSAttributeDescription()
            (data.name, data.type, data.allowsExternalBinaryDataStorage) = ("data", .binaryData, true)
            (store.name, store.properties, model.entities) = ("Picture", [data], [store])
            let url = folder.appendingPathComponent("Pictures.sqlite")
            let bytes = Data(repeating: 7, count: 3_000_000)
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let opened = try coordinator.addPersistentStore(type: .sqlite, at: url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                let picture = NSEntityDescription.insertNewObject(forEntityName: "Picture", into: context)
                picture.setValue(bytes, forKey: "data")
                try context.save()
            }
            try coordinator.remove(opened)
            let target = folder.appendingPathComponent("New.mom")
            try model.write(to: target)
            let copy = folder.appendingPathComponent("Copy.sqlite").path
            let run = try Tool.run("store", "migrate", url.path, "--to", target.path, "-o", copy)
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                    ".Copy_SUPPORT", ".Pictures_SUPPORT", "Copy.sqlite", "New.mom", "Pictures.sqlite",
                ])
            #expect(try Tool.run("store", "verify", copy).status == 0)
            // A folder of somebody's that is called so is not written into, and the store does not come without it.
            let other = folder.appendingPathComponent("Other.sqlite").path
            try FileManager.default.createDirectory(
                atPath: folder.path + "/.Other_SUPPORT", withIntermediateDirectories: false)
            let before = try FolderContents.of(folder)
            let refused = try Tool.run("store", "migrate", url.path, "--to", target.path, "-o", other)
            #expect(refused.status == 2 && refused.errors.contains(".Other_SUPPORT"), "\(refused.errors)")
            #expect(try FolderContents.of(folder) == before)
        }
    }

    // MARK: Trials

    /// The library's model with pages that each book must have.
    private static func modelWithPages() throws -> NSManagedObjectModel {
        let model = Library.model()
        try #require(model.entitiesByName["Book"]?.attributesByName["pages"]).isOptional = false
        return model
    }

    @Test func `a dry run tells what contents do not allow, as the migration does, and leaves no copy`() throws {
        try withVersions { url, _ in
            let folder = url.deletingLastPathComponent()
            let model = folder.deletingLastPathComponent().appendingPathComponent("Other.mom")
            try Self.modelWithPages().write(to: model)
            let copies = folder.deletingLastPathComponent().appendingPathComponent("copies")
            try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: false)
            let before = try FolderContents.of(folder)
            let line = "TMPDIR='\(copies.path)' mainspring store migrate '\(url.path)' --to '\(model.path)'"
            let dry = try Tool.shell("\(line) --dry-run")
            #expect(dry.status == 1, "\(dry.output)")
            let told = dry.output.split(separator: "\n").first { $0.hasPrefix("It would not be migrated: ") }
            #expect(told?.contains("“pages”") == true, "\(dry.output)")
            #expect(dry.output.hasSuffix("\nNothing was changed.\n"), "\(dry.output)")
            let run = try Tool.run("store", "migrate", url.path, "--to", model.path)
            #expect(run.status == 2, "\(run.output)")
            // The same sentence, as the store itself has the same contents.
            let sentence = run.errors.dropFirst("mainspring: ".count).dropLast()
            #expect(told?.hasSuffix(sentence) == true, "\(sentence) \(told ?? "")")
            let report = try Tool.run("store", "migrate", url.path, "--to", model.path, "--dry-run", "--json").json()
            #expect(report["refused"] as? Bool == true, "\(report)")
            #expect((report["reason"] as? String)?.contains("“pages”") == true, "\(report)")
            #expect(try FolderContents.of(folder) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: copies.path).isEmpty)
        }
    }

    @Test(.enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"))
    func `what keeps a copy from being migrated is told of the store`() throws {
        try withVersions { url, model in
            try SQLiteCommand.change(url, "CREATE TRIGGER t AFTER UPDATE ON ZBOOK BEGIN SELECT nobody(1); END")
            let copy = url.deletingLastPathComponent().appendingPathComponent("Copy.sqlite").path
            let run = try Tool.run("store", "migrate", url.path, "--to", model, "--output", copy)
            #expect(run.status == 2 && run.errors.contains(url.path), "\(run)")
            #expect(!run.errors.contains("Copy.sqlite"), "\(run.errors)")
        }
    }

    // MARK: Losses

    /// The library's model without comics.
    private static func modelWithoutComics() throws -> NSManagedObjectModel {
        let model = Library.model()
        let book = try #require(model.entitiesByName["Book"])
        book.subentities = []
        model.entities = model.entities.filter { $0.name != "Comic" }
        return model
    }

    /// A model that has nothing of the library's.
    private static func foreignModel() -> NSManagedObjectModel {
        let (planet, mass, model) = (NSEntityDescription(), NSAttributeDescription(), NSManagedObjectModel())
        (mass.name, mass.type) = ("mass", .double)
        (planet.name, planet.properties, model.entities) = ("Planet", [mass], [planet])
        return model
    }

    @Test(arguments: [true, false])
    func `a store is not migrated where objects would be lost, which are named and counted`(isForeign: Bool) throws {
        try withVersions { url, _ in
            let folder = url.deletingLastPathComponent()
            let model = folder.deletingLastPathComponent().appendingPathComponent("Other.mom").path
            try (isForeign ? Self.foreignModel() : Self.modelWithoutComics()).write(to: URL(fileURLWithPath: model))
            let losses =
                isForeign
                ? ["2 objects of “Author”", "2 objects of “Book”", "1 object of “Comic”"] : ["1 object of “Comic”"]
            let before = try FolderContents.of(folder)
            for place in [[], ["--output", folder.appendingPathComponent("Copy.sqlite").path]] {
                let run = try Tool.run(["store", "migrate", url.path, "--to", model] + place)
                #expect(run.status == 2 && run.output.isEmpty, "\(run)")
                #expect(run.errors.contains("would lose \(losses.joined(separator: ", ")): "), "\(run.errors)")
                #expect(run.errors.contains("--allow-loss"), "\(run.errors)")
                #expect(try FolderContents.of(folder) == before)
            }
            let dry = try Tool.run("store", "migrate", url.path, "--to", model, "--dry-run")
            #expect(dry.status == 1 && dry.lines.last == "Nothing was changed.", "\(dry)")
            #expect(dry.lines.contains("Without --allow-loss it is not migrated."), "\(dry.output)")
            for loss in losses {
                #expect(dry.lines.contains("\(loss) would be lost"), "\(dry.output)")
            }
            let report = try Tool.run("store", "migrate", url.path, "--to", model, "--dry-run", "--json").json()
            #expect(report["refused"] as? Bool == true, "\(report)")
            #expect(
                (report["losses"] as? [[String: Any]])?.compactMap { $0["count"] as? Int }.reduce(0, +)
                    == (isForeign ? 5 : 1))
            #expect(try FolderContents.of(folder) == before)
        }
    }

    @Test func `a store is migrated where it is wished that objects are lost`() throws {
        try withVersions { url, _ in
            let model = url.deletingLastPathComponent().appendingPathComponent("Other.mom")
            try Self.modelWithoutComics().write(to: model)
            let dry = try Tool.run("store", "migrate", url.path, "--to", model.path, "--dry-run", "--allow-loss")
            #expect(dry.status == 0 && !dry.output.contains("--allow-loss"), "\(dry)")
            let run = try Tool.run("store", "migrate", url.path, "--to", model.path, "--allow-loss")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.lines.contains("1 object of “Comic” is lost"), "\(run.output)")
            #expect(try Tool.run("store", "fetch", url.path, "Book", "--count").output == "2\n")
        }
    }

    @Test(.enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"))
    func `an entity without objects goes without a question`() throws {
        try withVersions { url, _ in
            let model = url.deletingLastPathComponent().appendingPathComponent("Other.mom")
            try Self.modelWithoutComics().write(to: model)
            try SQLiteCommand.change(url, "DELETE FROM ZBOOK WHERE Z_ENT = 3")
            let run = try Tool.run("store", "migrate", url.path, "--to", model.path)
            #expect(run.status == 0 && run.lines.contains("entity Comic: removed"), "\(run)")
        }
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), arguments: ["SampleModel3_v2", "SampleModel3_v3"])
    func `Apple's store is migrated where a lightweight migration leads, or stays as it is`(version: String) throws {
        try AppleStores.withCopy("samplemodel/SampleModel3_V1.sqlite") { url in
            let model = AppleStores.url("samplemodel/SampleModel3.momd").path
            let before = try FolderContents.of(url.deletingLastPathComponent())
            let dry = try Tool.run("store", "migrate", url.path, "--to", model, "--version", version, "--dry-run")
            let run = try Tool.run("store", "migrate", url.path, "--to", model, "--version", version)
            guard dry.status == 0, run.status == 0 else {
                #expect(run.status == 2 && !run.errors.isEmpty, "\(run.errors)")
                return #expect(try FolderContents.of(url.deletingLastPathComponent()) == before)
            }
            #expect(try Tool.run("store", "verify", url.path, "--model", model).status == 0)
        }
    }
}
