internal import Foundation
internal import MainspringModel

/// A context as the source of another one, its child.
final class ContextSource: ObjectSource {
    private let parent: NSManagedObjectContext
    private let child: QueueTurn.Reader
    /// Has the source.
    private unowned let childCore: ContextCore

    init(_ parent: NSManagedObjectContext, of child: ContextCore) {
        (self.parent, self.child, childCore) = (parent, ObjectIdentifier(child), child)
    }

    var model: NSManagedObjectModel? { parent.core.model }
    var givesPermanentIdentities: Bool { false }
    var sortsIdentities: Bool { parent.core.source?.sortsIdentities ?? false }

    func row(of identity: NSManagedObjectID) throws -> Row? {
        try parent.performForChild(of: child) { try $0.rowForChild(identity) }
    }

    func members(of identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID] {
        parent.performForChild(of: child) { $0.membersForChild(identity, slot: slot) }
    }

    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID] {
        // What the parent has not saved is not pending here: the parent is where the child's objects come from.
        var request = request
        if !request.includesPendingChanges, let copy = request.copy() as? FetchRequestDescription {
            copy.includesPendingChanges = true
            request = copy
        }
        return try parent.performForChild(of: child) { try $0.fetchIdentities(request, entity) }
    }

    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows? {
        let parent = parent
        if context.sourceState.detectsConflictsInParent {
            // Compared and applied in one turn: nothing comes between.
            try parent.performForChild { core in
                try core.requireUnchanged(since: changes)
                core.take(changes, from: context)
            }
            return nil
        }
        // A parent with a queue of its own may be busy for long, saving: it takes the changes over before anything that is
        // enqueued later. A constant set of values goes there, and nobody waits.
        if parent.concurrencyType == .privateQueueConcurrencyType {
            parent.core.childLinks.saves.add(changes, from: context)
            Self.take(into: parent)
        } else if parent.core.mergesInSlices, !parent.core.queue.isCurrent {
            let merge = TakenMerge(changes, from: context)
            try MainSlices.shared.take(merge, to: parent, from: context)
        } else {
            parent.performForChild { $0.take(changes, from: context) }
        }
        return nil
    }

    var takesInSlices: Bool {
        parent.concurrencyType == .privateQueueConcurrencyType && !childCore.sourceState.detectsConflictsInParent
    }

    func bring(
        _ changes: ChangeSet, for context: ContextCore, then: @escaping @Sendable () -> Void
    ) -> BroughtChanges {
        let merge = TakenMerge(changes, from: context, onEnd: then)
        parent.core.childLinks.saves.add(merge)
        return BroughtChanges(
            takeOver: { [parent, child] in parent.core.takeInSlices(merge, for: child) },
            require: { [parent] in
                parent.core.childLinks.saves.require(merge)
                Self.take(into: parent)
            })
    }

    /// Lets a parent with a queue of its own take over what has come: before anything that is enqueued later, and now where the caller
    /// has that queue.
    private static func take(into parent: NSManagedObjectContext) {
        guard !parent.core.queue.isCurrent else { return parent.performForChild { _ in } }
        parent.core.queue.performUnawaited { parent.core.childLinks.saves.take(into: parent.core) }
    }

    func forgetRows(of identities: [NSManagedObjectID]) {
        parent.performForChild { $0.source?.forgetRows(of: identities) }
    }

    func currentIdentities(_ identities: [NSManagedObjectID]) -> [NSManagedObjectID] {
        parent.performForChild(of: child) { core in identities.map { core.currentAsked($0) } }
    }

    func assignedStore(of identity: NSManagedObjectID) -> NSPersistentStore? {
        parent.performForChild(of: child) { $0.assignedStoreForChild(identity) }
    }

    func permanentKeys(for objects: [NSManagedObject], assigned: StoreAssignments) throws -> [ObjectKey] {
        // No context is asked on the way: the stores give keys to any thread.
        guard let source = parent.core.source else { throw MissingSource.error(parent.core.title) }
        return try source.permanentKeys(for: objects, assigned: assigned)
    }

    func permanentIdentities(of objects: [NSManagedObject], assigned: StoreAssignments) throws -> [NSManagedObjectID] {
        let identities = objects.map(\.objectID)
        // A name that changes in the midst of a save would be two in it.
        return try parent.performForChild(of: child, inPauses: false) {
            try $0.permanentIdentitiesForChild(identities, of: objects, assigned: assigned)
        }
    }

    func keysAtHand(for objects: [NSManagedObject], assigned: StoreAssignments) -> [ObjectKey]? {
        takesInSlices ? parent.core.source?.keysAtHand(for: objects, assigned: assigned) : nil
    }

    func reserveKeys(_ counts: [EntityCount]) throws {
        if takesInSlices { try parent.core.source?.reserveKeys(counts) }
    }
}

/// What a context says whose source is missing.
enum MissingSource {
    static func error(_ title: String) -> any Error {
        CoreDataError.make(
            NSCoreDataError,
            "\(title) has neither a coordinator nor a parent. Set persistentStoreCoordinator or parent.")
    }
}
