internal import Foundation
internal import MainspringModel

/// Copies all objects of one store into another, an empty one that takes rows: those of one state of it, also while other processes
/// save into it.
struct StoreCopy {
    private let source: NSPersistentStore
    private let destination: NSPersistentStore
    private let coordinator: NSPersistentStoreCoordinator
    /// What reads that state; nil where nobody else writes.
    private let reader: NSManagedObjectContext?

    init(
        from source: NSPersistentStore, to destination: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator
    ) {
        (self.source, self.destination, self.coordinator) = (source, destination, coordinator)
        guard source.service.isWrittenByOthers else {
            reader = nil
            return
        }
        let reader = NSManagedObjectContext(.privateQueue)
        reader.core.sourceState.generation = HeldGeneration()
        self.reader = reader
    }

    /// - Returns: the new identities.
    func run() throws -> [NSManagedObjectID] {
        let changes: [ObjectChange]
        do {
            changes = try self.changes()
        } catch let failure as SQLiteFailure {
            throw ReadFailure.error(failure)
        }
        _ = try destination.service.save(ChangeSet(inserted: changes, updated: [], deleted: []), for: nil)
        return changes.map(\.identity)
    }

    /// Reads all objects, as what makes them in the other store.
    private func changes() throws -> [ObjectChange] {
        // Without a log nobody can write meanwhile.
        defer { reader?.core.sourceState.generation = nil }
        let service = source.service
        var rows: [(identity: NSManagedObjectID, row: Row)] = []
        for root in coordinator.managedObjectModel.entities where root.superentity == nil {
            let request = FetchRequestDescription()
            request.entity = root
            for identity in try service.identities(for: request, entity: root, for: reader) {
                guard let row = try service.row(of: identity, for: reader) else { continue }
                rows.append((identity, row))
            }
        }
        let identities = try newIdentities(for: rows)
        return try rows.map { identity, row in try change(row, identity, identities) }
    }

    /// The new identities by the old ones' keys.
    private func newIdentities(
        for rows: [(identity: NSManagedObjectID, row: Row)]
    ) throws -> [ObjectKey: NSManagedObjectID] {
        var identities: [ObjectKey: NSManagedObjectID] = [:]
        for (_, group) in Dictionary(grouping: rows, by: { ObjectIdentifier($0.row.layout.entity) }) {
            let entity = group[0].row.layout.entity
            guard let new = try destination.service.newIdentities(group.count, of: entity) else {
                throw CoreDataError.make(
                    NSPersistentStoreOperationError,
                    "\(destination) takes no rows. Migrate to another kind of store.")
            }
            for (old, new) in zip(group, new) { identities[old.identity.key] = new }
        }
        return identities
    }

    /// The row with identities of the new store in its relationships.
    private func change(
        _ row: Row, _ identity: NSManagedObjectID, _ identities: [ObjectKey: NSManagedObjectID]
    ) throws -> ObjectChange {
        let memory = row.layout.copy(row.memory)
        let new = Row(taking: memory, of: row.layout)
        var members: [MembersChange] = []
        for relationship in row.layout.relationships {
            let slot = Int(relationship.place.slot)
            if relationship.isToMany {
                let others = try source.service.members(of: identity, slot: slot, for: reader).compactMap {
                    identities[$0.key]
                }
                guard !others.isEmpty else { continue }
                let isOrdered = relationship.place.kind == .ordered
                members.append(MembersChange(slot: slot, added: others, removed: [], order: isOrdered ? others : nil))
            } else {
                memory.setIdentity(
                    row.destination(relationship.place).flatMap { identities[$0.key] }, relationship.place)
            }
        }
        return ObjectChange(
            key: (identities[identity.key] ?? identity).key, row: new, previous: nil, members: members)
    }
}
