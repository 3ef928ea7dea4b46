internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A save into the stores of a coordinator.
///
/// Into one store all is saved or nothing. Into several it is as well, unless one fails after another has saved, which no
/// order prevents: that is told by `CocoaError` 134040.
struct StoreSave {
    private let changes: ChangeSet
    private let coordinator: NSPersistentStoreCoordinator

    init(_ changes: ChangeSet, _ coordinator: NSPersistentStoreCoordinator) {
        (self.changes, self.coordinator) = (changes, coordinator)
    }

    func run(for context: ContextCore) throws -> SavedRows? {
        let stores = coordinator.persistentStores
        if stores.count == 1, isAll(of: stores[0]) {
            guard !stores[0].isReadOnly else { throw NSPersistentStoreCoordinator.readOnlyError(stores[0]) }
            try checkRelationships()
            return try coordinator.saving(into: stores[0]) { try $0.save(changes, for: context) }
        }
        let parts = try self.parts(stores)
        let locked = lockedElsewhere(stores, parts)
        if let first = parts.first, parts.count == 1, locked.isEmpty {
            return try coordinator.saving(into: first.store) { try $0.save(changes, for: context) }
        }
        var conflicts = StoreConflicts(rows: [], constraints: [])
        for part in parts + locked {
            guard let found = part.store.service.conflicts(with: part.changes) else { continue }
            conflicts.rows += found.rows
            conflicts.constraints += found.constraints
        }
        guard conflicts.rows.isEmpty, conflicts.constraints.isEmpty else { throw conflicts }
        return try save(parts, for: context)
    }

    /// Whether all changes are of one store's objects.
    private func isAll(of store: NSPersistentStore) -> Bool {
        let number = store.number
        return [changes.inserted, changes.updated, changes.deleted, changes.locked].allSatisfy { group in
            group.allSatisfy { $0.key.store == number }
        }
    }

    // MARK: Several stores

    private struct Part {
        let store: NSPersistentStore
        let changes: ChangeSet
    }

    private func parts(_ stores: [NSPersistentStore]) throws -> [Part] {
        let all = changes.inserted + changes.updated + changes.deleted
        let numbers = Set(all.map(\.key.store))
        if let lost = numbers.subtracting(stores.map(\.number)).first,
            let identity = all.first(where: { $0.key.store == lost })?.identity
        {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(identity) cannot be saved: \(coordinator.title) does not have its store any more. Reset the context.",
                userInfo: [NSAffectedObjectsErrorKey: [identity]])
        }
        try checkRelationships()
        return try stores.filter { numbers.contains($0.number) }.map { store in
            guard !store.isReadOnly else { throw NSPersistentStoreCoordinator.readOnlyError(store) }
            func own(_ group: [ObjectChange]) -> [ObjectChange] {
                numbers.count == 1 ? group : group.filter { $0.key.store == store.number }
            }
            return Part(
                store: store,
                changes: ChangeSet(
                    inserted: own(changes.inserted), updated: own(changes.updated), deleted: own(changes.deleted),
                    locked: changes.locked.filter { $0.key.store == store.number }, origin: changes.origin))
        }
    }

    /// What is only looked at, in stores into which nothing is saved.
    private func lockedElsewhere(_ stores: [NSPersistentStore], _ parts: [Part]) -> [Part] {
        guard !changes.locked.isEmpty else { return [] }
        return stores.compactMap { store in
            let locked = changes.locked.filter { $0.key.store == store.number }
            guard !locked.isEmpty, !parts.contains(where: { $0.store === store }) else { return nil }
            return Part(store: store, changes: ChangeSet(inserted: [], updated: [], deleted: [], locked: locked))
        }
    }

    /// No relationship leads from one store to another, or to what is in none.
    private func checkRelationships() throws {
        for group in [changes.inserted, changes.updated] {
            // By their places: a copy of each would count all that it refers to.
            for index in group.indices {
                guard let found = Self.outsider(group, index) else { continue }
                throw outside(found.other, group[index], slot: found.slot)
            }
        }
    }

    /// An object of another store, or of none, to which a change leads.
    @inline(__always)
    private static func outsider(_ changes: [ObjectChange], _ index: Int) -> (other: NSManagedObjectID, slot: Int)? {
        let store = changes[index].key.store
        let memory = changes[index].row.memory
        for relationship in changes[index].row.layout.relationships where !relationship.isToMany {
            guard let key = memory.destinationKey(relationship.place), key.store != store,
                let other = memory.destination(relationship.place)
            else { continue }
            return (other, Int(relationship.place.slot))
        }
        guard !changes[index].members.isEmpty else { return nil }
        for members in changes[index].members {
            guard let other = members.added.first(where: { $0.key.store != store }) else { continue }
            return (other, members.slot)
        }
        return nil
    }

    private func outside(_ other: NSManagedObjectID, _ change: ObjectChange, slot: Int) -> any Error {
        let reason =
            other.isTemporaryID
            ? "which is not saved, and is not among what is. Insert it into the context, or end the link."
            : "which is in another store. Assign both to one store before they are saved, or keep the other's URI in an "
                + "attribute."
        return CoreDataError.make(
            NSManagedObjectExternalRelationshipError,
            "“\(change.row.layout.entity.slots[slot].name)” of \(change.identity) leads to \(other), \(reason)",
            userInfo: [NSAffectedObjectsErrorKey: [change.identity, other]])
    }

    private func save(_ parts: [Part], for context: ContextCore) throws -> SavedRows? {
        var inserted: [UInt32: IndexingIterator<[Row]>] = [:]
        var updated: [UInt32: IndexingIterator<[Row]>] = [:]
        for (index, part) in parts.enumerated() {
            do {
                let rows = try coordinator.saving(into: part.store) { try $0.save(part.changes, for: context) }
                inserted[part.store.number] = (rows?.inserted ?? part.changes.inserted.map(\.row)).makeIterator()
                updated[part.store.number] = (rows?.updated ?? part.changes.updated.map(\.row)).makeIterator()
            } catch {
                guard index > 0 else { throw error }
                throw CoreDataError.make(
                    NSPersistentStoreIncompleteSaveError,
                    "\(part.store) could not be saved, and \(parts[..<index].map(\.store.description).joined(separator: ", ")) "
                        + "had been: \(error.localizedDescription) Reset the context, and save what is missing again.",
                    userInfo: [NSAffectedStoresErrorKey: parts[index...].map(\.store), NSDetailedErrorsKey: [error]],
                    underlying: error)
            }
        }
        return SavedRows(
            inserted: changes.inserted.map { inserted[$0.key.store]?.next() ?? $0.row },
            updated: changes.updated.map { updated[$0.key.store]?.next() ?? $0.row })
    }
}
