import Foundation
import MainspringModel

@testable import MainspringData

/// A store of a few objects in a folder of its own, and what it is opened with.
struct MigrationBench {
    let folder = Scratch()
    var url: URL { folder.url("store.sqlite") }

    /// Options that do without what is tested elsewhere: that all is on the disk.
    static var quick: [AnyHashable: Any] { [NSSQLitePragmasOption: ["synchronous": "OFF"]] }

    /// Options of a lightweight migration, which do without that as well.
    static var options: [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ].merging(quick) { $1 }
    }

    /// Authors with books; two of each.
    static var library: Sketch {
        Sketch(entities: [
            .init(
                name: "Author", attributes: [.init(name: "name", type: .stringAttributeType)],
                relations: [.init(name: "books", destination: "Book", isToMany: true, inverse: "author")]),
            .init(
                name: "Book",
                attributes: [
                    .init(name: "title", type: .stringAttributeType),
                    .init(name: "pages", type: .integer32AttributeType),
                ], relations: [.init(name: "author", destination: "Author", inverse: "books")]),
        ])
    }

    @discardableResult
    func make(_ sketch: Sketch = library, type: String = NSSQLiteStoreType) throws -> [URL] {
        let context = try context(sketch.model(), type: type, [:])
        var objects: [NSManagedObject] = []
        for number in 1...2 {
            let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
            author.setValue("Author \(number)", forKey: "name")
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("Book \(number)", forKey: "title")
            book.setValue(author, forKey: "author")
            if number == 1 { book.setValue(100, forKey: "pages") }
            objects += [author, book]
        }
        try context.save()
        let places = objects.map { $0.objectID.uriRepresentation() }
        try close(context)
        return places
    }

    /// Makes a store of the configuration Library, with a book, of a model that has an entity besides.
    /// - Parameter others: further configurations.
    /// - Returns: what the model was made of.
    func makeConfigured(_ others: [String: [String]] = [:]) throws -> Sketch {
        var sketch = Self.library
        sketch.entities.append(.init(name: "Log", attributes: [.init(name: "text", type: .stringAttributeType)]))
        sketch.configurations = ["Library": ["Author", "Book"]].merging(others) { $1 }
        let (coordinator, store) = try Fixture.open(url, sketch.model(), configuration: "Library")
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        NSEntityDescription.insertNewObject(forEntityName: "Book", into: context).setValue("a", forKey: "title")
        try context.save()
        try coordinator.remove(store)
        return sketch
    }

    /// A context of a coordinator with the store alone.
    func context(
        _ model: NSManagedObjectModel, type: String = NSSQLiteStoreType,
        _ options: [AnyHashable: Any] = MigrationBench.options
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url, options: options)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    func close(_ context: NSManagedObjectContext) throws {
        guard let coordinator = context.persistentStoreCoordinator else { return }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    func all(_ entity: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        return try context.fetch(request).sorted { $0.objectID.key.key < $1.objectID.key.key }
    }

    /// The error of adding the store.
    func error(
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = MigrationBench.options
    ) -> NSError? {
        do {
            try close(context(model, options))
            return nil
        } catch {
            return error as NSError
        }
    }
}
