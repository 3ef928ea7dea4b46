internal import Foundation
package import MainspringModel

/// A request that changes rows without objects, in whichever stores have some.
package protocol BatchRequest: NSPersistentStoreRequest {
    /// The entity that is meant; nil for one of which only the name is known.
    var batchEntity: NSEntityDescription? { get }
    var batchEntityName: String? { get }
    /// Whether it is done in one store, though several may have the entity.
    var isForOneStore: Bool { get }
    /// The objects that it is about; nil where it says so in other words.
    var identities: [NSManagedObjectID]? { get }
    /// Makes one result of those of several stores.
    func combined(_ results: [Any]) -> Any
}

extension NSPersistentStoreCoordinator {
    /// What comes of a batch in all stores that it concerns.
    final func answer(to request: any BatchRequest, for context: NSManagedObjectContext) throws -> Any {
        try check(request.identities ?? [])
        let stores = try stores(for: request)
        if let store = stores.first(where: \.isReadOnly) { throw Self.readOnlyError(store) }
        // In one order, whoever has opened them and when, so that nobody waits for a store who has one that is waited for there.
        let ordered = stores.sorted { ($0.identifier ?? "", $0.number) < ($1.identifier ?? "", $1.number) }
        let results = try execute(request, in: ordered, from: 0, for: context)
        return results.count == 1 ? results[0] : request.combined(results)
    }

    /// Does a batch in several stores: in all or in none, unless one cannot end it when others have, which no order prevents.
    private func execute(
        _ request: any BatchRequest, in stores: [NSPersistentStore], from place: Int,
        for context: NSManagedObjectContext
    ) throws -> [Any] {
        guard place < stores.count else { return [] }
        let store = stores[place]
        var results: [Any]?
        do {
            let own = try saving(into: store) {
                try $0.execute(request, for: context) {
                    results = try execute(request, in: stores, from: place + 1, for: context)
                }
            }
            return [own] + (results ?? [])
        } catch {
            let (missing, others) = (stores[...place], stores[(place + 1)...])
            guard results != nil, !others.isEmpty else { throw error }
            throw CoreDataError.make(
                NSPersistentStoreIncompleteSaveError,
                "\(missing.reversed().map(\.description).joined(separator: ", ")) could not be changed, and "
                    + "\(others.map(\.description).joined(separator: ", ")) had been: "
                    + "\(error.localizedDescription) Send the request again, with what is missing as its affectedStores.",
                userInfo: [NSAffectedStoresErrorKey: Array(missing), NSDetailedErrorsKey: [error]], underlying: error)
        }
    }

    /// A store would find nobody by an identity that is not of its.
    private func check(_ identities: [NSManagedObjectID]) throws {
        guard let other = identities.first(where: { $0.isTemporaryID || !($0.persistentStore.map(has) ?? false) })
        else { return }
        let reason =
            other.isTemporaryID
            ? "it is temporary, and no store has the object. Save it first, and ask for its objectID then"
            : "none of the coordinator's stores has it. Execute the request on a context of the coordinator that it is of, or ask this one "
                + "by managedObjectID(forURIRepresentation:)"
        throw CoreDataError.make(
            NSCoreDataError, "Nothing was deleted by \(title): the request names \(other), but \(reason).")
    }

    private func stores(for request: any BatchRequest) throws -> [NSPersistentStore] {
        let given = request.batchEntity.flatMap { managedObjectModel.own($0) }
        let entity = given ?? request.batchEntityName.flatMap { managedObjectModel.entitiesByName[$0] }
        // A deletion of no objects at all has no entity.
        guard request.batchEntity != nil || request.batchEntityName != nil else { return [] }
        guard let entity else {
            throw CoreDataError.make(
                NSCoreDataError,
                "\(managedObjectModel.title) has no entity “\(request.batchEntity?.name ?? request.batchEntityName ?? "")”. Give the request the "
                    + "name of an entity of the coordinator's model.")
        }
        let asked = stores(for: entity, among: request.affectedStores)
        let numbers = request.identities.map { Set($0.map(\.key.store)) }
        let kept = asked.filter { numbers?.contains($0.number) ?? true }
        // Those that are asked have none of the objects.
        if numbers != nil, kept.isEmpty, !asked.isEmpty { return [] }
        if request.isForOneStore || kept.isEmpty {
            guard let store = kept.first(where: { !$0.isReadOnly }) ?? kept.first else {
                return [try requiredStore(for: entity)]
            }
            return [store]
        }
        return kept
    }
}

extension NSBatchInsertRequest: BatchRequest {
    package var batchEntity: NSEntityDescription? { entity }
    package var batchEntityName: String? { entityName }
    package var isForOneStore: Bool { true }
    package var identities: [NSManagedObjectID]? { nil }

    package func combined(_ results: [Any]) -> Any {
        let parts = results.compactMap { ($0 as? NSBatchInsertResult)?.result }
        return NSBatchInsertResult(
            BatchParts.combined(parts, resultType == .count, resultType == .objectIDs), resultType)
    }
}

extension NSBatchUpdateRequest: BatchRequest {
    package var batchEntity: NSEntityDescription? { entity }
    package var batchEntityName: String? { entityName }
    package var isForOneStore: Bool { false }
    package var identities: [NSManagedObjectID]? { nil }

    package func combined(_ results: [Any]) -> Any {
        let parts = results.compactMap { ($0 as? NSBatchUpdateResult)?.result }
        return NSBatchUpdateResult(
            BatchParts.combined(
                parts, resultType == .updatedObjectsCountResultType, resultType == .updatedObjectIDsResultType),
            resultType)
    }
}

extension NSBatchDeleteRequest: BatchRequest {
    package var batchEntity: NSEntityDescription? { fetchRequest.requestDescription.entity }
    package var batchEntityName: String? { fetchRequest.requestDescription.entityName }
    package var isForOneStore: Bool { false }

    package func combined(_ results: [Any]) -> Any {
        let parts = results.compactMap { ($0 as? NSBatchDeleteResult)?.result }
        return NSBatchDeleteResult(
            BatchParts.combined(parts, resultType == .resultTypeCount, resultType == .resultTypeObjectIDs), resultType)
    }
}

/// The results of several stores.
private enum BatchParts {
    static func combined(_ parts: [Any], _ isCount: Bool, _ isIdentities: Bool) -> Any {
        if isCount { return parts.reduce(0) { $0 + ($1 as? Int ?? 0) } }
        if isIdentities { return parts.flatMap { $0 as? [NSManagedObjectID] ?? [] } }
        return true
    }
}
