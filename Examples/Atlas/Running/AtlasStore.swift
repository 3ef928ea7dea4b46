import CityStacks
import CoreData
import Foundation

/// A container with an empty store in a folder of its own, which goes with it.
@MainActor
final class AtlasStore {
    let container: NSPersistentContainer
    let folder: URL
    /// Those that are there.
    private(set) static var all: [AtlasStore] = []

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("Atlas-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        container = NSPersistentContainer(name: "Atlas", managedObjectModel: try CityModel.load())
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: folder.appendingPathComponent("Atlas.sqlite"))
        ]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure {
            try? FileManager.default.removeItem(at: folder)
            throw failure
        }
        Self.all.append(self)
    }

    /// How many cities the store has, asked by somebody who has seen none of them.
    func cityCount() async throws -> Int {
        let context = container.newBackgroundContext()
        return try await context.perform { try context.count(for: City.fetchRequest() as NSFetchRequest<City>) }
    }

    /// Closes the store and removes it.
    func remove() {
        Self.all.removeAll { $0 === self }
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Removes all that are there, as when a run ends before its time.
    static func removeAll() { for store in all { store.remove() } }
}
