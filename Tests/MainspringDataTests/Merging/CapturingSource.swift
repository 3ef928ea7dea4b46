import MainspringModel

@testable import MainspringData

/// Stands between a child and its parent, and keeps what the child saves for itself.
final class CapturingSource: StandInSource {
    private(set) var changes: ChangeSet?

    /// What a child would hand to its parent. The child is as if that had taken it.
    static func changes(of child: NSManagedObjectContext) throws -> ChangeSet {
        let source = CapturingSource(for: child.core.source!)
        child.core.source = source
        try child.save()
        return source.changes ?? ChangeSet(inserted: [], updated: [], deleted: [])
    }

    override func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows? {
        self.changes = changes
        return nil
    }
}
