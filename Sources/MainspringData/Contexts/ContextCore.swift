internal import Diagnostics
internal import Foundation
internal import Locks
internal import MainspringFoundation
internal import MainspringModel
internal import Synchronization

/// What a context is made of: its objects, what has become of them, and where they come from.
///
/// Objects hold it, and it holds the context weakly: so an object can always tell whether its context is still there, and
/// finding it costs a load. Belongs to the context's queue, but for the table.
final class ContextCore: @unchecked Sendable {
    // `@unchecked Sendable`: used on the context's queue; what other threads use says so, and guards itself.
    @Unkept var context: NSManagedObjectContext? = nil
    /// What the context's work runs on; its name is the context's.
    let queue: ContextQueue
    let table = ObjectTable()
    /// What the context's objects come from; nil before it has a parent or a coordinator.
    var source: (any ObjectSource)? {
        didSet {
            lastKept = nil
            identitiesLast = source?.givesPermanentIdentities ?? false
        }
    }
    /// Whether an identity that is not temporary is an object's for good.
    private(set) var identitiesLast = false
    /// Where the row of the last fault was found: mostly the next one is of the same entity. Says itself when it is closed.
    var lastKept: LastKeptRows?
    /// Whether what others save is merged at once; any thread may ask.
    let mergesAutomatically = Atomic(false)
    /// How much of a merge is done at once; nil for all of it. Any thread may ask.
    let mergeBudget = Guarded<MergeBudget?>(nil)
    /// What is still to be merged in slices; nil for nothing.
    var merging: MergeQueue?
    /// How long telling of a merged object has taken, of late, and of one that was saved in slices.
    var (mergeTelling, saveTelling) = (Duration.microseconds(20), Duration.microseconds(5))
    /// The children that hear what is saved into the context.
    let children = SaveBroadcast()
    /// What children have saved into the context, and it has not taken over.
    let childSaves = ChildSaves()
    /// A child's save in slices of which some has been taken over, and some has not; nil for none.
    var taking: Taking? { didSet { queue.isTakingOver = taking != nil } }
    /// What children have saved into the context since a batch of rows was begun; nil where none is.
    var takenMeanwhile: [TakenChanges]?
    /// Whether who has the queue reads for that child.
    var isReadingForTaken = false
    /// The versions of rows that the context has saved or merged, of objects that children may have older rows of.
    var acknowledged = AcknowledgedVersions()
    /// Whether a save into the parent is refused if the parent's objects have changed since they were read.
    var detectsConflictsInParent = false
    /// The running save, or nil.
    var saving: SaveOperation?
    /// The change set and the later changes of the running save, or nil.
    var saveInFlight: SaveInFlight? { saving?.flight }
    /// What this event has changed, each once; again what was saved in the midst of it and has changed since.
    var touched: [NSManagedObject] = []
    /// Whether something of this event was saved in the midst of it, so that an object may stand in its list twice.
    var isSavedInPart = false
    /// What is not saved, each once, without those that only this event has changed.
    var pending = UnsavedList()
    /// Objects that are not saved, and whose links have been changed since a fetch looked at them: the next one does it again.
    var changedLinks: [NSManagedObject] = []
    /// So many unsaved objects there are when a fetch remembers where their links lead.
    var leastMarked = 1_024
    /// What events have changed since objects were told that they are about to be saved; nil if none are.
    var changedWhilePreparing: [NSManagedObject]?
    /// What is deleted and has not told others yet.
    var deletions: [NSManagedObject] = []
    /// How many of these have told others, or are about to.
    var toldDeletions = 0
    /// Those of whose deletion others are being told: one, unless who is told saves in the midst of it.
    var propagating: [NSManagedObject] = []
    /// Those who are being told that they are about to be deleted with others.
    var preparing: [NSManagedObject] = []
    /// What this event has refreshed.
    var refreshed: [NSManagedObject] = []
    /// What others have inserted and saved, and this event has merged.
    var mergedInsertions: [NSManagedObject] = []
    /// What others have deleted and saved, and this event has merged.
    var mergedDeletions: [NSManagedObject] = []
    /// Kept alive although nothing has become of them; nil if none are.
    var retained: ObjectSet?
    /// The permanent identities that objects have got here, by the temporary ones that others may still have.
    var laterIdentities = LaterIdentities()
    /// The same of contexts above, as they have told; see `currentAsked`.
    let replaced = ReplacedIdentities()
    /// Whether a save has given objects identities of which children have not heard: they must not read meanwhile.
    var hasUntoldIdentities = false
    /// Objects that could not be read, and why: see `noteUnreadable`.
    var unreadable: [ObjectKey: Unreadable] = [:]
    /// The stores to which the program has assigned new objects.
    var assignments = StoreAssignments()
    /// What must not have been changed by others when the context is saved, though it may not be changed here.
    var locked: [NSManagedObject] = []
    /// Which versions objects go on from that are saved again as new ones since others have deleted them.
    var formerVersions: [ObjectKey: Int64] = [:]
    /// How attributes are computed when objects are saved; found out when it is needed, for one model.
    var knownDerivations: DerivationPlan?
    /// How old a row may be that was read before; below 0 any.
    var stalenessInterval: TimeInterval = -1
    /// The states of the stores that the context reads; nil for those that there are when it reads.
    var generation: HeldGeneration? { didSet { holdsGeneration.store(generation != nil, ordering: .relaxed) } }
    /// The same for children, which may ask on any thread.
    let holdsGeneration = Atomic(false)
    /// How often what the source has may have become what does not fit what was read of it before: by a save of the context, or by one that
    /// it has merged.
    var sourceChangeCount = 0
    /// How asynchronous fetches read.
    var readingPace = ReadingPace()
    /// The objects of which stores hear that they are here. Any thread may note one's end.
    let registrations = ObjectRegistrations()
    /// What the program locks, by methods of former times.
    let programsLock = NSRecursiveLock()
    /// The fetched results controllers that are told of changes.
    var resultsReceivers: [WeakReceiver] = []
    /// What accessors written by hand are changing.
    var openChanges: [OpenChange] = []
    /// What the next initializer of an object is to make instead of a new one.
    var faultToMake: FaultToMake?
    /// Whether changes are being processed.
    var isProcessing = false
    /// Whether others are being told of an event's changes.
    var isTelling = false
    /// Whether an event is being taken back.
    var isUndoing = false
    /// How many events have been processed.
    var eventCount = 0
    /// How often all objects have been forgotten.
    var resetCount = 0
    /// How often all that was not saved has been dropped, by a reset or a rollback.
    var dropCount = 0
    /// What new faults are told to look at. Asked each time: a module of the program may have turned the checks on.
    var stateOfFaults: ObjectState { ConcurrencyDebug.isOn ? [.fault, .checked] : .fault }
    private var ownEntities = OwnEntities()
    private var entitiesByClass: [ObjectIdentifier: NSEntityDescription] = [:]
    /// That of the class that was asked for last.
    private var lastEntity: (type: NSManagedObject.Type, entity: NSEntityDescription)?
    /// That of the object that was made last: mostly the next one has the same.
    private(set) var lastShape: ObjectShape?

