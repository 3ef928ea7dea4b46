internal import Foundation
internal import MainspringModel
internal import Synchronization

/// How asynchronous fetches of a context read.
struct ReadingPace: Sendable {
    /// How many rows are read at once. Between two parts it is looked whether the fetch was cancelled, and its progress moves.
    var partCount = 2_000
    /// Called on the thread that reads, with the number of rows that were read: before it is found which objects there are, before each
    /// part of their rows, and when all is read; for tests.
    var willReadPart: (@Sendable (Int) -> Void)?
}

/// Who reads the stores for an asynchronous fetch: a context without objects, on a queue of its own, which reads the state that the
/// other one reads.
///
/// As long as it is there the rows that it has read are kept, whoever has objects of them.
final class AheadReading: @unchecked Sendable {
    // `@unchecked Sendable`: made on the queue of the context that fetches, and used on its own after that; closures are set before.

    /// The stores are told that it is this one who asks.
    let context: NSManagedObjectContext
    private let source: CoordinatorSource
    private let entity: NSEntityDescription
    private let pace: ReadingPace
    private let readsRows: Bool
    private let prefetched: [String]
    /// Whether nobody waits for it any more; from any thread.
    var isUnwanted: @Sendable () -> Bool = { false }
    /// Gets how many rows were read, and of how many.
    var progress: @Sendable (Int, Int) -> Void = { _, _ in }

    /// Nobody waits for what would be read.
    private struct Unwanted: Error {}

    /// On the queue of the context that fetches.
    init(
        _ coordinator: NSPersistentStoreCoordinator, for core: ContextCore, _ entity: NSEntityDescription,
        of request: FetchRequestDescription
    ) {
        context = NSManagedObjectContext(.privateQueue)
        context.name = "that reads for \(core.title)"
        context.persistentStoreCoordinator = coordinator
        context.core.sourceState.generation = core.sourceState.generation
        // What it reads has no objects yet.
        context.core.objectMap.table.fetchCount.wrappingAdd(1, ordering: .relaxed)
        source = CoordinatorSource(coordinator, for: context)
        (self.entity, pace, readsRows) = (entity, core.sourceState.pace, request.readsRows)
        prefetched =
            request.resultType == .managedObjectResultType ? request.relationshipKeyPathsForPrefetching ?? [] : []
    }

    // MARK: On its queue

    /// Reads what is wished.
    /// - Parameter named: the wish's request, without objects.
    func read(_ wish: AheadWish, _ named: FetchRequestDescription, into ahead: ReadAhead) throws {
        try beginPart(0)
        ahead.sortsIdentities = source.sortsIdentities
        switch wish.kind {
        case .dictionaries: ahead.dictionaries = try source.results(of: named, entity: entity)
        case .count:
            if let count = try source.count(for: named, entity: entity) { return ahead.note(count, of: wish.request) }
            fallthrough
        case .objects:
            // The rows come afterwards, some at a time.
            (named.includesPropertyValues, named.returnsObjectsAsFaults) = (false, true)
            // Else an index that has the keys alone may say in which order they come, which is not that of the rows.
            named.fetchBatchSize = max(1, named.fetchBatchSize)
            guard let keys = try source.keys(for: named, entity: entity) else {
                ahead.note(try source.identities(for: named, entity: entity), of: wish.request)
                return try beginPart(0)
            }
            ahead.note(keys, of: wish.request)
            progress(0, keys.count)
            try beginPart(0)
            if readsRows { try readRows(of: keys) }
            ahead.rest = source
            for path in prefetched { try prefetch(path, of: keys, into: ahead) }
            try beginPart(keys.count)
        }
    }

    private func beginPart(_ count: Int) throws {
        pace.willReadPart?(count)
        if isUnwanted() { throw Unwanted() }
    }

    private func readRows(of keys: FetchedKeys) throws {
        var start = 0
        while start < keys.count {
            let end = min(start + max(1, pace.partCount), keys.count)
            if start > 0 { try beginPart(start) }
            try source.renewRows(of: keys, start..<end)
            start = end
            progress(start, keys.count)
        }
    }

    // MARK: Relationships

    /// Reads the objects along a path of relationships: each step at once for all objects of an entity.
    private func prefetch(_ path: String, of keys: FetchedKeys, into ahead: ReadAhead) throws {
        var here = [keys]
        let names = path.split(separator: ".").map(String.init)
        for (number, name) in names.enumerated() {
            var next: [FetchedKeys] = []
            for group in here.flatMap(\.byEntity) {
                if isUnwanted() { throw Unwanted() }
                guard let slot = group.entity(0).slot(named: name), let relationship = relationship(slot, of: group)
                else { continue }
                let found = try ahead.prefetch(
                    slot: slot, of: Array(group.keys), group.entity(0), store: group.store)
                guard number < names.count - 1 else { continue }
                if relationship.isToMany {
                    if let found { next.append(found.members) }
                } else {
                    next += try destinations(relationship.place, of: group)
                }
            }
            here = next
        }
    }

    private func relationship(_ slot: Int, of group: FetchedKeys) -> RelationshipPlace? {
        let layout = ObjectLayout.of(group.entity(0))
        return layout.relationships.first { Int($0.place.slot) == slot }
    }

    /// Where a relationship to one leads, each once.
    private func destinations(_ place: SlotPlace, of group: FetchedKeys) throws -> [FetchedKeys] {
        var (destinations, seen): (FetchedKeys?, Set<Int64>) = (nil, [])
        for index in group.keys.indices {
            guard let key = try source.row(of: group.identity(index))?.destination(place),
                seen.insert(key.key.key).inserted
            else { continue }
            var all = destinations ?? FetchedKeys(store: key.key.store, root: key.key.root)
            destinations = nil
            all.append(key.key.key, all.number(of: key.entity))
            destinations = all
        }
        return destinations.map { [$0] } ?? []
    }
}

extension FetchedKeys {
    /// Those of each entity, each once.
    fileprivate var byEntity: [FetchedKeys] {
        entities.indices.compactMap { number in
            var seen: Set<Int64> = []
            let own = part(
                keys.indices.lazy.filter { self.entityNumber($0) == number && seen.insert(self.keys[$0]).inserted })
            return own.isEmpty ? nil : own
        }
    }
}
