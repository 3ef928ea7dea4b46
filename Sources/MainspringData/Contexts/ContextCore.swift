internal import Foundation
internal import Locks
internal import MainspringFoundation
internal import MainspringModel

/// The parts of a context. Each part owns a kind of state, and extensions of this class connect them.
///
/// Objects retain it, and it refers to the context weakly. So an object can detect that its context was released, and finds
/// its context by one load. Accessed only on the context's queue, except for what a part says.
package final class ContextCore: @unchecked Sendable {
    // `@unchecked Sendable`: used on the context's queue. What other threads use says so, and guards itself.
    @Unkept var context: NSManagedObjectContext? = nil
    /// The queue on which the context's work runs. It has the context's name.
    let queue: ContextQueue
    /// The parent or the coordinator, or nil before one is set.
    var source: (any ObjectSource)? { didSet { sourceState.noteSource(source) } }
    let sourceState = SourceState()
    /// The registered objects.
    let objectMap = ObjectMap()
    let entities = EntityLookup()
    /// The unsaved changes of earlier events.
    let pendingChanges = PendingChanges()
    /// The changes of the current event.
    let event = EventChanges()
    let deletionQueue = DeletionQueue()
    /// The running save, or nil.
    var saving: SaveOperation?
    /// The merges and saves in slices, or nil.
    var merging: MergeQueue?
    let mergeSettings = MergeSettings()
    let childLinks: ChildLinks
    let undoState = UndoState()
    var resultsReceivers = ResultsReceivers()

    init(_ queue: ContextQueue) {
        self.queue = queue
        childLinks = ChildLinks(queue)
        ContextCore.letRequestsFindContexts
    }

    /// Lets the context and its queue know each other. Called once, before anybody has the context.
    func belong(to context: NSManagedObjectContext) {
        self.context = context
        queue.context = context
        // A context may have gone when the end comes of an event in which it was changed.
        queue.endOfEvent = { [beacon = context.beacon] in
            (beacon.object as? NSManagedObjectContext)?.core.endEvent()
        }
    }

    /// What the context is called in sentences.
    var title: String { queue.description }

    /// Asks for the end of this event.
    func waitForEndOfEvent() { queue.setNeedsEndOfEvent() }

    private func endEvent() {
        processPendingChanges()
        // A queue of its own has no loop that would close the group.
        if queue.kind == .privateQueueConcurrencyType { context?.undoManager?.endEventGroup() }
    }

    /// Stops the program where concurrency is checked and an object is used off the queue.
    func checkQueue(of object: NSManagedObject) {
        queue.checkAccess(to: "An object of the entity “\(object.entity.name ?? "")” (\(object.objectID))")
    }

    /// Calls a closure that uses an object, with the same check; another thread that uses a context without a queue meanwhile
    /// is told of.
    func withAccess<Result>(to object: NSManagedObject, _ body: () -> Result) -> Result {
        queue.withAccess(to: "An object of the entity “\(object.entity.name ?? "")” (\(object.objectID))", body)
    }

    /// The object with an identity, if it is there.
    func registered(_ identity: NSManagedObjectID) -> NSManagedObject? {
        objectMap.table.object(currentAsked(identity).key)
    }

    /// The change set and the later changes of the running save, or nil.
    var saveInFlight: SaveInFlight? { saving?.flight }

    /// The initial state of faults. It is computed each time: a module of the program may have turned the checks on.
    var stateOfFaults: ObjectState { ConcurrencyDebug.isOn ? [.fault, .checked] : .fault }

    // MARK: The end

    /// Removes all objects, which may form cycles. Faults can no longer be fulfilled.
    func close() {
        let objects = objectMap.removeAll()
        pendingChanges.openChanges = []
        for object in objects { orphan(object, keepingValues: false) }
        forgetChanges()
        pendingChanges.noteDrop()
        // Queued merges retain objects, which would retain this.
        merging = nil
        // Children may still ask for objects by temporary identities.
        entities.forgetShape()
        objectMap.endRemoval()
    }

    /// Forgets all changes, and the running save.
    func forgetChanges() {
        pendingChanges.drop()
        event.drop()
        deletionQueue.drop()
        saving = nil
    }

    /// Makes an object one that belongs to no context any more.
    func orphan(_ object: NSManagedObject, keepingValues: Bool) {
        // Who leads to it still does, and nobody finds it by its key.
        if object.state.contains(.markedByPlace) { forgetLinks() }
        object.core = nil
        if !keepingValues { object.dropValues() }
        object.state.subtract([
            .inserted, .updated, .deleted, .listed, .checked, .insertedNow, .deletedNow, .propagated, .refreshedNow,
        ])
        object.state.formUnion([.orphan, .tracked])
        (object.saved, object.before) = (nil, nil)
    }
}
