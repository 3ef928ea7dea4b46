import Foundation
import MainspringData
import MainspringModel

/// A file of SQLite, opened as a store: read, changed, saved.
///
/// The inputs that it grows from are stores of ``model``, with pages of 512 bytes.
enum StoreEntry {
    static func run(_ bytes: [UInt8]) throws(BrokenRule) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "mainspring-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
        let url = folder.appendingPathComponent("store.sqlite")
        let data = Data(bytes)
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
            (try? data.write(to: url)) != nil
        else { return }
        defer { try? FileManager.default.removeItem(at: folder) }

        _ = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        if let own = try? NSManagedObjectModel.modelOfStore(at: url) { try use(url, own, isReadOnly: true) }
        try use(url, model(), isReadOnly: true)
        try require((try? Data(contentsOf: url)) == data, "a store that is only read stays as it is")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        try require(names == ["store.sqlite"], "nothing is left beside a store that is only read: \(names)")
        try use(url, model(), isReadOnly: false)
    }

    // MARK: The model

    /// Books on shelves, with tags; some are novels.
    static func model() -> NSManagedObjectModel {
        let (shelf, book, novel, tag) = (entity("Shelf"), entity("Book"), entity("Novel"), entity("Tag"))
        shelf.properties = [attribute("name", .stringAttributeType)]
        book.properties = [
            attribute("title", .stringAttributeType), attribute("pages", .integer32AttributeType),
            attribute("price", .decimalAttributeType), attribute("weight", .doubleAttributeType),
            attribute("bought", .dateAttributeType), attribute("isRead", .booleanAttributeType),
            attribute("cover", .binaryDataAttributeType), attribute("key", .UUIDAttributeType),
            attribute("page", .URIAttributeType), attribute("notes", .transformableAttributeType),
        ]
        novel.properties = [attribute("hero", .stringAttributeType)]
        book.subentities = [novel]
        tag.properties = [attribute("name", .stringAttributeType)]
        tag.uniquenessConstraints = [["name"]]
        link(shelf, "books", book, "shelf", isBackToMany: false, isOrdered: true)
        link(book, "tags", tag, "books", isBackToMany: true, isOrdered: false)
        let model = NSManagedObjectModel()
        model.entities = [shelf, book, novel, tag]
        return model
    }

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
    }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
    }

    private static func link(
        _ one: NSEntityDescription, _ there: String, _ other: NSEntityDescription, _ back: String, isBackToMany: Bool,
        isOrdered: Bool
    ) {
        let (first, second) = (NSRelationshipDescription(), NSRelationshipDescription())
        (first.name, first.destinationEntity, first.isOptional, first.maxCount) = (there, other, true, 0)
        (second.name, second.destinationEntity, second.isOptional) = (back, one, true)
        second.maxCount = isBackToMany ? 0 : 1
        first.isOrdered = isOrdered
        (first.deleteRule, second.deleteRule) = (.nullifyDeleteRule, .nullifyDeleteRule)
        one.properties.append(first)
        other.properties.append(second)
        first.inverseRelationship = second
        second.inverseRelationship = first
    }

    // MARK: Using it

    private static func use(
        _ url: URL, _ model: NSManagedObjectModel, isReadOnly: Bool
    ) throws(BrokenRule) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        // What it does is the same, and takes a hundredth of the time.
        let pragmas = ["journal_mode": "DELETE", "synchronous": "OFF"]
        let store: NSPersistentStore
        do {
            store = try coordinator.addPersistentStore(
                type: .sqlite, at: url,
                options: [NSReadOnlyPersistentStoreOption: isReadOnly, NSSQLitePragmasOption: pragmas])
        } catch {
            return try requireSentence(error)
        }
        defer { try? coordinator.remove(store) }
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let broken: BrokenRule? = context.performAndWait {
            do throws(BrokenRule) {
                try read(context, model)
                if !store.isReadOnly { try write(context, model) }
                return nil
            } catch {
                return error
            }
        }
        if let broken { throw broken }
    }

    private static func requireSentence(_ error: any Error) throws(BrokenRule) {
        try require(!(error as NSError).localizedDescription.isEmpty, "an error has a sentence")
    }

    private static func read(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws(BrokenRule) {
        for name in model.entities.compactMap(\.name) {
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.fetchLimit = 50
            do {
                for object in try context.fetch(request) {
                    for key in object.entity.propertiesByName.keys {
                        let value = object.value(forKey: key)
                        _ = (value as? NSSet)?.count
                        _ = (value as? NSOrderedSet)?.array
                    }
                }
            } catch {
                try requireSentence(error)
            }
        }
    }

    private static func write(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws(BrokenRule) {
        let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        book.setValue("new", forKey: "title")
        for object in context.registeredObjects.prefix(4) where object.entity.attributesByName["name"] != nil {
            object.setValue("changed", forKey: "name")
        }
        if let object = context.registeredObjects.first(where: { $0 !== book }) { context.delete(object) }
        do {
            try context.save()
        } catch {
            try requireSentence(error)
            try require(context.hasChanges, "a save that failed leaves the changes where they are")
        }
    }
}
