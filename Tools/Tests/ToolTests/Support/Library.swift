import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel

/// A store of authors and their books, made for a test.
enum Library {
    /// - Parameter isNew: whether it is the second version, with a title that has another name and an attribute more.
    static func model(isNew: Bool = false) -> NSManagedObjectModel {
        let (author, book, comic) = (NSEntityDescription(), NSEntityDescription(), NSEntityDescription())
        (author.name, book.name, comic.name) = ("Author", "Book", "Comic")
        let (books, writer) = (NSRelationshipDescription(), NSRelationshipDescription())
        (books.name, books.destinationEntity, books.inverseRelationship) = ("books", book, writer)
        (books.isOptional, books.isOrdered, books.deleteRule) = (true, true, .cascadeDeleteRule)
        (writer.name, writer.destinationEntity, writer.inverseRelationship, writer.maxCount) = (
            "author", author, books, 1
        )
        let (readers, favourites) = (NSRelationshipDescription(), NSRelationshipDescription())
        (readers.name, readers.destinationEntity, readers.inverseRelationship) = ("readers", author, favourites)
        (favourites.name, favourites.destinationEntity, favourites.inverseRelationship) = ("favourites", book, readers)
        let title = attribute(isNew ? "headline" : "title", .string, isOptional: false)
        if isNew { title.renamingIdentifier = "title" }
        author.properties = [
            attribute("name", .string, isOptional: false), attribute("born", .date), books, favourites,
        ]
        author.uniquenessConstraints = [["name"]]
        book.properties =
            [
                title, attribute("pages", .integer32), attribute("cover", .binaryData), attribute("price", .decimal),
                writer, readers,
            ]
            + (isNew ? [attribute("isbn", .string)] : [])
        comic.properties = [attribute("isColoured", .boolean)]
        book.subentities = [comic]
        let model = NSManagedObjectModel()
        model.entities = [author, book, comic]
        return model
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.type, attribute.isOptional) = (name, type, isOptional)
        return attribute
    }

    /// Makes the store: two authors, a book and a comic of the first, a book of nobody.
    @discardableResult
    static func make(at url: URL, options: [AnyHashable: Any]? = nil) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        _ = try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
                let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                for (key, value) in values { object.setValue(value, forKey: key) }
                return object
            }
            let ada = insert("Author", ["name": "Ada", "born": Date(timeIntervalSinceReferenceDate: -100.25)])
            let bob = insert("Author", ["name": "Bob, \"the\" author"])
            let first = insert(
                "Book",
                [
                    "title": "Engines", "pages": 120, "author": ada, "cover": Data([1, 2, 3]),
                    "price": NSDecimalNumber(string: "9.90"),
                ])
            _ = insert("Comic", ["title": "Looms\n日本", "pages": 30, "author": ada, "isColoured": true])
            let last = insert("Book", ["title": "Nobody's"])
            bob.setValue(NSSet(array: [first, last]), forKey: "favourites")
            context.transactionAuthor = "test"
            try context.save()
        }
        return coordinator
    }

    /// Makes the store and closes it.
    static func makeClosed(at url: URL, options: [AnyHashable: Any]? = nil) throws {
        let coordinator = try make(at: url, options: options)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
