package import CoreData

/// A child of the main context: what it saves, the main context has at once, and saves to the store by itself; in slices, if it merges in
/// slices.
package struct NestedContexts: SetUp {
    package let viewContext: NSManagedObjectContext

    package init(_ coordinator: NSPersistentStoreCoordinator) {
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
    }

    package func run(_ cities: CityImport) async throws {
        let viewContext = viewContext
        let failures = Failures()
        let (saves, batch) = AsyncStream.makeStream(of: Void.self)
        defer { batch.finish() }
        let saving = Task { @MainActor in
            do { for await _ in saves { try await save() } } catch { failures.note(error) }
        }
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.parent = viewContext
        try await temporaryContext.perform {
            try cities.run(in: temporaryContext) {
                temporaryContext.reset()
                try failures.rethrow()
                batch.yield()
            }
        }
        batch.finish()
        await saving.value
        try failures.rethrow()
    }

    @MainActor
    private func save() async throws {
        if viewContext.mergeBudget == nil { try viewContext.save() } else { try await viewContext.saveInSlices() }
    }
}
