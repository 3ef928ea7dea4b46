import CoreData
import Synchronization

/// The contexts of a program, and the way that an import takes through them.
protocol Stack: Sendable {
    /// What the main loop reads.
    var viewContext: NSManagedObjectContext { get }

    init(_ coordinator: NSPersistentStoreCoordinator)

    /// Imports everything, and returns when it is in the store and `viewContext` has it.
    func run(_ cities: CityImport, _ saves: SaveTimes) async throws
}

/// How long synchronous saves of the main context took.
final class SaveTimes: Sendable {
    private let state = Mutex<Duration?>(nil)

    /// nil if there was none.
    var longest: Duration? { state.withLock { $0 } }

    func measure(_ save: () throws -> Void) rethrows {
        let begin = ContinuousClock.now
        try save()
        let time = ContinuousClock.now - begin
        state.withLock { $0 = max($0 ?? .zero, time) }
    }
}

extension Stack {
    /// Saves the main context each time that a child has saved into it, in slices if it merges in slices.
    @MainActor
    func saveView(_ saved: AsyncStream<Void>, _ saves: SaveTimes, then: (() async throws -> Void)? = nil) async throws {
        for await _ in saved {
            if viewContext.mergeBudget == nil {
                try saves.measure { try viewContext.save() }
            } else {
                try await viewContext.saveInSlices()
            }
            try await then?()
        }
    }

    /// Imports through a child of the main context.
    func importThroughChild(_ cities: CityImport, _ saved: AsyncStream<Void>.Continuation) async throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = viewContext
        defer { saved.finish() }
        try await child.perform {
            try cities.run(in: child) {
                child.reset()
                saved.yield()
            }
        }
    }
}
