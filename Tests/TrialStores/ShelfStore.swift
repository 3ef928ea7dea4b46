internal import Foundation
package import MainspringData
package import MainspringModel

/// A store of shelves with a book each, of a model in two versions; for trials of migration.
package enum ShelfStore {
    /// How many shelves, and books, it has when it is made.
    package static let count = 60

    package static func model(_ version: Int) -> NSManagedObjectModel {
        let shelf = TrialModel.entity(
            version == 1 ? "Shelf" : "Rack", [TrialModel.attribute("number", .integer64AttributeType)])
        let book = TrialModel.entity("Book", [TrialModel.attribute("title", .stringAttributeType)])
        if version == 1 {
            book.properties.append(TrialModel.attribute("note", .binaryDataAttributeType))
        } else {
            shelf.renamingIdentifier = "Shelf"
            let price = TrialModel.attribute("price", .integer64AttributeType)
            (price.isOptional, price.defaultValue) = (false, 5)
            shelf.properties.append(price)
        }
        TrialModel.relate(.init(shelf, "books", toMany: true), .init(book, "shelf"))
        return TrialModel.model([shelf, book])
    }

    /// Opens a store with a version of the model, to which it is brought if it is of the other one.
    package static func open(
        _ path: String, version: Int, pragmas: [String: any Sendable] = [:], options: [AnyHashable: Any] = [:]
    ) throws -> OpenStore {
        let migrating: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        return try OpenStore(path, model(version), pragmas: pragmas, options: migrating.merging(options) { $1 })
    }

    /// Has stores of the first version be brought to the second by a mapping model.
    package static func registerMapping() throws {
        let (old, new) = (model(1), model(2))
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        NSMappingModel.register(mapping, forSourceModel: old, destinationModel: new)
    }

    /// Makes one of the first version.
    package static func make(_ path: String) throws {
        let file = try open(path, version: 1)
        let context = file.context()
        try context.performAndWait {
            for number in 0..<count { insert(number, "Shelf", context) }
            try context.save()
        }
        try file.close()
    }

    /// Puts a shelf with a book into a context.
    package static func insert(_ number: Int, _ entity: String, _ context: NSManagedObjectContext) {
        let shelf = context.insert(entity, ["number": number])
        let book = context.insert("Book", ["title": "Book \(number)", "shelf": shelf])
        if entity == "Shelf" { book.setValue(Data(repeating: 1, count: 3_000), forKey: "note") }
    }

    /// Whether a file is of the second version; all that it says of that must agree.
    /// - Throws: ``Broken`` if it does not, and for a file that is not whole.
    package static func isMigrated(_ path: String) throws -> Bool {
        let look = try StoreLook(path)
        try look.requireWhole()
        let tables = Set(try look.rows("SELECT name FROM sqlite_master WHERE type = 'table'"))
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: URL(fileURLWithPath: path))
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let isNew = tables.contains("ZRACK")
        try require(
            isNew != tables.contains("ZSHELF") && isNew == (hashes["Rack"] != nil),
            "the file has the tables \(tables.sorted()), and says that it has \(hashes.keys.sorted())")
        return isNew
    }

    /// Whether a context of the second version finds the shelves with these numbers, each with its book.
    package static func requireAll(_ numbers: Set<Int>, _ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let (racks, books) = (try context.all("Rack"), try context.all("Book"))
            let found = racks.compactMap { $0.value(forKey: "number") as? Int }
            try require(
                racks.count == numbers.count && Set(found) == numbers,
                "there are the shelves \(found.sorted()), and not \(numbers.sorted())")
            try require(
                racks.allSatisfy { $0.value(forKey: "price") as? Int == 5 }, "a shelf has not the new attribute's value"
            )
            try require(
                books.count == numbers.count
                    && books.allSatisfy { book in
                        let shelf = book.value(forKey: "shelf") as? NSManagedObject
                        let number = shelf?.value(forKey: "number") as? Int
                        return number.map { book.value(forKey: "title") as? String == "Book \($0)" } ?? false
                    }, "the books are not those of the shelves")
        }
    }
}
