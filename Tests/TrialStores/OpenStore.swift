internal import Foundation
package import MainspringData
package import MainspringModel

/// A store that is open, with the coordinator that has it.
package struct OpenStore: Sendable {
    package let coordinator: NSPersistentStoreCoordinator
    package var store: NSPersistentStore { coordinator.persistentStores[0] }

    /// What a trial adds where one process waits for another: how fast that goes on must not matter.
    package static var patience: [AnyHashable: Any] { [NSPersistentStoreTimeoutOption: 300] }

    /// Opens a store, or makes it.
    /// - Parameters:
    ///   - pragmas: what reaches the disk is mostly no trial's matter, since what a process has written outlives it; so that
    ///     `synchronous` is OFF unless they say something else.
    ///   - keepsHistory: whether changes are written into a history.
    package init(
        _ path: String, _ model: NSManagedObjectModel, pragmas: [String: any Sendable] = [:],
        keepsHistory: Bool = false, options: [AnyHashable: Any] = [:]
    ) throws {
        var own: [AnyHashable: Any] = [NSSQLitePragmasOption: ["synchronous": "OFF"].merging(pragmas) { $1 }]
        if keepsHistory { own[NSPersistentHistoryTrackingKey] = NSNumber(value: true) }
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            type: .sqlite, at: URL(fileURLWithPath: path), options: own.merging(options) { $1 })
    }

    package func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    package func close() throws { try coordinator.remove(store) }
}

extension NSManagedObjectContext {
    package func all(_ entity: String) throws -> [NSManagedObject] {
        try fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
    }

    package func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }
}
