import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Migrations by mapping models, managers and policies.
@Suite struct MappingModelTests {
    let bench = MigrationBench()
    var newURL: URL { bench.folder.url("new.sqlite") }

    /// Books whose number of pages is a text, and whose authors have their names in two parts.
    static var changed: Sketch {
        var sketch = MigrationBench.library
        sketch["Book"].attributes[1] = .init(name: "length", type: .stringAttributeType)
        sketch["Author"].attributes = [
            .init(name: "first", type: .stringAttributeType), .init(name: "last", type: .stringAttributeType),
        ]
        return sketch
    }

    static func property(_ name: String, _ format: String) -> NSPropertyMapping {
        let mapping = NSPropertyMapping()
        (mapping.name, mapping.valueExpression) = (name, NSExpression(format: format))
        return mapping
    }

    static func entity(
        _ name: String, _ attributes: [NSPropertyMapping], _ relationships: [NSPropertyMapping],
        _ policy: NSEntityMigrationPolicy.Type? = nil
    ) -> NSEntityMapping {
        let mapping = NSEntityMapping()
        mapping.name = "\(name)To\(name)"
        mapping.mappingType = .customEntityMappingType
        (mapping.sourceEntityName, mapping.destinationEntityName) = (name, name)
        (mapping.attributeMappings, mapping.relationshipMappings) = (attributes, relationships)
        mapping.entityMigrationPolicyClass = policy
        return mapping
    }

    static func mapping(_ policy: NSEntityMigrationPolicy.Type = NamePolicy.self) -> NSMappingModel {
        let mapping = NSMappingModel()
        mapping.entityMappings = [
            entity(
                "Book",
                [
                    property("title", "$source.title"),
                    property("length", "FUNCTION($entityPolicy, 'length:', $source.pages)"),
                ],
                [
                    property(
                        "author",
                        "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'AuthorToAuthor', "
                            + "$source.author)")
                ], LengthPolicy.self),
            entity("Author", [], [], policy),
        ]
        return mapping
    }

    func contents(_ url: URL) throws -> [String] {
        try Fixture.rows(
            url,
            "SELECT ZTITLE, ZLENGTH, ZFIRST, ZLAST FROM ZBOOK LEFT JOIN ZAUTHOR ON ZAUTHOR.Z_PK = ZBOOK.ZAUTHOR ORDER BY 1"
        )
    }

    static let wanted = ["Book 1|100 pages|Author|1", "Book 2|NULL|Author|2"]