    init(_ queue: ContextQueue) {
        self.queue = queue
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
        table.object(currentAsked(identity).key)
    }

    // MARK: Entities

    /// What objects of a class and an entity have in common.
    final func shape(of type: NSManagedObject.Type, _ entity: NSEntityDescription) -> ObjectShape {
        if let lastShape, lastShape.entity === entity, lastShape.type == type { return lastShape }
        // One that the model does not have is refused by the save: until then the object may go again.
        let shape = ObjectShape.of(type, ownEntity(for: entity) ?? entity)
        lastShape = shape
        return shape
    }

    var model: NSManagedObjectModel? { source?.model }

    /// The model's entity for one that may stand in another copy of it; nil if it has none.
    final func ownEntity(for entity: NSEntityDescription) -> NSEntityDescription? {
        model.flatMap { ownEntities.entity(for: entity, in: $0) }
    }

    /// The entity whose objects are of a class.
    func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        if let lastEntity, lastEntity.type == type { return lastEntity.entity }
        let entity = uniqueEntity(of: type)
        lastEntity = (type, entity)
        return entity
    }

    private func uniqueEntity(of type: NSManagedObject.Type) -> NSEntityDescription {
        if let known = entitiesByClass[ObjectIdentifier(type)] { return known }
        guard let model else {
            programmerError(
                """
                An object of \(type) was to be made in \(title), which has neither a coordinator nor a parent. Set \
                persistentStoreCoordinator or parent first.
                """)
        }
        guard let entity = EntitiesOfClasses.entity(of: type, in: model) else {
            programmerError(
                """
                The model of \(title) has no entity of its own for the class \(type), or several. Give one entity that class, \
                or use init(entity:insertInto:).
                """)
        }
        entitiesByClass[ObjectIdentifier(type)] = entity
        return entity
    }

    // MARK: The end

    /// Lets go of all objects, whose links hold one another. Those that are faults cannot be read any more.
    func close() {
        let objects = table.removeAll()
        unreadable = [:]
        _ = replaced.takeAll()
        registrations.noteGone(objects)
        openChanges = []
        for object in objects { orphan(object, keepingValues: false) }
        forgetChanges()
        resetCount += 1
        dropCount += 1
        // What is still to be merged goes too, and with it objects, which would keep this.
        merging = nil
        // Children may still ask for objects by temporary identities.
        lastShape = nil
        if retained != nil { retained = ObjectSet() }
        registrations.tell()
    }

    /// Forgets what has become of objects.
    func forgetChanges() {
        (touched, pending, refreshed) = ([], UnsavedList(), [])
        forgetLinks()
        (deletions, toldDeletions) = ([], 0)
        (mergedInsertions, mergedDeletions, locked, formerVersions) = ([], [], [], [:])
        assignments = StoreAssignments()
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

extension ContextCore {
    /// The entity with a name.
    func entity(named name: String) -> NSEntityDescription {
        guard let model else {
            programmerError(
                """
                The entity “\(name)” was asked for in \(title), which has neither a coordinator nor a parent. Set \
                persistentStoreCoordinator or parent first.
                """)
        }
        guard let entity = model.entitiesByName[name] else {
            programmerError(
                """
                The model of \(title) has no entity “\(name)”. It has: \
                \(model.entities.compactMap(\.name).sorted().joined(separator: ", ")).
                """)
        }
        return entity
    }
}
