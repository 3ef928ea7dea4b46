internal import Foundation
internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// Sends a request to the stores that it names, or to all.
    ///
    /// A fetch request is answered by what the stores have, without changes that a context has not saved. To be called on
    /// the context's queue.
    /// - Parameter context: gets the objects.
    /// - Returns: of a fetch request an array of objects, identities, dictionaries, or one number; of any other what the
    ///   store returns, of several stores one after another in an array.
    /// - Throws: `CocoaError` 134091 where a store does not understand the request, `FetchRequestError` for what a fetch
    ///   request cannot ask, and whatever stores throw.
    public final func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
    ) throws -> Any {
        try context.use { () throws in try answer(to: request, for: context) }
    }

    private func answer(
        to request: NSPersistentStoreRequest, for context: NSManagedObjectContext
    ) throws -> Any {
        let source = CoordinatorSource(self, for: context)
        if let fetch = (request as? any FetchDescribing)?.requestDescription {
            let results = try source.results(of: fetch, entity: try entity(of: fetch))
            guard fetch.resultType == .managedObjectResultType else { return results }
            return results.compactMap { ($0 as? NSManagedObjectID).map { context.object(with: $0) } }
        }
        if let history = request as? NSPersistentHistoryChangeRequest { return try answer(to: history) }
        if let batch = request as? any BatchRequest { return try answer(to: batch, for: context) }
        let stores = request.affectedStores ?? persistentStores
        // Whatever it is, it may be a save.
        let answers = try stores.map { try saving(into: $0) { try $0.execute(request, for: context) } }
        return answers.count == 1 ? answers[0] : answers
    }

    /// The entity that a request asks for.
    final func entity(of request: FetchRequestDescription) throws -> NSEntityDescription {
        let found =
            request.entity.map { managedObjectModel.own($0) }
            ?? request.entityName.flatMap { managedObjectModel.entitiesByName[$0] }
        guard let entity = found else {
            throw RequestTitle(request).error(
                .unknownEntity, nil,
                "\(managedObjectModel.title) has no entity “\(request.entityName ?? "")”",
                "Give the request the name of an entity of the coordinator's model.")
        }
        return entity
    }
}