    @Test func `Expressions and policies make new objects of old ones, and links follow`() throws {
        try bench.make()
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        manager.userInfo = ["calls": NSMutableArray()]
        try manager.migrateStore(
            from: bench.url, type: .sqlite, mapping: Self.mapping(), to: newURL, type: .sqlite)
        #expect(try contents(newURL) == Self.wanted)
        #expect(manager.migrationProgress == 1)
        let calls = manager.userInfo?["calls"] as? NSMutableArray
        #expect(
            calls?.compactMap { $0 as? String } == [
                "begin", "create", "create", "end of creation", "relationships", "relationships",
                "end of relationships",
                "validation", "end",
            ])
        // The old store is only read.
        #expect(bench.error(old, [:]) == nil)
        #expect(bench.folder.names == ["new.sqlite", "store.sqlite"])
    }

    @Test func `A mapping that is registered is used for automatic migrations`() throws {
        try bench.make()
        var sketch = Self.changed
        // Models of this test alone.
        sketch.entities.append(.init(name: "Registered"))
        let (old, new) = (MigrationBench.library.model(), sketch.model())
        NSMappingModel.register(Self.mapping(), forSourceModel: old, destinationModel: new)
        defer { NSMappingModel.register(nil, forSourceModel: old, destinationModel: new) }
        #expect(NSMappingModel(from: nil, forSourceModel: old, destinationModel: new)?.entityMappings.count == 2)
        let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        #expect(bench.error(new, [NSMigratePersistentStoresAutomaticallyOption: true]) == nil)
        #expect(try contents(bench.url) == Self.wanted)
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        #expect(before[NSStoreUUIDKey] as? String == after[NSStoreUUIDKey] as? String)
        #expect(bench.folder.names == ["store.sqlite"])
    }

    @Test func `An inferred mapping has Apple's names, and does by objects what the store does by itself`() throws {
        try bench.make()
        var sketch = MigrationBench.library
        sketch["Book"].attributes[0].name = "heading"
        sketch["Book"].attributes[0].identifier = "title"
        sketch.entities.append(.init(name: "Shelf"))
        let (old, new) = (MigrationBench.library.model(), sketch.model())
        var contents: [[String]] = []
        for isByStore in [true, false] {
            let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
            #expect(
                Set(mapping.entityMappingsByName.keys) == ["IEM_Copy_Author", "IEM_Transform_Book", "IEM_Add_Shelf"])
            #expect(mapping.entityMappingsByName["IEM_Transform_Book"]?.mappingType == .transformEntityMappingType)
            let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
            manager.usesStoreSpecificMigrationManager = isByStore
            let url = bench.folder.url("\(isByStore).sqlite")
            try manager.migrateStore(from: bench.url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
            contents.append(
                try Fixture.rows(
                    url,
                    "SELECT ZHEADING, ZPAGES, ZNAME FROM ZBOOK JOIN ZAUTHOR ON ZAUTHOR.Z_PK = ZBOOK.ZAUTHOR ORDER BY 1")
            )
        }
        #expect(contents[0] == ["Book 1|100|Author 1", "Book 2|NULL|Author 2"])
        #expect(contents[0] == contents[1])
    }

    @Test func `What a policy throws ends the migration, and the new store is deleted`() throws {
        try bench.make()
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        let error = #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: Self.mapping(FailingPolicy.self), to: newURL, type: .sqlite)
        }
        #expect(error?.domain == "Policy" && error?.code == 5)
        #expect(bench.folder.names == ["store.sqlite"])
    }

    @Test
    func `New objects that are not valid end the migration with their error, and an automatic one says so around it`()
        throws
    {
        try bench.make()
        var sketch = Self.changed
        sketch["Book"].attributes[1].isOptional = false
        let (old, new) = (MigrationBench.library.model(), sketch.model())
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        let error = #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: Self.mapping(), to: newURL, type: .sqlite)
        }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(bench.folder.names == ["store.sqlite"])
        NSMappingModel.register(Self.mapping(), forSourceModel: old, destinationModel: new)
        defer { NSMappingModel.register(nil, forSourceModel: old, destinationModel: new) }
        let around = bench.error(new)
        #expect(around?.code == NSMigrationError)
        #expect(
            (around?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSValidationMissingMandatoryPropertyError)
        #expect(bench.folder.names == ["store.sqlite"])
        #expect(bench.error(old, [:]) == nil)
    }

    @Test func `A migration that is cancelled throws what it was cancelled with`() throws {
        try bench.make()
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        let error = #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: Self.mapping(CancellingPolicy.self), to: newURL, type: .sqlite)
        }
        #expect(error?.code == NSMigrationCancelledError)
        #expect(bench.folder.names == ["store.sqlite"])
    }

    @Test func `A store that is there gets the objects beside its own, and keeps those alone if the migration fails`()
        throws
    {
        try bench.make()
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        for count in [2, 4] {
            let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: Self.mapping(), to: newURL, type: .sqlite)
            #expect(try Fixture.rows(newURL, "SELECT count(*) FROM ZBOOK") == ["\(count)"])
        }
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: Self.mapping(FailingPolicy.self), to: newURL, type: .sqlite)
        }
        #expect(try Fixture.rows(newURL, "SELECT count(*) FROM ZBOOK") == ["4"])
    }

    @Test func `A store of another model cannot be read, and a policy that is not there is told`() throws {
        try bench.make()
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        let error = #expect(throws: NSError.self) {
            try NSMigrationManager(sourceModel: new, destinationModel: old).migrateStore(
                from: bench.url, type: .sqlite, mapping: Self.mapping(), to: newURL, type: .sqlite)
        }
        #expect(error?.code == NSMigrationManagerSourceStoreError)
        let missing = Self.mapping()
        missing.entityMappings[1].entityMigrationPolicyClass = nil
        missing.entityMappings[1].entityMigrationPolicyClassName = "Nowhere.Policy"
        let other = #expect(throws: NSError.self) {
            try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
                from: bench.url, type: .sqlite, mapping: missing, to: newURL, type: .sqlite)
        }
        #expect(other?.code == NSEntityMigrationPolicyError)
        #expect(other?.localizedDescription.contains("Nowhere.Policy") == true)
        let none = #expect(throws: NSError.self) {
            try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
                from: bench.url, sourceType: NSSQLiteStoreType, with: nil, toDestinationURL: newURL,
                destinationType: NSSQLiteStoreType)
        }
        #expect(none?.code == NSMigrationMissingMappingModelError)
        #expect(bench.folder.names == ["store.sqlite"])
    }

    @Test func `A policy is found by the name of its class`() throws {
        try bench.make()
        let mapping = Self.mapping()
        mapping.entityMappings[1].entityMigrationPolicyClass = nil
        mapping.entityMappings[1].entityMigrationPolicyClassName = "MainspringDataTests.NamePolicy"
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: bench.url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
        #expect(try contents(newURL) == Self.wanted)
    }

    @Test func `A store may become one of another kind`() throws {
        try bench.make()
        let (old, new) = (MigrationBench.library.model(), Self.changed.model())
        let url = bench.folder.url("new.xml")
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: bench.url, type: .sqlite, mapping: Self.mapping(), to: url, type: .xml)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: new)
        try coordinator.addPersistentStore(type: .xml, at: url)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        #expect(try bench.all("Book", context).count == 2)
    }
}

/// Uses of migration managers that end the program.
@Suite struct MigrationManagerMistakeTests {
    @Test func `Contexts of a manager that does not migrate end the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (old, new) = (MigrationBench.library.model(), MigrationBench.library.model())
            _ = NSMigrationManager(sourceModel: old, destinationModel: new).sourceContext
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("The migration manager is not migrating"))
    }

    @Test func `A manager that migrates a second store meanwhile ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bench = MigrationBench()
            try bench.make()
            let manager = NSMigrationManager(
                sourceModel: MigrationBench.library.model(), destinationModel: MappingModelTests.changed.model())
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: MappingModelTests.mapping(GreedyPolicy.self),
                to: bench.folder.url("new.sqlite"), type: .sqlite)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("one store at a time"))
    }
}
