import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// What is not migrated, and what is said of it.
@Suite struct MigrationRefusalTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: Int
        let reason: String
        let entity: String
        let property: String?
        var constraint: [String]?
        let change: @Sendable (inout Sketch) -> Void
    }

    static let refusals: [Refusal] = [
        Refusal(
            testDescription: "an attribute gets another type", code: NSMigrationMissingMappingModelError,
            reason: "Source and destination attribute types are incompatible", entity: "Book", property: "pages"
        ) { $0["Book"].attributes[1].type = .stringAttributeType },
        Refusal(
            testDescription: "a relationship to many becomes one to one", code: NSMigrationMissingMappingModelError,
            reason: "The relationship was to many and is to be to one", entity: "Author", property: "books"
        ) { $0["Author"].relations[0].isToMany = false },
        Refusal(
            testDescription: "a relationship leads to another entity", code: NSMigrationMissingMappingModelError,
            reason: "The relationship leads to another entity", entity: "Book", property: "author"
        ) { sketch in
            sketch.entities.append(.init(name: "Writer"))
            sketch["Author"].relations = []
            sketch["Book"].relations = [.init(name: "author", destination: "Writer")]
        },
        Refusal(
            testDescription: "two attributes were renamed from one", code: NSMigrationMissingMappingModelError,
            reason: "Several properties have the renaming identifier “title”", entity: "Book", property: "one"
        ) { sketch in
            sketch["Book"].attributes = ["one", "two"].map {
                .init(name: $0, type: .stringAttributeType, identifier: "title")
            }
        },
        Refusal(
            testDescription: "two entities were renamed from one", code: NSMigrationMissingMappingModelError,
            reason: "Several entities have the renaming identifier “Old”", entity: "A", property: nil
        ) { $0.entities += ["A", "B"].map { .init(name: $0, identifier: "Old") } },
        Refusal(
            testDescription: "an inverse to one is added where there was none",
            code: NSMigrationMissingMappingModelError,
            reason: "The relationship gets an inverse to one, and had none", entity: "Author", property: "favourite"
        ) { sketch in
            sketch["Author"].relations.append(.init(name: "favourite", destination: "Book", inverse: "fan"))
            sketch["Book"].relations.append(.init(name: "fan", destination: "Author", inverse: "favourite"))
        },
        Refusal(
            testDescription: "the inverse of a relationship to many is another one, and new",
            code: NSMigrationMissingMappingModelError,
            reason: "The relationship “writer” becomes its inverse, and is new", entity: "Author", property: "books"
        ) { sketch in
            sketch["Author"].relations[0].inverse = "writer"
            sketch["Book"].relations[0].inverse = nil
            sketch["Book"].relations.append(.init(name: "writer", destination: "Author", inverse: "books"))
        },
        Refusal(
            testDescription: "an attribute becomes required without a default value", code: NSMigrationError,
            reason:
                "Cannot migrate store in-place: Validation error missing attribute values on mandatory destination attribute",
            entity: "Book", property: "pages"
        ) { $0["Book"].attributes[1].isOptional = false },
        Refusal(
            testDescription: "a required attribute without a default value is added", code: NSMigrationError,
            reason:
                "Cannot migrate store in-place: Validation error missing attribute values on mandatory destination attribute",
            entity: "Author", property: "born"
        ) { $0["Author"].attributes.append(.init(name: "born", type: .dateAttributeType, isOptional: false)) },
        Refusal(
            testDescription: "a required relationship is added", code: NSMigrationError,
            reason:
                "Cannot migrate store in-place: Validation error missing destination on mandatory destination relationship",
            entity: "Book", property: "editor"
        ) { $0["Book"].relations.append(.init(name: "editor", destination: "Author", isOptional: false)) },
        Refusal(
            testDescription: "an entity with objects becomes abstract", code: NSMigrationError,
            reason: "Objects of an entity that is abstract in the destination model", entity: "Author", property: nil
        ) { $0["Author"].isAbstract = true },
        Refusal(
            testDescription: "values must be unique and are not", code: NSMigrationConstraintViolationError,
            reason: "Constraint unique violation", entity: "Book", property: nil, constraint: ["shelf"]
        ) { sketch in
            sketch["Book"].attributes.append(
                .init(name: "shelf", type: .integer16AttributeType, isOptional: false, defaultValue: 3))
            sketch["Book"].unique = [["shelf"]]
        },
    ]

    /// The old model, in which one author has a favourite without an inverse.
    static var library: Sketch {
        var sketch = MigrationBench.library
        sketch["Author"].relations.append(.init(name: "favourite", destination: "Book"))
        return sketch
    }

    @Test(arguments: refusals)
    func `What cannot be bridged is refused by its reason, and the store is as it was`(refusal: Refusal) throws {
        let bench = MigrationBench()
        var old = Self.library
        if refusal.testDescription.hasPrefix("two entities") { old.entities.append(.init(name: "Old")) }
        try bench.make(old)
        let before = (try Fixture.schema(bench.url), try Fixture.rows(bench.url, "SELECT * FROM ZBOOK"))
        var new = old
        new["Author"].relations.removeAll { $0.name == "favourite" }
        refusal.change(&new)
        let error = try #require(bench.error(new.model()))
        #expect(error.domain == NSCocoaErrorDomain && error.code == refusal.code, "\(error)")
        let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError
        if refusal.code == NSMigrationMissingMappingModelError {
            #expect(
                error.userInfo["reason"] as? String == "Can't find or automatically infer mapping model for migration")
            #expect(inner?.code == NSInferredMappingModelError)
            #expect(inner?.userInfo["reason"] as? String == refusal.reason)
            #expect(inner?.userInfo["property"] as? String == refusal.property)
            #expect(inner?.userInfo["entity"] as? String == refusal.entity)
            let direct = #expect(throws: NSError.self) {
                try NSMappingModel.inferredMappingModel(forSourceModel: old.model(), destinationModel: new.model())
            }
            #expect(direct?.code == NSInferredMappingModelError)
            #expect(direct?.userInfo["reason"] as? String == refusal.reason)
        } else {
            checkContents(error, refusal, bench.url)
        }
        let sentence = error.localizedDescription
        #expect(
            sentence.contains("“\(refusal.entity)”") && sentence.contains(refusal.property ?? "cannot be"),
            "\(sentence)")
        #expect(sentence.hasSuffix("."))
        #expect(try Fixture.schema(bench.url) == before.0)
        #expect(try Fixture.rows(bench.url, "SELECT * FROM ZBOOK") == before.1)
        #expect(bench.error(old.model(), [:]) == nil)
        #expect(bench.folder.names == ["store.sqlite"])
    }

    /// What an error says of contents that do not fit: 134110 names the entity and the property, 134111 the constraint.
    private func checkContents(_ error: NSError, _ refusal: Refusal, _ url: URL) {
        let info = error.userInfo
        #expect(info["reason"] as? String == refusal.reason)
        #expect(info["entity"] as? String == refusal.entity)
        #expect(info[NSFilePathErrorKey] as? String == url.path)
        let inner = info[NSUnderlyingErrorKey] as? NSError
        guard refusal.code != NSMigrationConstraintViolationError else {
            #expect(info["constraint"] as? [String] == refusal.constraint)
            // What SQLite says of an index that cannot be made.
            #expect(inner?.domain == NSSQLiteErrorDomain && inner?.code == 2067, "\(String(describing: inner))")
            return
        }
        #expect(info["sourceURL"] as? URL == url)
        let isAboutLink = refusal.reason.contains("relationship")
        #expect(info["attribute"] as? String == (isAboutLink ? nil : refusal.property))
        #expect(info["relationship"] as? String == (isAboutLink ? refusal.property : nil))
        guard let property = refusal.property else { return }
        #expect(inner?.domain == NSCocoaErrorDomain && inner?.code == NSMigrationError)
        #expect(inner?.userInfo["entity"] as? String == refusal.entity)
        #expect(inner?.userInfo[isAboutLink ? "relationship" : "attribute"] as? String == property)
        #expect((inner?.userInfo["reason"] as? String).map { refusal.reason.hasSuffix($0) } == true)
    }

    @Test func `What is required may lack a default value where each object has a value, and where there are none`()
        throws
    {
        let bench = MigrationBench()
        var old = MigrationBench.library
        old.entities.append(.init(name: "Empty", attributes: [.init(name: "a", type: .stringAttributeType)]))
        try bench.make(old)
        var new = old
        new["Book"].attributes[0].isOptional = false
        new["Empty"].attributes[0].isOptional = false
        new["Empty"].attributes.append(.init(name: "b", type: .dateAttributeType, isOptional: false))
        #expect(bench.error(new.model()) == nil)
    }

    @Test(arguments: [
        [:], [NSInferMappingModelAutomaticallyOption: true], [NSMigratePersistentStoresAutomaticallyOption: false],
    ])
    func `Nothing is migrated that was not asked for`(options: [String: Bool]) throws {
        let bench = MigrationBench()
        try bench.make()
        var new = MigrationBench.library
        new["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        let error = bench.error(new.model(), options)
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.localizedDescription.contains("“Book” differ") == true)
        #expect(bench.error(MigrationBench.library.model(), [:]) == nil)
    }

    @Test func `Without a mapping model and without inference there is no migration`() throws {
        let bench = MigrationBench()
        try bench.make()
        var new = MigrationBench.library
        new["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        let error = bench.error(new.model(), [NSMigratePersistentStoresAutomaticallyOption: true])
        #expect(error?.code == NSMigrationMissingMappingModelError)
        #expect(error?.userInfo[NSUnderlyingErrorKey] == nil)
        #expect(error?.localizedDescription.contains(NSInferMappingModelAutomaticallyOption) == true)
    }

    @Test func `A store that is to be read-only is not migrated`() throws {
        let bench = MigrationBench()
        try bench.make()
        var new = MigrationBench.library
        new["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        let options = MigrationBench.options.merging([NSReadOnlyPersistentStoreOption: true]) { $1 }
        let error = bench.error(new.model(), options)
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.localizedDescription.contains("read-only") == true)
    }

    @Test func `A store whose model nobody has is not migrated`() throws {
        let bench = MigrationBench()
        // No coordinator of another test has it.
        var old = MigrationBench.library
        old.entities.append(.init(name: "Nobody"))
        try bench.make(old)
        try Fixture.run(bench.url, "DELETE FROM Z_MODELCACHE")
        let error = bench.error(MigrationBench.library.model())
        #expect(error?.code == NSMigrationMissingSourceModelError)
        #expect(error?.userInfo["reason"] as? String == "Can't find model for source store")
    }

    @Test func `A trigger of the program's that does not fit is told, and one that does stays`() throws {
        let bench = MigrationBench()
        try bench.make()
        try Fixture.run(
            bench.url,
            """
            CREATE TABLE log (text VARCHAR);
            CREATE TRIGGER mine AFTER UPDATE ON ZBOOK BEGIN INSERT INTO log VALUES (new.ZTITLE); END;
            """)
        var new = MigrationBench.library
        new["Book"].attributes.append(
            .init(name: "shelf", type: .integer16AttributeType, isOptional: false, defaultValue: 3))
        #expect(bench.error(new.model()) == nil)
        #expect(try Fixture.rows(bench.url, "SELECT count(*) FROM log") == ["0"])
        #expect(try Fixture.schema(bench.url).contains { $0.hasPrefix("mine|CREATE TRIGGER") })
        new["Book"].name = "Volume"
        new["Volume"].identifier = "Book"
        new["Author"].relations[0].destination = "Volume"
        let error = bench.error(new.model())
        #expect(error?.code == NSMigrationError)
        #expect(error?.localizedDescription.contains("trigger mine") == true)
    }
}
