import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Migrations in stages.
@Suite struct StagedMigrationTests {
    let bench = MigrationBench()

    /// Four versions: books without pages; with pages required; with a note; books that are volumes.
    static let versions: [@Sendable () -> Sketch] = [
        { MigrationBench.library },
        {
            var sketch = MigrationBench.library
            sketch["Book"].attributes[1].isOptional = false
            return sketch
        },
        {
            var sketch = versions[1]()
            sketch["Book"].attributes.append(.init(name: "note", type: .stringAttributeType))
            return sketch
        },
        {
            var sketch = versions[2]()
            sketch["Book"].attributes[1] = .init(name: "length", type: .stringAttributeType)
            return sketch
        },
    ]

    static func model(_ version: Int) -> NSManagedObjectModel { versions[version - 1]().model() }
    static func checksum(_ version: Int) -> String { model(version).versionChecksum }
    static func reference(_ version: Int) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: model(version), versionChecksum: checksum(version))
    }

    static func options(_ stages: [NSMigrationStage]) -> [AnyHashable: Any] {
        MigrationBench.options.merging(
            [NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages)]
        ) { $1 }
    }

    func books() throws -> [String] { try Fixture.rows(bench.url, "SELECT * FROM ZBOOK ORDER BY 1") }

    /// From the first version to the second, filling in what is required then.
    static func filling() -> NSCustomMigrationStage {
        let stage = NSCustomMigrationStage(migratingFrom: reference(1), to: reference(2))
        stage.label = "pages"
        stage.willMigrateHandler = { manager, stage in
            #expect(stage.label == "pages")
            let container = try #require(manager.container)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for book in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
                where book.value(forKey: "pages") == nil {
                    book.setValue(1, forKey: "pages")
                }
                try context.save()
            }
        }
        return stage
    }

    @Test func `Stages follow one another from the store's version on, with handlers before and behind them`() throws {
        try bench.make()
        let last = NSCustomMigrationStage(migratingFrom: Self.reference(3), to: Self.reference(4))
        last.didMigrateHandler = { manager, _ in
            let context = try #require(manager.container).newBackgroundContext()
            try context.performAndWait {
                for book in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")) {
                    book.setValue("long", forKey: "length")
                }
                try context.save()
            }
        }
        // An attribute of another type has another name.
        let stages = [
            Self.filling(), NSLightweightMigrationStage([Self.checksum(2), Self.checksum(3)]), last,
        ]
        #expect(bench.error(Self.model(4), Self.options(stages)) == nil)
        let rows = try Fixture.rows(bench.url, "SELECT ZTITLE, ZLENGTH, ZNOTE FROM ZBOOK ORDER BY 1")
        #expect(rows == ["Book 1|long|NULL", "Book 2|long|NULL"])
        // Nothing is done twice.
        #expect(bench.error(Self.model(4), Self.options(stages)) == nil)
        #expect(bench.folder.names == ["store.sqlite"])
    }

    @Test func `A store begins with the stage of its version`() throws {
        try bench.make()
        #expect(bench.error(Self.model(2), Self.options([Self.filling()])) == nil)
        let stages = [Self.filling(), NSLightweightMigrationStage([Self.checksum(2), Self.checksum(3)])]
        (stages[0] as? NSCustomMigrationStage)?.willMigrateHandler = { _, _ in Issue.record("it was done before") }
        #expect(bench.error(Self.model(3), Self.options(stages)) == nil)
        #expect(try Fixture.rows(bench.url, "SELECT ZPAGES FROM ZBOOK ORDER BY 1") == ["1", "100"])
    }

    @Test func `What a handler throws ends the migration, which goes on from there the next time`() throws {
        try bench.make()
        let first = Self.filling()
        first.didMigrateHandler = { _, _ in throw NSError(domain: "Handler", code: 1) }
        let stages = [first, NSLightweightMigrationStage([Self.checksum(2), Self.checksum(3)])]
        #expect(bench.error(Self.model(3), Self.options(stages))?.domain == "Handler")
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        #expect(metadata[NSPersistentStoreModelVersionChecksumKey] as? String == Self.checksum(2))
        #expect(bench.error(Self.model(3), Self.options(stages)) == nil)
    }

    @Test func `A version that no stage knows, and one that is later than the one wanted, are refused`() throws {
        try bench.make()
        let unknown = bench.error(Self.model(3), Self.options([NSLightweightMigrationStage([Self.checksum(2)])]))
        #expect(unknown?.code == NSManagedObjectModelReferenceNotFoundError)
        #expect(
            unknown?.userInfo["reason"] as? String
                == "Cannot use staged migration with an unknown model version.")
        #expect(bench.error(Self.model(2), Self.options([Self.filling()])) == nil)
        let backward = bench.error(
            Self.model(1), Self.options([Self.filling(), NSLightweightMigrationStage([Self.checksum(2)])]))
        #expect(backward?.code == NSStagedMigrationBackwardMigrationError)
        let within = bench.error(
            Self.model(1), Self.options([NSLightweightMigrationStage([Self.checksum(1), Self.checksum(2)])]))
        #expect(within?.code == NSStagedMigrationBackwardMigrationError)
    }

    @Test func `A store of a configuration has some entities of its version, by which the version is found`() throws {
        func model(_ version: Int) -> NSManagedObjectModel {
            var sketch = Self.versions[version - 1]()
            sketch.entities.append(.init(name: "Log", attributes: [.init(name: "text", type: .stringAttributeType)]))
            sketch.configurations = ["Library": ["Author", "Book"]]
            return sketch.model()
        }
        let (coordinator, store) = try Fixture.open(bench.url, model(1), configuration: "Library")
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        NSEntityDescription.insertNewObject(forEntityName: "Book", into: context).setValue("a", forKey: "title")
        try context.save()
        try coordinator.remove(store)
        let references = [1, 2].map { version in
            NSManagedObjectModelReference(model: model(version), versionChecksum: model(version).versionChecksum)
        }
        let stage = NSCustomMigrationStage(migratingFrom: references[0], to: references[1])
        var calls = 0
        stage.willMigrateHandler = { manager, _ in
            calls += 1
            let context = try #require(manager.container).newBackgroundContext()
            try context.performAndWait {
                for book in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")) {
                    book.setValue(1, forKey: "pages")
                }
                try context.save()
            }
        }
        let (reopened, again) = try Fixture.open(
            bench.url, model(2), configuration: "Library", options: Self.options([stage]))
        #expect(
            Set((again.metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys) == ["Author", "Book"])
        try reopened.remove(again)
        #expect(calls == 1)
        #expect(try Fixture.rows(bench.url, "SELECT ZTITLE, ZPAGES FROM ZBOOK") == ["a|1"])
    }

    @Test func `Stages need automatic migration and inference`() throws {
        try bench.make()
        var options = Self.options([Self.filling()])
        options[NSInferMappingModelAutomaticallyOption] = false
        let error = bench.error(Self.model(2), options)
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect((error?.userInfo["reason"] as? String)?.hasPrefix("Staged Migration was requested") == true)
    }

    @Test func `References find models in files, by names and by hashes, and check the checksum`() throws {
        let url = bench.folder.url("Versions.mom")
        let model = Self.model(2)
        try model.write(to: url)
        let checksum = try NSManagedObjectModel.read(url).versionChecksum
        let found = NSManagedObjectModelReference(fileURL: url, versionChecksum: checksum)
        #expect(found.resolvedModel.entitiesByName.count == 2)
        #expect(found.resolvedModel === found.resolvedModel && found.versionChecksum == checksum)
        let bundle = try #require(Bundle(path: bench.folder.folder.path))
        #expect(
            try NSManagedObjectModelReference(name: "Versions", in: bundle, versionChecksum: checksum).resolve()
                .versionChecksum == checksum)
        let hashes = model.entityVersionHashesByName
        #expect(
            try NSManagedObjectModelReference(
                entityVersionHashes: hashes, in: bundle, versionChecksum: checksum
            ).resolve().entitiesByName.count == 2)
        for wrong in [
            NSManagedObjectModelReference(fileURL: url, versionChecksum: "other"),
            NSManagedObjectModelReference(fileURL: bench.folder.url("none.mom"), versionChecksum: checksum),
            NSManagedObjectModelReference(name: "Nobody", in: bundle, versionChecksum: checksum),
            NSManagedObjectModelReference(entityVersionHashes: ["A": Data()], in: bundle, versionChecksum: checksum),
        ] {
            let error = #expect(throws: NSError.self) { try wrong.resolve() }
            #expect(error?.code == NSManagedObjectModelReferenceNotFoundError)
        }
    }

    @Test func `To ask a reference to nothing for its model ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSManagedObjectModelReference(name: "Nobody", in: nil, versionChecksum: "x").resolvedModel
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("Nobody"))
    }
}
