import CoreData
import Foundation

/// The other process: opens the store, makes three cities, renames one and deletes two, in one save.
struct OtherProcess {
    static let argument = "--other-process"
    let url: URL

    /// Starts one, which is this program again.
    static func start(for url: URL) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [argument, url.path]
        try process.run()
        return process
    }

    func run() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Models.first)
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: Models.options)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = "another process"
        try context.performAndWait {
            for name in ["Utopia", "Atlantis", "Xanadu"] {
                let city = NSEntityDescription.insertNewObject(forEntityName: "City", into: context)
                city.setValue(name, forKey: "name")
            }
            try city("Tokyo", context)?.setValue("Edo", forKey: "name")
            for name in ["Paris", "London"] { try city(name, context).map(context.delete) }
            try context.save()
        }
    }

    /// The largest city of a name.
    private func city(_ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject? {
        let request = NSFetchRequest<NSManagedObject>(entityName: "City")
        request.predicate = NSPredicate(format: "name == %@", name)
        request.sortDescriptors = [NSSortDescriptor(key: "population", ascending: false)]
        request.fetchLimit = 1
        return try context.fetch(request).first
    }
}
