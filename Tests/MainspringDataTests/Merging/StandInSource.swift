import Foundation
import MainspringModel

@testable import MainspringData

/// Stands between a context and its source, and does what that does unless a subclass does something else.
class StandInSource: ObjectSource {
    let other: any ObjectSource

    init(for other: any ObjectSource) { self.other = other }

    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows? {
        try other.save(changes, for: context)
    }

    var model: NSManagedObjectModel? { other.model }
    var givesPermanentIdentities: Bool { other.givesPermanentIdentities }
    func row(of identity: NSManagedObjectID) throws -> Row? { try other.row(of: identity) }
    func members(of identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID] {
        try other.members(of: identity, slot: slot)
    }
    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID] {
        try other.identities(for: request, entity: entity)
    }
    func permanentKeys(for objects: [NSManagedObject], assigned: StoreAssignments) throws -> [ObjectKey] {
        try other.permanentKeys(for: objects, assigned: assigned)
    }
    func permanentIdentities(of objects: [NSManagedObject], assigned: StoreAssignments) throws -> [NSManagedObjectID] {
        try other.permanentIdentities(of: objects, assigned: assigned)
    }
    func currentIdentities(_ identities: [NSManagedObjectID]) -> [NSManagedObjectID] {
        other.currentIdentities(identities)
    }
    func assignedStore(of identity: NSManagedObjectID) -> NSPersistentStore? { other.assignedStore(of: identity) }
    func forgetRows(of identities: [NSManagedObjectID]) { other.forgetRows(of: identities) }
}
