public import Foundation
package import Locks
public import class MainspringFoundation.UndoManager
public import MainspringModel
internal import Synchronization

/// Where objects are made, changed and saved together.
///
/// A context gets its objects from its coordinator's stores or from its parent, and saves what has become of them
/// there. Of an object there is one in a context, as long as somebody holds it or it has changes. A context and its
/// objects are used on its queue alone: by ``perform(_:)`` and ``performAndWait(_:)``.
/// The context itself may be handed to any queue, as on Apple's platforms; its objects may not.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: everything is used on the context's queue, which is checked in debug builds.

    /// For those who refer to the context without keeping it.
    package final let beacon = Beacon()
    final let core: ContextCore
    /// See ``lock()``.
    final let programsLock = NSRecursiveLock()
    /// On what the context is used.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    /// What the context is called in sentences and logs.
    open var name: String? {
        get { core.queue.name }
        set { core.queue.name = newValue }
    }
    /// Whatever else the program wants to know about the context.
    public final let userInfo = NSMutableDictionary()
    /// Whether deletions reach other objects at the end of the event, and not at once.
    open var propagatesDeletesAtEndOfEvent = true
    /// Whether objects are kept alive as long as the context, and not only those with changes.
    open var retainsRegisteredObjects: Bool {
        get { core.objectMap.isRetaining }
        set { core.objectMap.isRetaining = newValue }
    }
    /// Whether an object whose row has gone becomes a deleted one without values when it is used.
    open var shouldDeleteInaccessibleFaults = true
    /// How old a row may be that was read before, in seconds, when a fault gets its values; below 0 any, with 0 each is
    /// read anew.
    ///
    /// Matters where rows are kept apart from what they are read from: of a database, and of an ``NSIncrementalStore``. Rows
    /// of stores in memory are never old.
    open var stalenessInterval: TimeInterval {
        get { core.sourceState.stalenessInterval }
        set { core.sourceState.stalenessInterval = newValue }
    }
    /// Whether what is saved into the parent, or into the stores by others, is merged at once. What the parent merges was not saved
    /// into it: its children see that when they read.
    ///
    /// Not for a context without a queue, where it is an error of the program.
    open var automaticallyMergesChangesFromParent: Bool {
        get { core.mergeSettings.isAutomatic.load(ordering: .relaxed) }
        set {
            if newValue { _ = core.queue.requireQueue(for: "automaticallyMergesChangesFromParent") }
            core.mergeSettings.isAutomatic.store(newValue, ordering: .relaxed)
        }
    }
    /// Who makes the changes that are saved, for the history.
    open var transactionAuthor: String?
    /// What becomes of conflicts when the context is saved: an `NSMergePolicy`; at first the save fails.
    ///
    /// Like the context's other settings it may be set by whoever makes the context, before the context is used.
    open var mergePolicy: Any = NSMergePolicy.error
    /// What makes changes undone; nil for nobody, as at first.
    ///
    /// It hears of changes at the end of an event, and at its checkpoints: before one of its groups is ended, or begun inside
    /// another, and before an undo or redo. On the context's queue: of checkpoints elsewhere the context knows nothing.
    open var undoManager: UndoManager? {
        didSet {
            guard undoManager !== oldValue else { return }
            checkpoints = undoManager.map { UndoCheckpoints(of: $0, for: self) }
        }
    }
    private final var checkpoints: UndoCheckpoints?

    /// Makes a context.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        concurrencyType = ct
        core = ContextCore(ContextQueue(ct))
        super.init()
        beacon.begin(self)
        core.belong(to: self)
    }

    /// Makes a context with a queue.
    public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type.rawValue) }

    /// Makes a context for one thread, or queue, at a time.
    @available(
        *, deprecated, message: "Say the concurrency type: .privateQueueConcurrencyType or .mainQueueConcurrencyType."
    )
    public convenience override init() { self.init(concurrencyType: .confinementConcurrencyType) }

    deinit {
        beacon.end()
        core.close()
    }

    // MARK: Where objects come from

    /// The coordinator whose stores have the objects: the context's own, or its parent's.
    ///
    /// A context that has objects cannot be given another one: that is an error of the program.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator ?? parent?.persistentStoreCoordinator }
        set {
            guard newValue !== coordinator || ownParent != nil else { return }
            core.requireNoObjects(for: "persistentStoreCoordinator")
            leaveSource()
            coordinator = newValue
            newValue?.listeners.add(self)
            core.source = newValue.map { CoordinatorSource($0, for: self) }
        }
    }
    private final var coordinator: NSPersistentStoreCoordinator?

    /// The context that has the objects, and to which they are saved; nil for one with a coordinator.
    ///
    /// A context that has objects cannot be given another one, and none can be its own parent, however far above: that
    /// is an error of the program.
    open var parent: NSManagedObjectContext? {
        get { ownParent }
        set {
            guard newValue !== ownParent || coordinator != nil else { return }
            core.requireNoObjects(for: "parent")
            core.requireNoCircle(newValue)
            leaveSource()
            ownParent = newValue
            newValue?.core.childLinks.broadcast.add(self)
            core.source = newValue.map { ContextSource($0, of: core) }
        }
    }
    private final var ownParent: NSManagedObjectContext?

    private final func leaveSource() {
        coordinator?.listeners.remove(self)
        ownParent?.core.childLinks.broadcast.remove(self)
        (coordinator, ownParent) = (nil, nil)
    }

    // MARK: Objects

    /// Makes a new object one of the context's. One that is to be deleted is not any more. An object of another context
    /// is an error of the program.
    open func insert(_ object: NSManagedObject) { use { core.insert(object) } }

    /// Lets the next save delete an object, and those that its delete rules say. An object without a context is left
    /// alone; one of another is an error of the program.
    open func delete(_ object: NSManagedObject) { use { core.delete(object) } }

    /// The object with an identity: the one that is here, or a fault, whether there is such an object or not.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        use {
            core.reach(objectID)
            return core.object(for: objectID)
        }
    }

    /// The object with an identity, if it is here. Reads nothing.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        use {
            core.reach(objectID)
            return core.registered(objectID)
        }
    }

    /// The object with an identity, with its values.
    /// - Throws: `CocoaError` 133000 if there is no such object; what the store throws.
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        try use { () throws in
            core.reach(objectID)
            return try core.existingObject(objectID)
        }
    }

    /// Says what happens with a fault that is used and whose row has gone: true for an object without values, false for
    /// the end of the program.
    open func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
    ) -> Bool { shouldDeleteInaccessibleFaults }

    // MARK: Changes

    /// The new objects that are not saved.
    open var insertedObjects: Set<NSManagedObject> { use { Set(core.unsaved.inserted) } }
    /// The changed objects that are not saved; those too whose values are what they were.
    open var updatedObjects: Set<NSManagedObject> { use { Set(core.unsaved.updated) } }
    /// The objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { use { Set(core.unsaved.deleted) } }
    /// All objects that are here.
    open var registeredObjects: Set<NSManagedObject> { use { Set(core.objectMap.table.objects) } }
    /// Whether there is anything to be saved.
    open var hasChanges: Bool { use { core.hasChanges } }

    /// Ends the event: deletions reach others, undo hears of the changes, and so does who observes the context.
    open func processPendingChanges() { use { core.processPendingChanges() } }

    /// Saves all changes to the parent, or to the stores; all of them or none.
    ///
    /// Objects are told by `willSave()`, validated, handed over in one piece, and told by `didSave()`. Without changes it
    /// does nothing.
    ///
    /// If `willSave()` or validation calls this method, the nested save includes all changes, and the outer save continues
    /// with later ones. An error of the nested save does not end the outer one.
    ///
    /// While SQLite stores work, children of a context with a queue of its own read without waiting, wherever it is called on that queue,
    /// but for the initial thread, and blocks of other contexts or coordinators for which a block of this context waits.
    /// - Throws: a validation's error, a conflict's, or the store's; the context stays as it is.
    open func save() throws { try use { () throws in try core.save() } }

    /// Takes back the last event's changes.
    open func undo() {
        use {
            core.landSave()
            core.completeMerges()
            core.processPendingChanges()
            undoManager?.undo()
        }
    }

    /// Makes the changes again that were taken back last.
    open func redo() {
        use {
            core.landSave()
            core.completeMerges()
            core.processPendingChanges()
            undoManager?.redo()
        }
    }

    /// Takes back all changes that are not saved, and forgets what could be undone.
    open func rollback() { use { core.rollback() } }

    /// Forgets all objects, and changes that are not saved. Objects of the context cannot be used any more.
    open func reset() { use { core.reset() } }
}

extension NSManagedObjectContext: BeaconBearing {}
