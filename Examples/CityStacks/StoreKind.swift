package import CoreData
internal import Foundation

/// Where the cities go.
package enum StoreKind: String, CaseIterable, Sendable {
    /// Into a file of SQLite's, with tables as Apple's Core Data has them.
    case sqlite
    /// Into memory, which takes no time to speak of.
    case memory

    /// What it is called in a sentence.
    package var title: String {
        switch self {
        case .sqlite: "an SQLite file"
        case .memory: "memory"
        }
    }

    /// Runs a closure with an empty store in a coordinator; whatever the store leaves is gone afterwards.
    @MainActor
    package func with<Result>(
        _ coordinator: NSPersistentStoreCoordinator, _ body: () async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("FourStacks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store =
            switch self {
            case .sqlite:
                try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("Atlas.sqlite"))
            case .memory: try coordinator.addPersistentStore(type: .inMemory, at: folder)
            }
        let result = try await body()
        try coordinator.remove(store)
        return result
    }
}
