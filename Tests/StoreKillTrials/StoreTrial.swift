import Foundation
import MainspringModel
import SeededRandom

@testable import MainspringData

/// A process that looks at a store, and then saves in a loop until it is killed.
///
/// After save number n all shelves and books have n in `step`; there are `shelfCount` shelves, and books as many as the number
/// demands; each book is on a shelf, and has the tags that have it.
struct StoreTrial {
    let store: String
    let seed: UInt64
    /// Where each save is acknowledged.
    let output: Int32

    private static let shelfCount = 5

    private static func bookCount(_ step: Int) -> Int { 20 + step % 7 }

    func run(acknowledged: Int, saves: Int) {
        do {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
            _ = try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: store))
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                var step = try look(context, acknowledged: acknowledged)
                say("found \(step)", to: output)
                var random = SeededGenerator(seed: seed)
                for _ in 0..<saves {
                    step += 1
                    try change(context, to: step, &random)
                    try context.save()
                    say("\(step)", to: output)
                }
            }
        } catch let broken as Broken {
            say(broken.sentence, to: output)
        } catch {
            say("\(error)".replacing("\n", with: " "), to: output)
        }
    }

    // MARK: The model

    private static func model() -> NSManagedObjectModel {
        let (shelf, book, tag) = (entity("Shelf"), entity("Book"), entity("Tag"))
        shelf.properties = [step(), relationship("books", book, isToMany: true)]
        book.properties = [
            step(), attribute("title", .stringAttributeType), attribute("text", .binaryDataAttributeType),
            relationship("shelf", shelf, isToMany: false), relationship("tags", tag, isToMany: true),
        ]
        tag.properties = [attribute("name", .stringAttributeType), relationship("books", book, isToMany: true)]
        for (one, key, other, inverse) in [(shelf, "books", book, "shelf"), (book, "tags", tag, "books")] {
            guard let there = one.relationshipsByName[key], let back = other.relationshipsByName[inverse] else {
                continue
            }
            there.inverseRelationship = back
            back.inverseRelationship = there
        }
        let model = NSManagedObjectModel()
        model.entities = [shelf, book, tag]
        return model
    }

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
    }

    private static func step() -> NSAttributeDescription { attribute("step", .integer64AttributeType) }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
    }

    private static func relationship(
        _ name: String, _ destination: NSEntityDescription, isToMany: Bool
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        (relationship.name, relationship.destinationEntity, relationship.isOptional) = (name, destination, true)
        (relationship.minCount, relationship.maxCount) = (0, isToMany ? 0 : 1)
        relationship.deleteRule = .nullifyDeleteRule
        return relationship
    }

    // MARK: Looking

    private struct Broken: Error {
        let sentence: String
    }

    private func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
        guard condition else { throw Broken(sentence: sentence()) }
    }

    private func all(_ name: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name))
    }

    private func objects(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
        object.value(forKey: key) as? Set<NSManagedObject> ?? []
    }

    /// The number of the last save that is in the store; 0 for none.
    private func look(_ context: NSManagedObjectContext, acknowledged: Int) throws -> Int {
        let connection = try SQLiteConnection(path: store, access: .readWrite)
        defer { connection.close() }
        connection.setBusyTimeout(10_000)
        let integrity = try connection.value("PRAGMA integrity_check")
        try require(integrity == .text("ok"), "integrity_check says \(String(describing: integrity))")

        let (shelves, books, tags) = (try all("Shelf", context), try all("Book", context), try all("Tag", context))
        let steps = Set((shelves + books).map { $0.value(forKey: "step") as? Int ?? -1 })
        guard let step = steps.first else {
            try require(acknowledged == 0 && tags.isEmpty, "save \(acknowledged) is lost, and all before it")
            return 0
        }
        try require(steps.count == 1, "saves \(steps.sorted()) are half there")
        // The one after the last that was acknowledged or found may have been done and not been said.
        try require(
            step == acknowledged || step == acknowledged + 1, "save \(step) is there, and \(acknowledged) acknowledged")
        try require(shelves.count == Self.shelfCount, "there are \(shelves.count) shelves after save \(step)")
        try require(books.count == Self.bookCount(step), "there are \(books.count) books after save \(step)")
        for book in books {
            let shelf = book.value(forKey: "shelf") as? NSManagedObject
            try require(
                shelf.map { objects($0, "books").contains(book) } == true,
                "a book's shelf has it not after save \(step)")
            try require(
                objects(book, "tags").allSatisfy { objects($0, "books").contains(book) },
                "a book's tag has it not after save \(step)")
            let title = book.value(forKey: "title") as? String
            let text = book.value(forKey: "text") as? Data
            try require(
                title == "\(text?.count ?? -1) bytes", "a book is “\(title ?? "")” with \(text?.count ?? -1) bytes")
        }
        try require(
            shelves.reduce(0) { $0 + objects($1, "books").count } == books.count,
            "shelves have other books after \(step)")
        let keys = try connection.value(
            "SELECT count(*) FROM ZBOOK WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book')")
        try require(keys == .integer(0), "keys were given twice, or will be, after save \(step)")
        return step
    }

    // MARK: Changing

    private func change(
        _ context: NSManagedObjectContext, to step: Int, _ random: inout SeededGenerator
    ) throws {
        var shelves = try all("Shelf", context)
        while shelves.count < Self.shelfCount {
            shelves.append(NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context))
        }
        var tags = try all("Tag", context)
        if tags.count < 6 || Int.random(in: 0..<10, using: &random) == 0 {
            let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
            tag.setValue("tag \(step)", forKey: "name")
            tags.append(tag)
        }
        if tags.count > 12, let tag = tags.randomElement(using: &random) {
            context.delete(tag)
            tags.removeAll { $0 === tag }
        }
        var books = try all("Book", context).shuffled(using: &random)
        for _ in 0..<min(books.count, 2) { context.delete(books.removeLast()) }
        while books.count > Self.bookCount(step) { context.delete(books.removeLast()) }
        while books.count < Self.bookCount(step) {
            books.append(NSEntityDescription.insertNewObject(forEntityName: "Book", into: context))
        }
        for shelf in shelves { shelf.setValue(step, forKey: "step") }
        for book in books {
            book.setValue(step, forKey: "step")
            if book.isInserted || Bool.random(using: &random) {
                let count = Int.random(in: 0...6_000, using: &random)
                book.setValue(Data(repeating: UInt8(truncatingIfNeeded: step), count: count), forKey: "text")
                book.setValue("\(count) bytes", forKey: "title")
                book.setValue(shelves.randomElement(using: &random), forKey: "shelf")
                book.setValue(Set(tags.shuffled(using: &random).prefix(3)), forKey: "tags")
            }
        }
    }
}
