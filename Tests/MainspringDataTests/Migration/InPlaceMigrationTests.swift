import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// What a migration writes, and what it leaves where it is.
@Suite struct InPlaceMigrationTests {
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Whether the table of books is the one that it was.
        let isInPlace: Bool
        /// The rows then: of what was there, and what is new.
        let rows: [String]
        var query = "SELECT Z_PK, ZTITLE, ZPAGES, ZAUTHOR FROM ZBOOK ORDER BY 1"
        var table = "ZBOOK"
        let apply: @Sendable (inout Sketch) -> Void
    }

    static let old = ["1|Book 1|100|1", "2|Book 2|NULL|2"]

    static let changes: [Change] = [
        Change(testDescription: "an attribute is added", isInPlace: true, rows: old) {
            $0["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        },
        Change(
            testDescription: "an optional attribute with a default value is added", isInPlace: true,
            rows: ["it's", "it's"], query: "SELECT ZNEW FROM ZBOOK"
        ) { $0["Book"].attributes.append(.init(name: "new", type: .stringAttributeType, defaultValue: "it's")) },
        Change(
            testDescription: "a number without end is added", isInPlace: true, rows: ["Inf", "Inf"],
            query: "SELECT ZNEW FROM ZBOOK"
        ) {
            $0["Book"].attributes.append(.init(name: "new", type: .doubleAttributeType, defaultValue: Double.infinity))
        },
        Change(
            testDescription: "an entity is renamed", isInPlace: true, rows: old,
            query: "SELECT Z_PK, ZTITLE, ZPAGES, ZAUTHOR FROM ZVOLUME ORDER BY 1", table: "ZVOLUME"
        ) { sketch in
            sketch["Author"].relations[0].destination = "Volume"
            sketch["Book"].identifier = "Book"
            sketch["Book"].name = "Volume"
        },
        Change(
            testDescription: "an attribute and a relationship are renamed", isInPlace: true, rows: old,
            query: "SELECT Z_PK, ZHEADING, ZPAGES, ZWRITER FROM ZBOOK ORDER BY 1"
        ) { sketch in
            sketch["Book"].attributes[0] = .init(name: "heading", type: .stringAttributeType, identifier: "title")
            sketch["Book"].relations[0] = .init(
                name: "writer", destination: "Author", inverse: "books", identifier: "author")
            sketch["Author"].relations[0].inverse = "writer"
        },
        Change(
            testDescription: "an attribute becomes required", isInPlace: true,
            rows: ["1|Book 1|100|1", "2|Book 2|7|2"]
        ) {
            $0["Book"].attributes[1].isOptional = false
            $0["Book"].attributes[1].defaultValue = 7
        },
        Change(
            testDescription: "a parent is put above", isInPlace: true, rows: old,
            query: "SELECT Z_PK, ZTITLE, ZPAGES, ZAUTHOR FROM ZTHING ORDER BY 1", table: "ZTHING"
        ) { sketch in
            sketch.entities.append(.init(name: "Thing", isAbstract: true))
            sketch["Book"].parent = "Thing"
        },
        Change(
            testDescription: "an attribute is removed", isInPlace: false, rows: ["1|Book 1|1", "2|Book 2|2"],
            query: "SELECT Z_PK, ZTITLE, ZAUTHOR FROM ZBOOK ORDER BY 1"
        ) { $0["Book"].attributes.remove(at: 1) },
    ]

    @Test(arguments: changes)
    func `What SQLite can say of a table is said, and its rows stay where they are`(change: Change) throws {
        let bench = MigrationBench()
        try bench.make()
        let page = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = "
        let before = try Fixture.rows(bench.url, page + "'ZBOOK'")
        var new = MigrationBench.library
        change.apply(&new)
        #expect(bench.error(new.model()) == nil)
        #expect(try Fixture.rows(bench.url, change.query) == change.rows)
        #expect((try Fixture.rows(bench.url, page + "'\(change.table)'") == before) == change.isInPlace)
        // The index of links is not made anew either, and is there once.
        let index = "SELECT count(*) FROM pragma_index_list('\(change.table)') WHERE origin = 'c'"
        #expect(try Fixture.rows(bench.url, index) == [change.table == "ZTHING" ? "2" : "1"])
    }

    @Test func `Parts of composite values are renamed, added and removed`() throws {
        let bench = MigrationBench()
        func model(_ elements: [NSAttributeDescription]) -> NSManagedObjectModel {
            let place = NSCompositeAttributeDescription()
            place.name = "place"
            place.elements = elements
            let city = Part.entity("City")
            city.properties = [Part.attribute("name", .stringAttributeType), place]
            return Part.model([city])
        }
        let context = try bench.context(
            model([Part.attribute("x", .doubleAttributeType), Part.attribute("y", .doubleAttributeType)]), [:])
        let city = NSEntityDescription.insertNewObject(forEntityName: "City", into: context)
        city.setValue("Porto", forKey: "name")
        city.setValue(["x": 1.5, "y": 2.5], forKey: "place")
        try context.save()
        try bench.close(context)
        let (left, height) = (
            Part.attribute("left", .doubleAttributeType), Part.attribute("height", .integer32AttributeType)
        )
        left.renamingIdentifier = "x"
        height.defaultValue = 80
        let migrated = try bench.context(model([left, height]))
        let place = try bench.all("City", migrated)[0].value(forKey: "place") as? [String: Any]
        #expect(place?["left"] as? Double == 1.5 && place?["height"] as? Int == 80 && place?["y"] == nil)
        try bench.close(migrated)
        let texts = Part.attribute("left", .stringAttributeType)
        let error = bench.error(model([texts]))
        #expect(error?.code == NSMigrationMissingMappingModelError)
        #expect(error?.userInfo["property"] as? String == "place.left")
    }

    @Test(arguments: Seeds.first(20))
    func `Whatever else has changed, one attribute of another type is the reason of the refusal`(seed: UInt64) throws {
        let tests = LightweightMigrationTests()
        var random: any RandomNumberGenerator = SeededGenerator(seed: seed)
        var changed = Mutation.Case(.company, World())
        for _ in 0..<4 {
            let mutation = Mutation.all[Int.random(in: 0..<Mutation.all.count, using: &random)]
            var next = changed
            guard mutation.apply(&next, &random), (try? next.sketch.model().validate()) != nil else { continue }
            changed = next
        }
        let (coordinator, store) = try Fixture.open(
            tests.url, changed.sketch.model(), options: MigrationBench.quick)
        try coordinator.remove(store)
        let entity = try #require(changed.sketch.entities.filter { $0.parent == nil }.randomElement(using: &random))
            .name
        let tag = try #require(changed.sketch[entity].attributes.firstIndex { $0.name == "tag" })
        changed.sketch[entity].attributes[tag].type = .stringAttributeType
        let failure = #expect(throws: NSError.self) {
            try Fixture.open(tests.url, changed.sketch.model(), options: LightweightMigrationTests.options)
        }
        #expect(failure?.code == NSMigrationMissingMappingModelError)
        #expect(failure?.userInfo["property"] as? String == "tag", "\(String(describing: failure))")
    }
}
