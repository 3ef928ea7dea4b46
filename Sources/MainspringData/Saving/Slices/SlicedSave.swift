internal import Dispatch
internal import Foundation
internal import Locks
internal import MainspringModel
internal import Synchronization

/// A context's save that is done slice by slice, in the order of its merges.
///
/// What is unsaved when it begins is its set: hooks, validation, keys, the rows that are handed over, and what comes of the stores' answer are
/// steps over that. What the program changes meanwhile belongs to the next save: an object of the set is handed over as it is before that
/// (``SaveInFlight/leave(_:)``), whatever the step.
final class SlicedSave: SlicedWork, @unchecked Sendable {
    // `@unchecked Sendable`: the thread that makes it hands it over, and uses only `end` then; a thread that cancels it uses
    // `cancellation`, and one that works for it `isAway` and `back`.

    let end: WorkEnd
    enum Stage {
        /// Others come before it.
        case queued
        /// Objects are told that they are about to be saved.
        case preparing
        case deriving
        case validating
        /// The stores reserve keys.
        case reserving
        case naming
        case capturing
        /// What was captured gets the identities that objects have got since.
        case renaming
        /// The stores have everything.
        case saving
        case landing
        case ended
    }

    /// What has become of an object of the set by this save.
    enum Capture {
        case nothing, inserted, updated, deleted
        /// Nothing of it is for the stores.
        case unstored
    }

    /// What came of it, for who awaits it.
    private let outcome: Outcome<Void, any Error>
    var stage = Stage.queued
    /// The set: those whom nothing has become of yet, once the stores have answered.
    var list = UnsavedList()
    var objects: [NSManagedObject] { list.objects }
    /// Which of them comes next.
    var next = 0
    /// Objects that were listed as unsaved since, and are none of the set.
    var later: Set<ObjectIdentifier> = []
    /// Whether hooks of objects are being called: what these change belongs to this save.
    private(set) var isInHooks = false
    var flight: SaveInFlight?

    // Preparing and validating.
    /// Objects that hooks have changed, and that are told again.
    var (again, passes) = (ObjectSet(), 0)
    /// Those that are told in this pass; nil for the whole set.
    var pass: [NSManagedObject]?
    var initialCount = 0
    var failures = ValidationFailures()
    var derived: [NSManagedObject] = []

    // Naming and capturing.
    var counts: [EntityCount] = []
    var formers: [FormerIdentities] = []
    /// Of how many of these the children have been told.
    var toldFormers = 0
    var early: [ObjectIdentifier: (capture: Capture, change: ObjectChange?)] = [:]
    var captures: ContiguousArray<Capture> = []
    /// Whether objects have got other identities since some were captured early, and since some were in their turn.
    var (isEarlyRenamed, isRenamed) = (false, false)
    /// How many of those that are handed over have the identities that there are now.
    var renamedCounts = RenamedCounts()
    /// Those of the set that had nothing to be handed over: what becomes of them later nobody knows.
    var idle: [NSManagedObject] = []
    var (inserted, updated, deleted): ([ObjectChange], [ObjectChange], [ObjectChange]) = ([], [], [])
    /// See `ContextCore.linkedChanges(_:)`.
    var (linked, lastLinked): (ObjectSet, NSManagedObject?) = (ObjectSet(), nil)
    /// Those that the stores are looking at.
    var checked = ObjectSet()
    /// Whether a parent's stores have keys for new objects. So these have their identities before the parent saves them, and need not
    /// learn them all at once then.
    var hasKeysAtHand = true

    // Landing.
    var rows: SavedRows?
    /// How many of those that were handed over have not landed.
    var (insertedLeft, updatedLeft) = (0, 0)
    var attempts = 0
    /// What the program has changed since objects were captured, as long as conflicts are resolved; and whether that has reached objects of
    /// the next save.
    var (edits, isLaterReached): (LaterEdits?, Bool) = (nil, false)
    /// What the slice has saved and does not know it; then what others have not been told of.
    var (landed, told) = (ContextCore.Unsaved(), ContextCore.Unsaved())
    /// Whether children have read objects by the identities that they have from this save.
    var isRead = false

    private let cancellation: Cancellation
    /// Whether another thread has to do its part, which signals then.
    let isAway = Atomic(false)
    let back = DispatchSemaphore(value: 0)
    /// What a parent takes over in slices, when that has it.
    let brought = Latch<BroughtChanges>()
    /// Whether a step is going on, in which somebody may be called who asks for the end of it.
    private var isStepping = false

    /// - Parameter onEnd: called when there is an outcome.
    init(_ outcome: Outcome<Void, any Error>, _ cancellation: Cancellation, onEnd: @escaping @Sendable () -> Void) {
        (self.outcome, self.cancellation, end) = (outcome, cancellation, WorkEnd(onEnd))
    }

    deinit {
        guard stage != .ended else { return }
        let sentence = "A context has gone in the midst of its save in slices. Keep it until that has ended."
        outcome.set(.failure(CoreDataError.make(NSCoreDataError, sentence)))
    }

    /// Ends it before it has begun.
    func refuse(_ error: any Error) {
        stage = .ended
        outcome.set(.failure(error))
        end.note()
    }

    // MARK: The order of merges

    func begin(in core: ContextCore) {
        // Merges that came before belong to it.
        guard core.merging?.work.count == 1, !core.isProcessing else { return }
        isStepping = true
        defer { isStepping = false }
        start(in: core)
    }

