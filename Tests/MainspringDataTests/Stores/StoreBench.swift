import Foundation
import MainspringModel

@testable import MainspringData

/// A folder for the files of a test, deleted with it.
final class Scratch {
    let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mainspring-\(UUID().uuidString)")
        try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func path(_ name: String) -> String { url(name).path }

    /// The names of the files, sorted.
    var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
}

/// A company's store that takes rows, asked without a context.
struct RowBench {
    let company: Company
    let store: NSPersistentStore

    init(_ company: Company = Company(kind: .inMemory)) {
        self.company = company
        store = company.coordinator.persistentStores[0]
    }

    var service: RowService { store.service as! RowService }

    func identity(_ entity: String) -> NSManagedObjectID { service.newIdentity(company.entities[entity]!) }

    /// A row with some values; relationships to one by identities.
    func row(_ identity: NSManagedObjectID, _ values: [String: Any], version: Int64 = 0) -> Row {
        try! RowBuilder.row(of: identity, version: version) { values[$0.name] }
    }

    /// What makes an object, or another one of it, with the members that have come and gone.
    func change(
        _ identity: NSManagedObjectID, _ values: [String: Any], previous: Row? = nil,
        added: [String: [NSManagedObjectID]] = [:], removed: [String: [NSManagedObjectID]] = [:],
        order: [String: [NSManagedObjectID]] = [:]
    ) -> ObjectChange {
        let names = Set(added.keys).union(removed.keys).union(order.keys)
        let members = names.map { name in
            MembersChange(
                slot: identity.entity.slot(named: name)!, added: added[name] ?? [], removed: removed[name] ?? [],
                order: order[name])
        }
        return ObjectChange(key: identity.key, row: row(identity, values), previous: previous, members: members)
    }

    @discardableResult
    func save(
        inserted: [ObjectChange] = [], updated: [ObjectChange] = [], deleted: [NSManagedObjectID] = []
    ) throws -> SavedRows {
        let deletions = try deleted.map { identity in
            let row = try service.row(of: identity, for: nil) ?? row(identity, [:])
            return ObjectChange(key: identity.key, row: row, previous: row, members: [])
        }
        return try service.save(ChangeSet(inserted: inserted, updated: updated, deleted: deletions), for: nil)!
    }

    func row(_ identity: NSManagedObjectID) -> Row? { try! service.row(of: identity, for: nil) }

    func members(_ identity: NSManagedObjectID, _ name: String) -> [NSManagedObjectID] {
        try! service.members(of: identity, slot: identity.entity.slot(named: name)!, for: nil)
    }

    func value(_ identity: NSManagedObjectID, _ name: String) -> Any? {
        guard let row = row(identity) else { return nil }
        let place = row.layout.places[identity.entity.slot(named: name)!]
        return place.kind == .toOne ? row.destination(place) : row.memory.loose(place)
    }

    func fetch(_ entity: String, _ body: (FetchRequestDescription) -> Void = { _ in }) throws -> [NSManagedObjectID] {
        let request = FetchRequestDescription(entityName: entity)
        body(request)
        return try service.identities(for: request, entity: company.entities[entity]!, for: nil)
    }
}
