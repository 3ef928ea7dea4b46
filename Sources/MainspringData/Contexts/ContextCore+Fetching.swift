internal import Foundation
internal import MainspringFoundation
internal import MainspringModel
internal import Synchronization

/// Fetching: what the source finds, and what is not saved here.
extension ContextCore {
    /// What comes out of a request, of the type that it asks for.
    final func results(of request: FetchRequestDescription) throws -> [Any] {
        let entity = try entity(of: request)
        switch request.resultType {
        case .dictionaryResultType: return try savedResults(of: request, entity)
        case .countResultType: return [NSNumber(value: try count(of: request))]
        case .managedObjectIDResultType: return try fetchIdentities(request, entity)
        default: return try objects(of: request, entity)
        }
    }

    /// How many results come out of a request.
    final func count(of request: FetchRequestDescription) throws -> Int {
        let entity = try entity(of: request)
        if request.resultType == .dictionaryResultType { return try savedResults(of: request, entity).count }
        if try pendingObjects(for: request, entity).isEmpty, let source,
            let count = try source.count(for: request, entity: entity)
        {
            return count
        }
        return try find(request, entity).count
    }

    final func objects(of request: FetchRequestDescription, _ entity: NSEntityDescription) throws -> [NSManagedObject] {
        defer { registrations.tell() }
        table.fetchCount.wrappingAdd(1, ordering: .relaxed)
        defer { table.fetchCount.wrappingSubtract(1, ordering: .relaxed) }
        let found = try find(request, entity)
        let objects = objects(of: found, batchSize: request.fetchBatchSize)
        // Who hears that he was read may reset the context.
        let resets = resetCount
        if request.shouldRefreshRefetchedObjects { refreshRefetched(objects, found, request) }
        if !request.returnsObjectsAsFaults {
            for object in objects where object.core === self && object.isFault { fulfil(object) }
        }
        for path in request.relationshipKeyPathsForPrefetching ?? [] where resetCount == resets {
            try prefetch(path, of: objects)
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

    /// What is not saved here of a request's entity, if the request wants to know.
    private func pendingObjects(
        for request: FetchRequestDescription, _ entity: NSEntityDescription
    ) throws -> [NSManagedObject] {
        guard request.includesPendingChanges else { return [] }
        processPendingChanges()
        return unsaved.all.filter { $0.entity.isKindOf(entity: entity) && isAsked($0, by: request) }
    }

    /// Which objects a request asks for, in their order.
    final func find(_ request: FetchRequestDescription, _ entity: NSEntityDescription) throws -> FoundObjects {
        guard let source else { throw MissingSource.error(title) }
        // The request may name objects that a context above has saved: stores know them by their later identities.
        learnIdentities()
        let changed = try pendingObjects(for: request, entity)
        if !changed.isEmpty { return try found(by: request, entity, source, changed) }
        if let keys = try source.keys(for: request, entity: entity) { return .keys(keys) }
        return .identities(try source.identities(for: request, entity: entity))
    }

    /// Whether an object is, or will be, in one of the stores that a request asks.
    final func isAsked(_ object: NSManagedObject, by request: FetchRequestDescription) -> Bool {
        guard let affected = request.affectedStores else { return true }
        guard let store = store(of: object) else { return false }
        return affected.contains { $0 === store }
    }

    /// The source is asked for all, since what is not saved may come in anywhere.
    private func found(
        by request: FetchRequestDescription, _ entity: NSEntityDescription, _ source: any ObjectSource,
        _ changed: [NSManagedObject]
    ) throws -> FoundObjects {
        let evaluation = try FetchEvaluation<NSManagedObject>(request, entity: entity)
        let known = Set(changed.map(\.key))
        let mine = try evaluation.chosen(changed.filter { !$0.state.contains(.deleted) })
        let isSorted = !(request.sortDescriptors ?? []).isEmpty
        let sorted = try plain(request)
        (sorted.sortDescriptors, sorted.includesPropertyValues) = (
            request.sortDescriptors, request.includesPropertyValues
        )
        sorted.returnsObjectsAsFaults = request.returnsObjectsAsFaults
        sorted.fetchBatchSize = request.fetchBatchSize
        // So many may fall out.
        if let limit = evaluation.plan.limit {
            sorted.fetchLimit = Self.sum([limit, evaluation.plan.offset, known.count])
        }
        if !isSortedByOthers(request, changed), let keys = try source.keys(for: sorted, entity: entity) {
            let saved = keys.part(keys.keys.indices.lazy.filter { !known.contains(keys.key($0)) })
            return .objects(
                try merged(saved, isSorted ? evaluation.sorted(mine) : mine, evaluation, isSorted), comeByKeys: true)
        }
        let all = try source.identities(for: plain(request), entity: entity).map { currentAsked($0) }
        // The source may have told of later identities of some.
        let mineNow = Set(changed.map(\.key))
        let saved = all.filter { !mineNow.contains($0.key) }
        guard isSorted else { return .identities(evaluation.part(saved + mine.map(\.objectID))) }
        return .objects(
            evaluation.part(try evaluation.sorted(saved.map { object(for: $0) } + mine)), comeByKeys: false)
    }

    /// Whether the order is that of other objects' values, and some of those are not saved: the source would sort by what it has.
    private func isSortedByOthers(_ request: FetchRequestDescription, _ changed: [NSManagedObject]) -> Bool {
        guard (request.sortDescriptors ?? []).contains(where: { $0.key?.contains(".") ?? false }) else { return false }
        // The changed ones are some of those that are not saved.
        return unsaved.all.count > changed.count
    }

    /// A sum of counts; the greatest number for one that is greater.
    private static func sum(_ counts: [Int]) -> Int {
        counts.reduce(0) { sum, count in
            let (sum, isTooMuch) = sum.addingReportingOverflow(count)
            return isTooMuch ? .max : sum
        }
    }

    /// Objects of the store in the order of a request, and those of this context put among them. Few of the store's are looked
    /// at for it: as many as it takes to find the places.
    private func merged(
        _ saved: FetchedKeys, _ mine: [NSManagedObject], _ evaluation: FetchEvaluation<NSManagedObject>,
        _ isSorted: Bool
    ) throws -> [NSManagedObject] {
        var places: [Int] = []
        for object in mine {
            var (low, high) = (isSorted ? places.last ?? 0 : saved.count, saved.count)
            while low < high {
                let middle = (low + high) / 2
                let other = self.object(for: saved.key(middle), saved.entity(middle))
                // Of equal ones those of the store come first.
                if try evaluation.sorted([other, object])[0] === other { low = middle + 1 } else { high = middle }
            }
            places.append(low)
        }
        let count = saved.count + mine.count
        let start = min(evaluation.plan.offset, count)
        let end = evaluation.plan.limit.map { $0 < count - start ? start + $0 : count } ?? count
        var (objects, next) = ([NSManagedObject](), 0)
        objects.reserveCapacity(end - start)
        for index in 0..<end {
            let isMine = next < mine.count && places[next] == index - next
            defer { if isMine { next += 1 } }
            guard index >= start else { continue }
            objects.append(
                isMine ? mine[next] : object(for: saved.key(index - next), saved.entity(index - next)))
        }
        return objects
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
        holdsGeneration.load(ordering: .relaxed) || context?.parent?.core.readsHeldState ?? false
    }

    /// A request for the same objects, without what only dictionaries have.
    private func plain(_ request: FetchRequestDescription) throws -> FetchRequestDescription {
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
