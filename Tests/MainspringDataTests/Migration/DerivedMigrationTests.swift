import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What is derived, in stores that migrate: of all kinds, it is what a save would compute.
@Suite struct DerivedMigrationTests {
    static let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]

    let bench = MigrationBench()

    /// Makes a store, migrates it, and gives values of its objects back.
    private func migrated(
        _ type: String, from old: Sketch = MigrationBench.library, _ change: (inout Sketch) -> Void,
        _ read: (NSManagedObjectContext) throws -> [String]
    ) throws -> [String] {
        let kept = NSPersistentStoreCoordinator(managedObjectModel: old.model())
        try bench.make(old, type: type)
        var new = old
        change(&new)
        let context = try bench.context(new.model(), type: type)
        let found = try read(context)
        try bench.close(context)
        withExtendedLifetime(kept) {}
        return found
    }

    private func values(_ entity: String, _ keys: [String], _ context: NSManagedObjectContext) throws -> [String] {
        try bench.all(entity, context).map { object in
            keys.map { object.value(forKey: $0).map { "\($0)" } ?? "nil" }.joined(separator: "|")
        }.sorted()
    }

    @Test(arguments: types)
    func `What is new and derived is computed for the objects that there are`(type: String) throws {
        let found = try migrated(type) { sketch in
            sketch["Author"].attributes += [
                .init(name: "count", type: .integer32AttributeType, derivation: "books.@count"),
                .init(name: "sum", type: .integer64AttributeType, derivation: "books.@sum.pages"),
                .init(name: "plain", type: .stringAttributeType, derivation: "canonical:(name)"),
            ]
            sketch["Book"].attributes += [
                .init(name: "writer", type: .stringAttributeType, derivation: "author.name"),
                .init(name: "seen", type: .dateAttributeType, derivation: "now()"),
            ]
        } _: { context in
            let books = try bench.all("Book", context).map { $0.value(forKey: "seen") is Date }
            #expect(books == [true, true])
            return try values("Author", ["count", "sum", "plain"], context) + values("Book", ["writer"], context)
        }
        #expect(found == ["1|0|author 2", "1|100|author 1", "Author 1", "Author 2"])
    }

    @Test(arguments: types)
    func `What is derived in another way is computed anew, and what is derived as before is not`(type: String) throws {
        var old = MigrationBench.library
        old["Author"].attributes.append(
            .init(name: "plain", type: .stringAttributeType, derivation: "canonical:(name)"))
        old["Book"].attributes += [
            .init(name: "writer", type: .stringAttributeType, derivation: "uppercase:(title)"),
            .init(name: "seen", type: .dateAttributeType, derivation: "now()"),
        ]
        var before: [String] = []
        let found = try migrated(type, from: old) { sketch in
            let context = try? bench.context(old.model(), type: type, [:])
            before = context.flatMap { try? values("Book", ["seen"], $0) } ?? []
            if let context { try? bench.close(context) }
            sketch["Book"].attributes[2].derivation = "author.plain"
        } _: { context in
            #expect(try values("Book", ["seen"], context) == before && before.count == 2)
            return try values("Book", ["writer"], context)
        }
        #expect(found == ["author 1", "author 2"])
    }

    @Test(arguments: types)
    func `What is derived of others is other where some of them go`(type: String) throws {
        let name = Sketch.Attribute(name: "name", type: .stringAttributeType)
        var sketch = Sketch(entities: [
            .init(
                name: "Shelf",
                attributes: [
                    name, .init(name: "count", type: .integer32AttributeType, derivation: "books.@count"),
                    .init(name: "label", type: .stringAttributeType, derivation: "owner.name"),
                    .init(name: "own", type: .stringAttributeType, derivation: "uppercase:(name)"),
                ],
                relations: [
                    .init(name: "books", destination: "Book", isToMany: true, inverse: "shelf"),
                    .init(name: "owner", destination: "Book"),
                ]),
            .init(
                name: "Book", attributes: [name],
                relations: [.init(name: "shelf", destination: "Shelf", inverse: "books")]),
            .init(name: "Lost", parent: "Book"),
        ])
        let old = try bench.context(sketch.model(), type: type, [:])
        let make = { NSEntityDescription.insertNewObject(forEntityName: $0, into: old) }
        let (shelf, book, lost) = (make("Shelf"), make("Book"), make("Lost"))
        for (object, name) in [(shelf, "shelf"), (book, "book"), (lost, "lost")] {
            object.setValue(name, forKey: "name")
        }
        shelf.setValue(Set([book, lost]), forKey: "books")
        shelf.setValue(lost, forKey: "owner")
        try old.save()
        #expect(try values("Shelf", ["count", "label", "own"], old) == ["2|lost|SHELF"])
        try bench.close(old)
        sketch.entities.removeLast()
        let new = try bench.context(sketch.model(), type: type)
        #expect(try values("Shelf", ["count", "label", "own"], new) == ["1|nil|SHELF"])
        try bench.close(new)
        withExtendedLifetime(old) {}
    }

    @Test(arguments: types)
    func `What is derived of a value that is filled in, or is another one of its name, is computed anew`(
        type: String
    ) throws {
        let text = { Sketch.Attribute(name: $0, type: .stringAttributeType) }
        var sketch = Sketch(entities: [
            .init(
                name: "Item",
                attributes: [
                    text("a"), text("b"), text("c"),
                    .init(name: "upperA", type: .stringAttributeType, derivation: "uppercase:(a)"),
                    .init(name: "upperB", type: .stringAttributeType, derivation: "uppercase:(b)"),
                    .init(name: "upperC", type: .stringAttributeType, derivation: "uppercase:(c)"),
                ])
        ])
        let old = try bench.context(sketch.model(), type: type, [:])
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: old)
        item.setValue("of a", forKey: "a")
        item.setValue("of b", forKey: "b")
        try old.save()
        try bench.close(old)
        // The first two exchange their names, and the third one becomes required.
        (sketch["Item"].attributes[0].name, sketch["Item"].attributes[0].identifier) = ("b", "a")
        (sketch["Item"].attributes[1].name, sketch["Item"].attributes[1].identifier) = ("a", "b")
        (sketch["Item"].attributes[2].isOptional, sketch["Item"].attributes[2].defaultValue) = (false, "filled")
        let new = try bench.context(sketch.model(), type: type)
        #expect(
            try values("Item", ["a", "b", "c", "upperA", "upperB", "upperC"], new)
                == ["of b|of a|filled|OF B|OF A|FILLED"])
        try bench.close(new)
        withExtendedLifetime(old) {}
    }
}
