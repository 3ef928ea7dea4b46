extension NSPersistentStoreCoordinator {
    /// Calls a closure that saves into a store, while nobody else does, nor moves its objects into another one.
    /// - Throws: `CocoaError` 134070 for a store that the coordinator does not have, or has no more when it is its turn.
    final func saving<Result>(
        into store: NSPersistentStore, _ body: (any StoreService) throws -> Result
    ) throws -> Result {
        try store.turn.take {
            try require(store)
            return try body(store.service)
        }
    }

    /// - Throws: `CocoaError` 134070 for a store that the coordinator does not have.
    final func require(_ store: NSPersistentStore) throws {
        guard !has(store) else { return }
        throw CoreDataError.make(
            NSPersistentStoreOperationError,
            "Nothing can be saved into \(store): \(title) does not have it any more. Reset the context.",
            userInfo: [NSAffectedStoresErrorKey: [store]])
    }
}
