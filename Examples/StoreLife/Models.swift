import CoreData
import Foundation

/// The two versions of the model.
enum Models {
    /// Cities.
    static var first: NSManagedObjectModel { version("Places") }
    /// Places, whose inhabitants were a city's population, and which are of a kind.
    static var second: NSManagedObjectModel { version("Places 2") }

    private static func version(_ name: String) -> NSManagedObjectModel {
        guard let folder = Bundle.module.url(forResource: "Places", withExtension: "momd"),
            let model = NSManagedObjectModel(contentsOf: folder.appendingPathComponent("\(name).mom"))
        else { fatalError("The model is missing from the program's resources.") }
        return model
    }

    /// A store with a history, which tells of commits.
    static var options: [AnyHashable: Any] {
        [
            NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
    }
}
