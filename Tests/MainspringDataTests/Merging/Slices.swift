import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Merges in slices that a test steps by hand, in a context without a queue: nothing else runs them.
struct Slices {
    let context: NSManagedObjectContext
    let queue: MergeQueue

    /// Begins to merge what a child saves into its parent.
    init(savingOf child: NSManagedObjectContext) throws {
        let merge = TakenMerge(try CapturingSource.changes(of: child), from: child.core)
        self.init(merge, into: child.parent!)
    }

    /// Begins to merge what a closure saves beside a context.
    init(_ context: NSManagedObjectContext, _ save: () throws -> Void) rethrows {
        let merge = SavedMerge(try Self.saved(beside: context, save))
        self.init(merge, into: context)
    }

    init(_ merge: SavedMerge, into context: NSManagedObjectContext) { self.init(.saved(merge), into: context) }
    init(_ merge: TakenMerge, into context: NSManagedObjectContext) { self.init(.taken(merge), into: context) }

    /// Begins to merge something, behind what there is.
    init(_ work: QueuedWork, into context: NSManagedObjectContext) {
        self.context = context
        queue = context.core.merging ?? MergeQueue(context.core)
        context.core.merging = queue
        queue.add(work)
    }

    /// What the contexts that are saved in a closure say; not what other tests save meanwhile.
    static func saved(
        beside context: NSManagedObjectContext, _ save: () throws -> Void
    ) rethrows -> SavedIdentities {
        let coordinator = context.persistentStoreCoordinator
        nonisolated(unsafe) var saved = SavedIdentities()
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: nil, queue: nil
        ) { notification in
            let saving = notification.object as? NSManagedObjectContext
            guard let coordinator, saving?.persistentStoreCoordinator === coordinator else { return }
            let identities = SavedIdentities(notification.userInfo ?? [:]) { _ in nil }
            saved.inserted += identities.inserted
            saved.updated += identities.updated
            saved.deleted += identities.deleted
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try save()
        return saved
    }

    /// Whether everything has been merged.
    var areOver: Bool { context.core.merging == nil }

    func next(_ count: Int = 1) { queue.slice(.objects(count)) }

    /// Merges everything, an object at a time, and expects links to be at both their ends or at none each time.
    func finish(_ about: Comment) {
        let witness = LinkWitness(context: context)
        while !areOver {
            next()
            #expect(witness.fault == nil, about)
        }
    }

    /// The names of an entity's objects that a fetch shows.
    func names(_ entity: String) throws -> [String] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map(\.title).sorted()
    }
}

extension MergeQueue {
    func add(_ merge: SavedMerge) { add(.saved(merge)) }
    func add(_ merge: TakenMerge) { add(.taken(merge)) }
}
