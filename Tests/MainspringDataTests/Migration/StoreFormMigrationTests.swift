import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Stores of other kinds, and values that are not plain.
@Suite struct StoreFormMigrationTests {
    @Test(arguments: [NSBinaryStoreType, NSXMLStoreType])
    func `A store that is one file is migrated as a whole`(type: String) throws {
        let bench = MigrationBench()
        try bench.make(type: type)
        // The file does not keep its model, and so the program has to have it.
        let old = NSPersistentStoreCoordinator(managedObjectModel: MigrationBench.library.model())
        defer { _ = old }
        var sketch = MigrationBench.library
        sketch["Book"].attributes[0] = .init(name: "heading", type: .stringAttributeType, identifier: "title")
        sketch["Author"].attributes.append(
            .init(name: "rank", type: .integer16AttributeType, isOptional: false, defaultValue: 4))
        let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: bench.url)
        #expect(throws: NSError.self) { try bench.context(sketch.model(), type: type, [:]) }
        let context = try bench.context(sketch.model(), type: type)
        let books = try bench.all("Book", context)
        #expect(Set(books.map { $0.value(forKey: "heading") as? String }) == ["Book 1", "Book 2"])
        for book in books {
            let author = book.value(forKey: "author") as? NSManagedObject
            #expect(
                (author?.value(forKey: "name") as? String)?.last == (book.value(forKey: "heading") as? String)?.last)
            #expect(author?.value(forKey: "rank") as? Int == 4)
        }
        try bench.close(context)
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: bench.url)
        #expect(before[NSStoreUUIDKey] as? String == after[NSStoreUUIDKey] as? String)
        #expect(bench.folder.names == ["store.sqlite"])
        var wrong = sketch
        wrong["Book"].attributes[1].type = .stringAttributeType
        let error = #expect(throws: NSError.self) { try bench.context(wrong.model(), type: type) }
        #expect(error?.code == NSMigrationMissingMappingModelError || error?.code == NSMigrationMissingSourceModelError)
    }

    @Test(arguments: Mutation.all)
    func `Each kind of change is migrated in a file as well`(mutation: Mutation) throws {
        var count = 0
        for (start, sketch) in Sketch.starts.enumerated() {
            for seed in Seeds.first(2, soak: 8) {
                let type = seed.isMultiple(of: 2) ? NSBinaryStoreType : NSXMLStoreType
                count += try check(mutation, sketch, seed, type, "model \(start)") ? 1 : 0
            }
        }
        #expect(count > 0, "the change could be made nowhere")
    }

    /// - Returns: whether there was something that could be changed so.
    private func check(
        _ mutation: Mutation, _ sketch: Sketch, _ seed: UInt64, _ type: String, _ start: String
    ) throws -> Bool {
        let bench = MigrationBench()
        var random = SeededGenerator(seed: seed)
        var (world, given) = World.random(sketch, each: 2...4, using: &random)
        let old = try bench.context(sketch.model(), type: type, [:])
        let coordinator = try #require(old.persistentStoreCoordinator)
        try world.write(given, sketch, to: coordinator)
        try bench.close(old)
        var changed = Mutation.Case(sketch, world)
        var any: any RandomNumberGenerator = random
        guard mutation.apply(&changed, &any) else { return false }
        for isSecond in [false, true] {
            let context = try bench.context(
                changed.sketch.model(), type: type, isSecond ? [:] : MigrationBench.options)
            let found = try World(try #require(context.persistentStoreCoordinator), changed.sketch)
            let differences = found.normalized(changed.sketch, unordered: changed.unordered).differences(
                from: changed.world.normalized(changed.sketch, unordered: changed.unordered),
                comparesKeys: !changed.movesKeys)
            let sentence = "\(mutation.testDescription), \(start), seed \(seed), \(type)"
            #expect(differences.isEmpty, "\(sentence): \(differences.prefix(3).joined(separator: "\n"))")
            try bench.close(context)
        }
        return true
    }

    @Test(arguments: [NSBinaryStoreType, NSXMLStoreType])
    func `What does not fit the new model is refused in a file as well, which is as it was`(type: String) throws {
        let bench = MigrationBench()
        let old = NSPersistentStoreCoordinator(managedObjectModel: MigrationBench.library.model())
        defer { _ = old }
        try bench.make(type: type)
        let data = try Data(contentsOf: bench.url)
        let changes: [(Int, (inout Sketch) -> Void)] = [
            (NSMigrationError, { $0["Book"].attributes[1].isOptional = false }),
            (NSMigrationError, { $0["Author"].isAbstract = true }),
            (
                NSMigrationConstraintViolationError,
                { sketch in
                    sketch["Book"].attributes.append(
                        .init(name: "shelf", type: .integer16AttributeType, isOptional: false, defaultValue: 3))
                    sketch["Book"].unique = [["shelf"]]
                }
            ),
        ]
        for (code, change) in changes {
            var sketch = MigrationBench.library
            change(&sketch)
            let error = #expect(throws: NSError.self) { try bench.context(sketch.model(), type: type) }
            #expect(error?.code == code)
            #expect(try Data(contentsOf: bench.url) == data)
        }
    }

    @Test func `Files of long data stay with their attribute, and go with it when all is done`() throws {
        let store = PictureStore()
        let context = try store.open(store.url)
        store.insert("a", PictureStore.long, context)
        store.insert("b", Data([1, 2]), context)
        try context.save()
        try store.close(context)
        func files() -> [String] {
            (try? FileManager.default.contentsOfDirectory(
                atPath: store.scratch.path(".s_SUPPORT/_EXTERNAL_DATA"))) ?? []
        }
        func model(_ change: (NSEntityDescription) -> Void) -> NSManagedObjectModel {
            let model = store.model()
            change(model.entities[0])
            return model
        }
        func migrate(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = MigrationBench.options) throws
            -> NSManagedObjectContext
        {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = try Fixture.open(store.url, model, options: options).coordinator
            return context
        }
        #expect(files().count == 1)
        // Renamed: the file stays.
        let renamed = try migrate(
            model { entity in
                entity.properties[0].name = "image"
                entity.properties[0].renamingIdentifier = "picture"
            })
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(
            try renamed.fetch(request).map { $0.value(forKey: "image") as? Data } == [
                PictureStore.long, Data([1, 2]),
            ])
        try store.close(renamed)
        #expect(files().count == 1)
        // No files allowed any more, and an attribute beside it.
        let plain = try migrate(
            model { entity in
                entity.properties[0].name = "image"
                (entity.properties[0] as? NSAttributeDescription)?.allowsExternalBinaryDataStorage = false
                entity.properties.append(Part.attribute("x", .stringAttributeType))
            })
        #expect(
            try plain.fetch(request).map { $0.value(forKey: "image") as? Data } == [PictureStore.long, Data([1, 2])])
        try store.close(plain)
        #expect(files().isEmpty)
        let again = try migrate(
            model { entity in
                entity.properties[0].name = "image"
                entity.properties.append(Part.attribute("y", .stringAttributeType))
            })
        let objects = try again.fetch(request)
        #expect(objects.map { $0.value(forKey: "image") as? Data } == [PictureStore.long, Data([1, 2])])
        objects[1].setValue(PictureStore.long, forKey: "image")
        try again.save()
        try store.close(again)
        #expect(files().count == 1)
        // A migration that fails leaves the file.
        let required = model { entity in
            entity.properties = [Part.attribute("z", .dateAttributeType)]
            entity.properties[0].isOptional = false
        }
        #expect(throws: NSError.self) { try migrate(required) }
        #expect(files().count == 1)
        let without = try migrate(model { $0.properties.removeFirst() })
        try store.close(without)
        #expect(files().isEmpty)
    }

    @Test func `Values of classes that nobody knows move byte for byte`() throws {
        let bench = MigrationBench()
        var sketch = MigrationBench.library
        sketch["Book"].attributes.append(.init(name: "cover", type: .transformableAttributeType))
        try bench.make(sketch)
        try Fixture.run(bench.url, "UPDATE ZBOOK SET ZCOVER = x'00DEADBEEF', ZPAGES = NULL WHERE Z_PK = 1")
        // Its table is copied.
        sketch["Book"].attributes.removeAll { $0.name == "pages" }
        sketch["Book"].attributes[1] = .init(name: "jacket", type: .transformableAttributeType, identifier: "cover")
        #expect(bench.error(sketch.model()) == nil)
        #expect(try Fixture.rows(bench.url, "SELECT hex(ZJACKET) FROM ZBOOK ORDER BY Z_PK") == ["00DEADBEEF", ""])
    }

    @Test func `A store of a configuration is migrated with its entities alone`() throws {
        let bench = MigrationBench()
        var sketch = try bench.makeConfigured(["Logs": ["Log"]])
        sketch["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        sketch["Log"].attributes.append(.init(name: "when", type: .dateAttributeType))
        let (reopened, again) = try Fixture.open(
            bench.url, sketch.model(), configuration: "Library", options: MigrationBench.options)
        #expect(
            Set((again.metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys) == ["Author", "Book"])
        try reopened.remove(again)
        #expect(try Fixture.rows(bench.url, "SELECT ZTITLE, ZNEW FROM ZBOOK") == ["a|NULL"])
    }

    @Test func `A description asks for migration, and an operation of the user's hears how far it is`() throws {
        let bench = MigrationBench()
        let places = try bench.make()
        let description = NSPersistentStoreDescription(url: bench.url)
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        var sketch = MigrationBench.library
        sketch["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        let container = NSPersistentContainer(name: "Library", managedObjectModel: sketch.model())
        container.persistentStoreDescriptions = [description]
        let progress = Progress(totalUnitCount: 1)
        progress.becomeCurrent(withPendingUnitCount: 1)
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        progress.resignCurrent()
        #expect(failure == nil)
        #expect(progress.fractionCompleted == 1)
        // Objects are found by what they were called.
        let coordinator = container.persistentStoreCoordinator
        #expect(places.allSatisfy { coordinator.managedObjectID(forURIRepresentation: $0) != nil })
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `Metadata of the program's own come along, and say the new version`() throws {
        let bench = MigrationBench()
        try bench.make()
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        metadata["mine"] = "kept"
        try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: bench.url)
        var sketch = MigrationBench.library
        sketch["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        let model = sketch.model()
        #expect(bench.error(model) == nil)
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        #expect(after["mine"] as? String == "kept")
        #expect(after[NSStoreUUIDKey] as? String == metadata[NSStoreUUIDKey] as? String)
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: after))
        #expect(
            try NSManagedObjectModel.modelOfStore(at: bench.url).entitiesByName["Book"]?.attributesByName["new"] != nil)
    }
}
