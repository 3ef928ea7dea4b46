import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Entities that change their place in an inheritance, or their names in it.
@Suite struct HierarchyMigrationTests {
    static let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]

    let bench = MigrationBench()

    @discardableResult
    private func insert(
        _ entity: String, _ name: String, _ context: NSManagedObjectContext, _ values: [String: Any] = [:]
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    private func named(_ name: String, _ entity: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(bench.all(entity, context).first { $0.value(forKey: "name") as? String == name })
    }

    /// Two kinds of people, both with notes and to whom they lead.
    private static var people: Sketch {
        Sketch(entities: [
            .init(
                name: "Person",
                attributes: [
                    .init(name: "name", type: .stringAttributeType), .init(name: "age", type: .integer32AttributeType),
                ]),
            .init(
                name: "Manager", parent: "Person", attributes: [.init(name: "note", type: .stringAttributeType)],
                relations: [.init(name: "friend", destination: "Person")]),
            .init(
                name: "Worker", parent: "Person", attributes: [.init(name: "note", type: .stringAttributeType)],
                relations: [.init(name: "friend", destination: "Person")]),
        ])
    }

    @Test(arguments: types, [false, true])
    func
        `Columns of one name keep their values where what they inherit from is renamed, and they come in another order`(
            type: String, isCopied: Bool
        ) throws
    {
        let old = try bench.context(Self.people.model(), type: type, [:])
        let person = insert("Person", "p", old, ["age": 1])
        insert("Manager", "m", old, ["age": 2, "note": "of m", "friend": person])
        insert("Worker", "w", old, ["age": 3, "note": "of w", "friend": person])
        try old.save()
        try bench.close(old)
        var new = Self.people
        for (former, name) in [("Person", "Human"), ("Manager", "Zulu"), ("Worker", "Alpha")] {
            new[former].identifier = former
            new[former].name = name
        }
        for name in ["Zulu", "Alpha"] {
            new[name].parent = "Human"
            new[name].relations[0].destination = "Human"
        }
        new.entities.append(.init(name: "Being", isAbstract: true))
        new["Human"].parent = "Being"
        // A table that loses a column is copied.
        if isCopied { new["Human"].attributes.remove(at: 1) }
        let context = try bench.context(new.model(), type: type)
        for (name, entity, note) in [("m", "Zulu", "of m"), ("w", "Alpha", "of w")] {
            let object = try named(name, entity, context)
            #expect(object.entity.name == entity && object.value(forKey: "note") as? String == note)
            #expect((object.value(forKey: "friend") as? NSManagedObject)?.value(forKey: "name") as? String == "p")
        }
        #expect(try named("p", "Human", context).entity.name == "Human")
        if !isCopied { #expect(try named("w", "Alpha", context).value(forKey: "age") as? Int == 3) }
        try bench.close(context)
        withExtendedLifetime(old) {}
    }

    /// Owners of animals, and things.
    private static var animals: Sketch {
        let name = Sketch.Attribute(name: "name", type: .stringAttributeType)
        return Sketch(entities: [
            .init(name: "Thing", attributes: [name]), .init(name: "Animal", attributes: [name]),
            .init(name: "Cat", parent: "Animal"), .init(name: "Dog", parent: "Animal"),
            .init(
                name: "Owner", attributes: [name],
                relations: [
                    .init(name: "pet", destination: "Animal"),
                    .init(name: "pets", destination: "Animal", isToMany: true),
                    .init(name: "row", destination: "Animal", isToMany: true, isOrdered: true, inverse: "keepers"),
                ]),
        ])
    }

    @Test(arguments: types)
    func `Whoever led to an object that is none of the hierarchy any more leads to nobody, and not to who has its key`(
        type: String
    ) throws {
        var sketch = Self.animals
        sketch["Animal"].relations = [
            .init(name: "keepers", destination: "Owner", isToMany: true, inverse: "row")
        ]
        let old = try bench.context(sketch.model(), type: type, [:])
        var made: [String: NSManagedObject] = [:]
        for (entity, name) in [("Thing", "thing"), ("Cat", "cat"), ("Dog", "dog")] {
            made[name] = insert(entity, name, old)
            try old.save()
        }
        let (cat, dog) = (try #require(made["cat"]), try #require(made["dog"]))
        insert("Owner", "of cat", old, ["pet": cat])
        insert("Owner", "of dog", old, ["pet": dog])
        insert("Owner", "of both", old, ["pets": Set([cat, dog]), "row": NSOrderedSet(array: [dog, cat])])
        try old.save()
        try bench.close(old)
        // The cat comes behind the thing, and gets the key that the dog has, who goes his own way.
        sketch["Animal"].parent = "Thing"
        sketch["Animal"].attributes = []
        sketch["Dog"].parent = nil
        sketch["Dog"].attributes = [.init(name: "name", type: .stringAttributeType)]
        let context = try bench.context(sketch.model(), type: type)
        func names(_ owner: String, _ key: String) throws -> [String?] {
            switch try named(owner, "Owner", context).value(forKey: key) {
            case let one as NSManagedObject: [one.value(forKey: "name") as? String]
            case let set as Set<NSManagedObject>: set.map { $0.value(forKey: "name") as? String }
            case let set as NSOrderedSet:
                set.map { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
            default: []
            }
        }
        #expect(try names("of cat", "pet") == ["cat"])
        #expect(try names("of dog", "pet") == [])
        #expect(try names("of both", "pets") == ["cat"])
        #expect(try names("of both", "row") == ["cat"])
        #expect(try bench.all("Dog", context).map { $0.value(forKey: "name") as? String } == ["dog"])
        #expect(try bench.all("Thing", context).count == 2)
        try bench.close(context)
        withExtendedLifetime(old) {}
    }

    @Test(arguments: types)
    func `A required relationship to an object that goes with its entity is missing, though it was required before`(
        type: String
    ) throws {
        let name = Sketch.Attribute(name: "name", type: .stringAttributeType)
        var sketch = Sketch(entities: [
            .init(name: "Author", attributes: [name]), .init(name: "Ghost", parent: "Author"),
            .init(
                name: "Book", attributes: [name],
                relations: [.init(name: "author", destination: "Author", isOptional: false)]),
        ])
        let old = try bench.context(sketch.model(), type: type, [:])
        insert("Book", "a", old, ["author": insert("Author", "author", old)])
        insert("Book", "b", old, ["author": insert("Ghost", "ghost", old)])
        try old.save()
        try bench.close(old)
        let data = try Data(contentsOf: bench.url)
        sketch.entities.remove(at: 1)
        let error = #expect(throws: NSError.self) { try bench.context(sketch.model(), type: type) }
        #expect(error?.code == NSMigrationError)
        #expect(error?.userInfo["entity"] as? String == "Book")
        #expect(error?.userInfo["relationship"] as? String == "author")
        #expect(try Data(contentsOf: bench.url) == data)
        // Who is led to by nobody may go.
        sketch["Book"].relations = []
        try bench.close(bench.context(sketch.model(), type: type))
        withExtendedLifetime(old) {}
    }
}
