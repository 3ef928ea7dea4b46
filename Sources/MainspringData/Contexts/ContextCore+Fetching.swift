internal import Foundation
internal import MainspringFoundation
internal import MainspringModel
internal import Synchronization

/// Fetching: what the source finds, and what is not saved here.
extension ContextCore {
    /// What comes out of a request, of the type that it asks for.
    final func results(of request: FetchRequestDescription) throws -> [Any] { try results(of: request, from: nil) }

    /// The same of what was read ahead.
    /// - Parameter ahead: nil where the source is asked.
    final func results(of request: FetchRequestDescription, from ahead: ReadAhead?) throws -> [Any] {
        let entity = try entity(of: request)
        switch request.resultType {
        case .dictionaryResultType: return try ahead?.dictionaries ?? savedResults(of: request, entity)
        case .countResultType: return [NSNumber(value: try count(of: request, from: ahead))]
        case .managedObjectIDResultType: return try find(request, entity, from: ahead).identities
        default: return try objects(of: request, entity, from: ahead)
        }
    }

    /// How many results come out of a request.
    final func count(of request: FetchRequestDescription) throws -> Int { try count(of: request, from: nil) }

    private func count(of request: FetchRequestDescription, from ahead: ReadAhead?) throws -> Int {
        let entity = try entity(of: request)
        if request.resultType == .dictionaryResultType { return try savedResults(of: request, entity).count }
        let source: (any FetchSource)? = ahead ?? source
        if unsavedCandidates(for: request, entity).isEmpty, let source,
            let count = try source.count(for: request, entity: entity)
        {
            return count
        }
        return try find(request, entity, from: ahead).count
    }

    /// - Parameter ahead: what was read ahead; nil where the source is asked.
    final func objects(
        of request: FetchRequestDescription, _ entity: NSEntityDescription, from ahead: ReadAhead? = nil
    ) throws -> [NSManagedObject] {
        defer { objectMap.registrations.tell() }
        objectMap.table.fetchCount.wrappingAdd(1, ordering: .relaxed)
        defer { objectMap.table.fetchCount.wrappingSubtract(1, ordering: .relaxed) }
        let found = try find(request, entity, from: ahead)
        let objects = objects(of: found, batchSize: request.fetchBatchSize)
        // Who hears that he was read may reset the context.
        let resets = objectMap.resetCount
        if request.shouldRefreshRefetchedObjects { refreshRefetched(objects, found, request) }
        if !request.returnsObjectsAsFaults {
            for object in objects where object.core === self && object.isFault { fulfil(object) }
        }
        for path in request.relationshipKeyPathsForPrefetching ?? [] where objectMap.resetCount == resets {
            try prefetch(path, of: objects, from: ahead)
        }
        return objects
    }

    private func objects(of found: FoundObjects, batchSize: Int) -> [NSManagedObject] {
        switch found {
        case .objects(let objects, _): return objects
        case .identities(let identities): return identities.map { object(for: $0) }
        case .keys(let keys):
            guard batchSize > 0, keys.count > batchSize else {
                return self.objects(for: keys, keys.keys.indices)
            }
            let batches = FetchedBatch(keys, size: batchSize)
            return self.objects(for: keys, keys.keys.indices) { BatchedObjectID(batches, $0) }
        }
    }

    /// Lets objects that were here before have the values of the store.
    private func refreshRefetched(
        _ objects: [NSManagedObject], _ found: FoundObjects, _ request: FetchRequestDescription
    ) {
        // A fault has no values to refresh, but a child may have read an earlier row of it.
        if let readers = childReaders() {
            for object in objects where object.isFault { acknowledge(object.objectID, readers) }
        }
        let known = objects.filter { !$0.isFault }
        // Those whose rows were read just now have them already.
        if !(found.comesByKeys && request.readsRows) { source?.forgetRows(of: known.map(\.objectID)) }
        for object in known where object.core === self { refresh(object, mergingChanges: true) }
    }

