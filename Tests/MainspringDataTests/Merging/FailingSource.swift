import Foundation
import MainspringModel

@testable import MainspringData

/// A context's source from which one object cannot be read.
final class FailingSource: ObjectSource {
    private let parent: any ObjectSource
    private let failing: NSManagedObjectID
    var isFailing = false

    init(_ parent: any ObjectSource, _ failing: NSManagedObjectID) { (self.parent, self.failing) = (parent, failing) }

    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows? {
        try parent.save(changes, for: context)
    }

    var model: NSManagedObjectModel? { parent.model }
    var givesPermanentIdentities: Bool { parent.givesPermanentIdentities }
    func row(of identity: NSManagedObjectID) throws -> Row? {
        if isFailing, identity == failing { throw CocoaError(.fileReadUnknown) }
        return try parent.row(of: identity)
    }
    func members(of identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID] {
        try parent.members(of: identity, slot: slot)
    }
    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID] {
        try parent.identities(for: request, entity: entity)
    }
    func permanentKeys(for objects: [NSManagedObject], assigned: StoreAssignments) throws -> [ObjectKey] {
        try parent.permanentKeys(for: objects, assigned: assigned)
    }
    func currentIdentities(_ identities: [NSManagedObjectID]) -> [NSManagedObjectID] {
        parent.currentIdentities(identities)
    }
    func assignedStore(of identity: NSManagedObjectID) -> NSPersistentStore? { parent.assignedStore(of: identity) }
    func forgetRows(of identities: [NSManagedObjectID]) { parent.forgetRows(of: identities) }
}
