/// What must not have changed for what was read ahead to be what the context would find now. On the context's queue.
struct AheadFit: @unchecked Sendable {
    // `@unchecked Sendable`: carried along by who reads, and used on the queue alone.

    private let changes: Int
    private let generation: HeldGeneration?
    private let stores: [NSPersistentStore]

    init(_ core: ContextCore) {
        (changes, generation) = (core.sourceState.changeCount, core.sourceState.generation)
        stores = Self.stores(core)
    }

    /// Whether the context has saved and merged nothing since, and reads the same state of the same stores.
    func holds(for core: ContextCore) -> Bool {
        core.sourceState.changeCount == changes && core.sourceState.generation === generation
            && Self.stores(core).elementsEqual(stores, by: ===)
    }

    private static func stores(_ core: ContextCore) -> [NSPersistentStore] {
        core.context?.persistentStoreCoordinator?.persistentStores ?? []
    }
}
