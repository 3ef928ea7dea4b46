import Foundation
import MainspringModel
import SeededRandom
import StoreFaults
import TrialStores

@testable import MainspringData

/// A process that looks at a store, and then saves some times, unless it is ended before.
///
/// After save number n all shelves and books have n in `step`; there are `shelfCount` shelves, and books as many as the number
/// demands; each book is on a shelf, and has the tags that have it.
struct StoreTrial {
    let store: String
    let seed: UInt64
    /// Where each save is acknowledged.
    let parent: Parent

    private static let shelfCount = 5
    private static let saveCount = 4
    /// A save is on the disk when it returns; and nothing but the trial itself moves the log, so that a seed repeats what happens.
    private static let pragmas: [String: any Sendable] = ["synchronous": "FULL", "wal_autocheckpoint": 1_000_000]

    private static func bookCount(_ step: Int) -> Int { 20 + step % 7 }

    /// - Parameter instant: when the process ends; nil for one that is let go.
    func run(acknowledged: Int, until instant: Instant?) throws {
        let faults = SQLiteFaults(instant)
        let file = try OpenStore(
            store, Self.model(), pragmas: Self.pragmas, options: [SQLiteFaults.option: faults])
        let context = file.context()
        var opening = 0
        try context.performAndWait {
            var step = try look(context, acknowledged: acknowledged)
            opening = faults.count(of: Instant.all)
            parent.hear("found \(step)")
            var random = SeededGenerator(seed: seed)
            for _ in 0..<Self.saveCount {
                step += 1
                try change(context, to: step, &random)
                try context.save()
                parent.hear("\(step)")
                if Bool.random(using: &random) { try moveLog(file) }
            }
        }
        try file.close()
        parent.hear("calls \(opening) \(faults.count(of: Instant.changing))")
    }

    /// Moves the log into the file, as a thread of the store does when the log has become long.
    private func moveLog(_ file: OpenStore) throws {
        try (file.store as? SQLiteStore)?.opened?.database.checkpointer?.checkpoint()
    }

    // MARK: The model

    private static func model() -> NSManagedObjectModel {
        let step = { TrialModel.attribute("step", .integer64AttributeType) }
        let shelf = TrialModel.entity("Shelf", [step()])
        let book = TrialModel.entity(
            "Book",
            [
                step(), TrialModel.attribute("title", .stringAttributeType),
                TrialModel.attribute("text", .binaryDataAttributeType),
            ])
        let tag = TrialModel.entity("Tag", [TrialModel.attribute("name", .stringAttributeType)])
        TrialModel.relate(.init(shelf, "books", toMany: true), .init(book, "shelf"))
        TrialModel.relate(.init(book, "tags", toMany: true), .init(tag, "books", toMany: true))
        return TrialModel.model([shelf, book, tag])
    }

    // MARK: Looking

    private func objects(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
        object.value(forKey: key) as? Set<NSManagedObject> ?? []
    }

    /// The number of the last save that is in the store; 0 for none.
    private func look(_ context: NSManagedObjectContext, acknowledged: Int) throws -> Int {
        let file = try StoreLook(store)
        try file.requireWhole()
        let (shelves, books, tags) = (try context.all("Shelf"), try context.all("Book"), try context.all("Tag"))
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
        let keys = try file.number(
            "SELECT count(*) FROM ZBOOK WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book')")
        try require(keys == 0, "keys were given twice, or will be, after save \(step)")
        return step
    }

    // MARK: Changing

    private func change(
        _ context: NSManagedObjectContext, to step: Int, _ random: inout SeededGenerator
    ) throws {
        var shelves = try context.all("Shelf")
        while shelves.count < Self.shelfCount {
            shelves.append(context.insert("Shelf", [:]))
        }
        var tags = try context.all("Tag")
        if tags.count < 6 || Int.random(in: 0..<10, using: &random) == 0 {
            tags.append(context.insert("Tag", ["name": "tag \(step)"]))
        }
        if tags.count > 12, let tag = tags.randomElement(using: &random) {
            context.delete(tag)
            tags.removeAll { $0 === tag }
        }
        var books = try context.all("Book").shuffled(using: &random)
        for _ in 0..<min(books.count, 2) { context.delete(books.removeLast()) }
        while books.count > Self.bookCount(step) { context.delete(books.removeLast()) }
        while books.count < Self.bookCount(step) {
            books.append(context.insert("Book", [:]))
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
