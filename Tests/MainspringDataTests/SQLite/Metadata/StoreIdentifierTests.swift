import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// The identifier by which the identities of a store's objects are found again.
@Suite struct StoreIdentifierTests {
    private let stores = PictureStore()
    private var url: URL { stores.url }

    private func identifier(_ context: NSManagedObjectContext) -> String? {
        context.persistentStoreCoordinator?.persistentStores[0].identifier
    }

    private func saved() throws -> NSManagedObjectContext {
        let context = try stores.open(url)
        stores.insert("a", nil, context)
        try context.save()
        return context
    }

    @Test(arguments: [5 as any Sendable, "", Data([1]), [1]])
    func `one that is none does not take the store's own away`(value: any Sendable) throws {
        let context = try saved()
        let own = try #require(identifier(context))
        let coordinator = try #require(context.persistentStoreCoordinator)
        coordinator.setMetadata([NSStoreUUIDKey: value, "own": "kept"], for: coordinator.persistentStores[0])
        stores.insert("b", nil, context)
        try? context.save()
        #expect(try Fixture.rows(url, "SELECT Z_UUID FROM Z_METADATA") == [own])
        try stores.close(context)
        try? NSPersistentStoreCoordinator.setMetadata([NSStoreUUIDKey: value, "own": 1], type: .sqlite, at: url)
        #expect(try Fixture.rows(url, "SELECT Z_UUID FROM Z_METADATA") == [own])
    }

    @Test func `a store without one has the same one each time it is open`() throws {
        try stores.close(try saved())
        try Fixture.run(url, "UPDATE Z_METADATA SET Z_UUID = NULL")
        let context = try stores.open(url)
        let own = try #require(identifier(context))
        #expect(UUID(uuidString: own) != nil)
        let object = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))[0]
        let uri = object.objectID.uriRepresentation()
        #expect(context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri) == object.objectID)
        stores.insert("b", nil, context)
        try context.save()
        try stores.close(context)
        #expect(identifier(try stores.open(url)) == own)
    }
}