    var isDone: Bool { stage == .ended && !isStepping }
    /// Whether a step is under way, which has called code that asks for the end.
    var isBusy: Bool { isStepping }
    var isWaiting: Bool { isAway.load(ordering: .acquiring) }
    /// Whether what children save may go on while this is waiting: what that changes is none of its business.
    var letsOvertake: Bool { stage == .saving }

    /// Blocks the thread until another one has done its part.
    func waitForAnswer(in core: ContextCore) {
        if stage == .saving, isWaiting, let source = core.source, source.takesInSlices, let flight {
            // Whoever has the parent's queue may wait for this thread: the parent has it, and takes it over in time.
            brought.wait().require()
            flight.end(.success(nil))
            isAway.store(false, ordering: .releasing)
        }
        while isWaiting { back.wait() }
    }
    func telling(in core: ContextCore) -> Duration { isLanding ? core.saveTelling : .zero }
    func noteTelling(_ telling: Duration, in core: ContextCore) { if isLanding { core.saveTelling = telling } }
    private var isLanding: Bool { stage == .landing || stage == .ended }

    func step(in core: ContextCore, most: Int) -> Int {
        isStepping = true
        defer { isStepping = false }
        do {
            if cancellation.isCancelled, isRevocable { throw CancellationError() }
            let count = try advance(in: core, most)
            if isBegun, core.slicedSave !== self { conclude(in: core, .failure(Self.forgotten(core))) }
            return count
        } catch {
            takeBack(in: core)
            conclude(in: core, .failure(error))
            return 0
        }
    }

    private var isBegun: Bool { stage != .queued && stage != .ended }

    /// Whether the source has it, or gets it, as it is.
    var isHandedOver: Bool { !isRevocable }

    private var isRevocable: Bool {
        switch stage {
        case .saving, .landing, .ended: false
        default: true
        }
    }

    private func advance(in core: ContextCore, _ most: Int) throws -> Int {
        switch stage {
        case .queued: if core.merging?.bringForwardBegun(before: self) != true { start(in: core) }
        case .preparing: return prepare(most, in: core)
        case .deriving: return try derive(most, in: core)
        case .validating: return try validate(most, in: core)
        case .reserving: reserve(in: core)
        case .naming: return try name(most, in: core)
        case .capturing: return try capture(most, in: core)
        case .renaming: return try renameCaptured(most, in: core)
        case .saving: try answer(in: core)
        case .landing: return land(most, in: core)
        case .ended: break
        }
        return 0
    }

    // MARK: Begin and end

    private func start(in core: ContextCore) {
        guard let context = core.context, core.source != nil else {
            return conclude(in: core, .failure(MissingSource.error(core.title)))
        }
        core.learnIdentities()
        core.processPendingChanges()
        guard core.hasChanges else { return conclude(in: core, .success(())) }
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: context)
        core.processPendingChanges()
        // An observer may have saved.
        guard core.hasChanges, core.slicedSave == nil else { return conclude(in: core, .success(())) }
        (list, core.pending) = (core.pending, UnsavedList())
        initialCount = objects.count
        core.slicedSave = self
        beginFlight(in: core)
        stage = .preparing
    }

    func beginFlight(in core: ContextCore) {
        let flight = SaveInFlight(inSlicesOf: core)
        flight.reserve(objects.count)
        flight.capture = { [unowned self, unowned core] in captureEarly($0, in: core) }
        (self.flight, core.saveInFlight) = (flight, flight)
    }

    func conclude(in core: ContextCore, _ result: Result<Void, any Error>) {
        stage = .ended
        outcome.set(result)
        if core.slicedSave === self {
            (core.slicedSave, core.saveInFlight) = (nil, nil)
            core.forgetSavedLinks()
        }
        flight?.letGo()
        idle = []
        // What is left lies in constant rows, as many as there were objects.
        let rest = Handed((flight, rows))
        (flight, rows) = (nil, nil)
        DispatchQueue.global(qos: .utility).async { withExtendedLifetime(rest) {} }
    }

    // MARK: Telling

    func finish(in core: ContextCore) {}

    func tell(in core: ContextCore) {
        let saved = landed
        landed = ContextCore.Unsaved()
        saved.forEach { $0.didSave() }
        told.inserted += saved.inserted
        told.updated += saved.updated
        told.deleted += saved.deleted
    }

    func post(in core: ContextCore) {
        guard !told.isEmpty, let context = core.context else { return }
        let saved = told
        told = ContextCore.Unsaved()
        SaveNotice(saved, nil).post(from: context)
    }

    // MARK: The set

    /// Whether an unsaved object that is listed from now on is one of the set: hooks have made or changed it.
    func takes(_ object: NSManagedObject) -> Bool {
        switch stage {
        case .preparing, .deriving, .validating, .reserving, .naming, .capturing:
            if isInHooks {
                // It may stand where another one was.
                later.remove(ObjectIdentifier(object))
                list.append(object)
                return true
            }
        default: break
        }
        later.insert(ObjectIdentifier(object))
        return false
    }

    /// Whether an object is one of the set.
    func has(_ object: NSManagedObject) -> Bool {
        object.state.contains(.listed) && !later.contains(ObjectIdentifier(object)) || flight?.has(object) == true
    }

    /// Whether what merges behind this save say of an object has to wait.
    func keepsBack(_ key: ObjectKey, in core: ContextCore) -> Bool {
        stage != .queued && core.table.object(key).map(has) ?? false
    }

    /// Calls hooks of objects: what they change belongs to this save, and so does what those change who hear of it.
    func inHooks<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = isInHooks
        isInHooks = true
        defer { isInHooks = outer }
        return try body()
    }
}
