import MainspringModel

@testable import MainspringData

/// Stands between a child and its parent, and keeps what the child saves for itself.
final class CapturingSource: ObjectSource {
    private let parent: any ObjectSource
    private(set) var changes: ChangeSet?

    private init(_ parent: any ObjectSource) { self.parent = parent }

    /// What a child would hand to its parent. The child is as if that had taken it.
    static func changes(of child: NSManagedObjectContext) throws -> ChangeSet {
        let source = CapturingSource(child.core.source!)
        child.core.source = source
        try child.save()
        return source.changes ?? ChangeSet(inserted: [], updated: [], deleted: [])
    }

    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows? {
        self.changes = changes
        return nil
    }

    var model: NSManagedObjectModel? { parent.model }
    var givesPermanentIdentities: Bool { parent.givesPermanentIdentities }
    func row(of identity: NSManagedObjectID) throws -> Row? { try parent.row(of: identity) }
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
