import Foundation
import MainspringModel

@testable import MainspringData

/// Stores of items that have long data, in a folder of their own.
struct PictureStore {
    let scratch = Scratch()
    /// Data that lie in a file of their own.
    static let long = Data(repeating: 3, count: ExternalFiles.threshold + 5)

    var url: URL { scratch.url("s.sqlite") }

    func model() -> NSManagedObjectModel {
        let item = Part.entity("Item")
        let picture = Part.attribute("picture", .binaryDataAttributeType)
        picture.allowsExternalBinaryDataStorage = true
        item.properties = [picture, Part.attribute("name", .stringAttributeType)]
        return Part.model([item])
    }

    func open(_ url: URL) throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, model()).coordinator
        return context
    }

    /// Another context of the same coordinator.
    func other(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
        let other = NSManagedObjectContext(confined: ())
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        return other
    }

    func close(_ context: NSManagedObjectContext) throws {
        guard let coordinator = context.persistentStoreCoordinator else { return }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @discardableResult
    func insert(_ name: String, _ picture: Data?, _ context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        object.setValue(name, forKey: "name")
        object.setValue(picture, forKey: "picture")
        return object
    }

    func picture(_ context: NSManagedObjectContext) throws -> Data? {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first?.value(forKey: "picture") as? Data
    }

    func names(_ url: URL) throws -> [String] { try Fixture.rows(url, "SELECT ZNAME FROM ZITEM ORDER BY 1") }
}