    /// Which objects a request asks for, in their order.
    final func fetchIdentities(_ request: FetchRequestDescription, _ entity: NSEntityDescription) throws
        -> [NSManagedObjectID]
    {
        try find(request, entity).identities
    }

    /// Which objects a request asks for, in their order.
    /// - Parameter ahead: what was read ahead; nil where the source is asked.
    final func find(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, from ahead: ReadAhead? = nil
    ) throws -> FoundObjects {
        guard let own = source else { throw MissingSource.error(title) }
        let source: any FetchSource = ahead ?? own
        // The request may name objects that a context above has saved: stores know them by their later identities.
        learnIdentities()
        let candidates = unsavedCandidates(for: request, entity)
        if !candidates.isEmpty { return try found(by: request, entity, source, candidates) }
        if let keys = try source.keys(for: request, entity: entity) { return .keys(keys) }
        return .identities(try source.identities(for: request, entity: entity))
    }

    /// What comes out of what is saved, whatever has become of it here since: dictionaries.
    private func savedResults(of request: FetchRequestDescription, _ entity: NSEntityDescription) throws -> [Any] {
        // Only for a state that is held the parent is asked, and waited for if it is saving.
        if let parent = context?.parent, readsHeldState {
            return try parent.performForChild { core in try core.savedResults(of: request, entity) }
        }
        guard let context, let coordinator = context.persistentStoreCoordinator else {
            throw MissingSource.error(title)
        }
        return try CoordinatorSource(coordinator, for: context).results(of: request, entity: entity)
    }

    private var readsHeldState: Bool {
        sourceState.holdsGeneration.load(ordering: .relaxed) || context?.parent?.core.readsHeldState ?? false
    }

    /// A request for the same objects, without what only dictionaries have.
    final func plain(_ request: FetchRequestDescription) throws -> FetchRequestDescription {
        let plain = FetchRequestDescription()
        plain.entity = request.entity
        if plain.entity == nil { plain.entityName = request.entityName }
        plain.predicate = request.predicate
        plain.includesSubentities = request.includesSubentities
        plain.affectedStores = request.affectedStores
        return plain
    }

    /// The entity that a request is about.
    final func entity(of request: FetchRequestDescription) throws -> NSEntityDescription {
        guard let model else { throw MissingSource.error(title) }
        if let entity = request.entity {
            guard let own = ownEntity(for: entity) else { throw UnknownEntity.error(entity.name, in: title) }
            return own
        }
        guard let entity = request.entityName.flatMap({ model.entitiesByName[$0] }) else {
            throw UnknownEntity.error(request.entityName, in: title)
        }
        return entity
    }
}

/// What a fetch has found, in its order.
enum FoundObjects {
    case keys(FetchedKeys)
    case identities([NSManagedObjectID])
    /// - Parameter comeByKeys: whether the source has found keys.
    case objects([NSManagedObject], comeByKeys: Bool)

    /// Whether the source reads rows as the request says.
    var comesByKeys: Bool {
        switch self {
        case .keys: true
        case .identities: false
        case .objects(_, let comeByKeys): comeByKeys
        }
    }

    var count: Int {
        switch self {
        case .keys(let keys): keys.count
        case .identities(let identities): identities.count
        case .objects(let objects, _): objects.count
        }
    }

    var identities: [NSManagedObjectID] {
        switch self {
        case .keys(let keys): keys.identities
        case .identities(let identities): identities
        case .objects(let objects, _): objects.map(\.objectID)
        }
    }
}

extension FetchRequestDescription {
    /// Whether a store reads the rows of the objects with them.
    final var readsRows: Bool {
        resultType == .managedObjectResultType
            && (!returnsObjectsAsFaults || includesPropertyValues && fetchBatchSize <= 0)
    }
}

/// What is said of an entity that the model does not have.
enum UnknownEntity {
    static func error(_ name: String?, in title: String) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "A fetch request in \(title) asks for \(name.map { "“\($0)”, an entity that its model does not have" } ?? "no entity"). "
                + "Set the entity, or its name.")
    }
}
