import CoreData
import SetUpListings
import XCTest

/// A folder for stores, and stores in memory.
enum Workplace {
    /// An empty folder that is there as long as a closure runs.
    static func inFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "mainspring-setups-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    /// A coordinator of the listings' model with a store in memory.
    static func coordinator() throws -> NSPersistentStoreCoordinator {
        let model = try XCTUnwrap(ListingModel.load())
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        return coordinator
    }

    /// The names of the users in a coordinator's stores, in their order.
    static func stored(in coordinator: NSPersistentStoreCoordinator?) throws -> [String] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<TwitterUser>(entityName: "TwitterUser")).map { $0.name ?? "" }.sorted()
        }
    }

    /// A new user, made on the context's queue.
    @discardableResult
    static func makeUser(_ name: String, in context: NSManagedObjectContext) -> TwitterUser {
        let user = TwitterUser(context: context)
        user.name = name
        return user
    }
}
