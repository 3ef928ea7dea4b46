internal import Foundation
internal import MainspringModel

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
        return try fetchIdentities(request, entity).count
    }

    private func objects(of request: FetchRequestDescription, _ entity: NSEntityDescription) throws
        -> [NSManagedObject]
    {
        let objects = try fetchIdentities(request, entity).map { object(for: $0) }
        defer { registrations.tell() }
        if request.shouldRefreshRefetchedObjects {
            source?.forgetRows(of: objects.map(\.objectID))
            for object in objects { refresh(object, mergingChanges: true) }
        }
        if !request.returnsObjectsAsFaults { for object in objects where object.isFault { fulfil(object) } }
        for path in request.relationshipKeyPathsForPrefetching ?? [] { prefetch(path, of: objects) }
        return objects
    }

    /// Which objects a request asks for, in their order.
    final func fetchIdentities(_ request: FetchRequestDescription, _ entity: NSEntityDescription) throws
        -> [NSManagedObjectID]
    {
        guard let source else { throw MissingSource.error(title) }
        guard request.includesPendingChanges else { return try source.identities(for: request, entity: entity) }
        processPendingChanges()
        let changed = unsaved.all.filter { $0.entity.isKindOf(entity: entity) && isAsked($0, by: request) }
        guard !changed.isEmpty else { return try source.identities(for: request, entity: entity) }
        return try identities(for: request, entity, source, changed)
    }

    /// Whether an object is, or will be, in one of the stores that a request asks.
    private func isAsked(_ object: NSManagedObject, by request: FetchRequestDescription) -> Bool {
        guard let affected = request.affectedStores else { return true }
        let coordinator = context?.persistentStoreCoordinator
        let store = object.objectID.persistentStore ?? (try? coordinator?.requiredStore(for: object.entity))
        return affected.contains { $0 === store }
    }

    /// The source is asked for all, since what is not saved may come in anywhere.
    private func identities(
        for request: FetchRequestDescription, _ entity: NSEntityDescription, _ source: any ObjectSource,
        _ changed: [NSManagedObject]
    ) throws -> [NSManagedObjectID] {
        let plain = try plain(request)
        (plain.fetchLimit, plain.fetchOffset, plain.sortDescriptors) = (0, 0, nil)
        let evaluation = try FetchEvaluation<NSManagedObject>(request, entity: entity)
        let all = try source.identities(for: plain, entity: entity).map { currentAsked($0) }
        let known = Set(changed.map(\.key))
        let saved = all.filter { !known.contains($0.key) }
        let mine = try evaluation.chosen(changed.filter { !$0.state.contains(.deleted) })
        guard !(request.sortDescriptors ?? []).isEmpty else {
            return evaluation.part(saved + mine.map(\.objectID))
        }
        return evaluation.part(try evaluation.sorted(saved.map { object(for: $0) } + mine).map(\.objectID))
    }

    /// What comes out of what is saved, whatever has become of it here since: dictionaries.
    private func savedResults(of request: FetchRequestDescription, _ entity: NSEntityDescription) throws -> [Any] {
        guard let context, let coordinator = context.persistentStoreCoordinator else {
            throw MissingSource.error(title)
        }
        return try CoordinatorSource(coordinator, for: context).results(of: request, entity: entity)
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
        if let entity = request.entity { return entity }
        guard let model else { throw MissingSource.error(title) }
        guard let entity = request.entityName.flatMap({ model.entitiesByName[$0] }) else {
            throw UnknownEntity.error(request.entityName, in: title)
        }
        return entity
    }

    /// Reads the objects that relationships lead to.
    private func prefetch(_ path: String, of objects: [NSManagedObject]) {
        var here = objects
        for key in path.split(separator: ".") {
            var next: [NSManagedObject] = []
            for object in here {
                guard let slot = object.entity.slot(named: String(key)),
                    let relationship = object.shape.relationship(object.shape.layout.places[slot])
                else { continue }
                if object.isFault { fulfil(object) }
                next += object.others(relationship)
            }
            for object in next where object.isFault { fulfil(object) }
            here = next
        }
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
