internal import Foundation
internal import MainspringModel

/// One save of a context, by stages: at once, or in slices between which the main loop goes on.
///
/// All that is unsaved when the save begins is its set, with what hooks bring; each stage goes through the set. What the
/// program changes between two slices belongs to the next save, and so does what children save while the queue is lent:
/// an object of the set is handed over as it was before that (``SaveInFlight/leave(_:)``), whatever the stage.
///
/// On the context's queue. A save in slices is driven by a ``SlicedSave``.
final class SaveOperation {
    /// What is being done. Each stage has a file of its name.
    enum Stage {
        /// Nothing yet.
        case queued
        /// Objects are told that they are about to be saved.
        case preparing
        /// Derived attributes are computed.
        case deriving
        case validating
        /// The stores reserve keys.
        case reserving
        /// New objects get the identities that they have in the stores.
        case naming
        /// The rows that are handed over are made.
        case capturing
        /// What was captured gets the identities that objects have got since.
        case renaming
        /// The source has everything, and answers.
        case saving
        /// Objects are saved.
        case landing
        case ended
    }

    /// What this save does with an object of the set.
    enum Capture {
        case nothing, inserted, updated, deleted
        /// Nothing of it is for the source.
        case unstored
    }

    var stage = Stage.queued
    /// The set: those objects with which the save has not done yet, once the source has answered.
    var list = UnsavedList()
    var objects: [NSManagedObject] { list.objects }
    /// Which of them comes next.
    var next = 0
    /// Objects that were listed as unsaved since, and are not of the set.
    var later: Set<ObjectIdentifier> = []
    /// Whether hooks of objects are being called: what these change belongs to this save.
    private(set) var isInHooks = false
    /// Whether a step is under way, whose hooks may call anything.
    var isStepping = false
    /// Whether the source is a coordinator, and no parent.
    var isForStores = false
    /// How often changes may still be processed.
    var rounds = ContextCore.SaveRounds()

    // Preparing, deriving and validating.

    /// Objects that hooks have changed, and that are told again.
    var (again, passes) = (ObjectSet(), 0)
    /// Those that are told in this pass; nil for the whole set.
    var pass: [NSManagedObject]?
    var growth = SaveGrowth(0)
    var derived: [NSManagedObject] = []
    var failures = ValidationFailures()
    /// Objects that were not to be saved when they were to be validated.
    var unvalidated: [NSManagedObject] = []

    // Reserving, naming and capturing.

    var counts: [EntityCount] = []
    var formers: [FormerIdentities] = []
    /// How many of these the children have heard of.
    var toldFormers = 0
    /// Whether a parent's stores have keys for new objects. So these have their identities before the parent saves them,
    /// and need not learn them all at once then.
    var hasKeysAtHand = true
    /// What was captured of objects before their turn.
    var early: [ObjectIdentifier: (capture: Capture, change: ObjectChange?)] = [:]
    var captures: ContiguousArray<Capture> = []
    /// How many of these have their rows in the flight.
    var noted = CaptureCounts()
    /// Objects of the set that had nothing to be handed over: what becomes of them later nobody knows.
    var idle: [NSManagedObject] = []
    var (inserted, updated, deleted): ([ObjectChange], [ObjectChange], [ObjectChange]) = ([], [], [])
    /// See `ContextCore.gatherLinked`.
    var (linked, lastLinked): (ObjectSet, NSManagedObject?) = (ObjectSet(), nil)
    /// Whether an object may be in the set twice: it has gone, and has come back.
    var mayRepeat = false
    /// Whether objects have got other identities since some were captured early, and since some were in their turn.
    var (isEarlyRenamed, isRenamed) = (false, false)
    /// How many of those that are handed over have the identities of now.
    var renamedCounts = CaptureCounts()

    // Saving and landing.

    var flight: SaveInFlight?
    /// Whether the queue is lent while the source saves, or while it reserves keys.
    var (isLent, isLentForKeys) = (false, false)
    /// The source's error, after which another thread has taken the save back.
    var landError: (any Error)?
    /// The objects that were told of the save before it began anew, and how often it has.
    var (toldBefore, restarts) = (ObjectSet(), 0)
    /// Objects at other ends of links, which the source compares.
    var checked = ObjectSet()
    var attempts = 0
    /// What the program has changed since objects were captured, as long as conflicts are resolved; and whether that has
    /// reached objects of the next save.
    var (edits, isLaterReached): (LaterEdits?, Bool) = (nil, false)
    var rows: SavedRows?
    /// How many of those that were handed over have not landed.
    var (insertedLeft, updatedLeft) = (0, 0)
    /// Objects that are saved and have not heard of it; then those of which observers have not heard.
    var (landed, told) = (ContextCore.Unsaved(), ContextCore.Unsaved())
    /// The new and the changed objects, if the event before the save has gathered all of them.
    var gathered: ToldChanges?
    /// Whether anything was handed over.
    var hasSaved = false

    /// Work on other threads; nil for a save at once.
    let away: SaveAway?
    /// Whether the main loop goes on between two steps.
    var isInSlices: Bool { away != nil }

    init(_ away: SaveAway? = nil) { self.away = away }

    // MARK: The stages

    /// Saves at once.
    func run(in core: ContextCore) throws {
        isStepping = true
        defer { isStepping = false }
        do {
            start(in: core)
            while stage != .ended {
                _ = try advance(.max, in: core)
                // What is handed over lands, whatever has become of the context.
                if hasGone(in: core), !isHandedOver { try restart(in: core) }
            }
        } catch {
            takeBack(in: core)
            conclude(in: core)
            throw error
        }
    }

    /// Does some of the stage that comes next.
    /// - Parameter most: The greatest number of objects.
    /// - Returns: The number of objects.
    func advance(_ most: Int, in core: ContextCore) throws -> Int {
        switch stage {
        case .queued: start(in: core)
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

    /// Posts that the context is about to be saved, and takes all that is unsaved.
    func start(in core: ContextCore) {
        guard core.hasChanges else {
            core.processPendingChanges()
            return conclude(in: core)
        }
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: core.context)
        core.processPendingChanges(&rounds)
        // An observer may have saved.
        guard core.hasChanges, core.saving == nil else { return conclude(in: core) }
        takeSet(in: core)
    }

    func takeSet(in core: ContextCore) {
        if core.isProcessing { listNew(core.touched, in: core) }
        (list, core.pending) = (core.pending, UnsavedList())
        growth = SaveGrowth(objects.count)
        (pass, again, next, later) = (nil, ObjectSet(), 0, [])
        (counts, failures, unvalidated, early) = ([], ValidationFailures(), [], [:])
        forgetCaptured()
        core.saving = self
        isForStores = core.source?.givesPermanentIdentities == true
        beginFlight(in: core)
        stage = .preparing
    }

    func beginFlight(in core: ContextCore) {
        let flight = SaveInFlight(self, in: core)
        (self.flight, core.saveInFlight) = (flight, flight)
    }

    /// Whether a hook has ended the save: it has reset the context, or saved it at once.
    func hasGone(in core: ContextCore) -> Bool {
        stage != .queued && stage != .ended && landError == nil && core.saving !== self
    }

    /// Begins anew, at once, with what such a hook has left. Objects that have been told are not told again.
    /// - Throws: An error, if hooks end the save each time.
    private func restart(in core: ContextCore) throws {
        guard core.hasChanges, core.saving == nil else { return conclude(in: core) }
        restarts += 1
        guard restarts <= Self.mostAttempts else { throw isInProgress(core) }
        takeSet(in: core)
        pass = objects.filter { !toldBefore.contains($0) }
    }

    /// Whether the set can be given back, for a save in a hook that saves all, or for a call that takes changes back.
    var canGiveUp: Bool { !isInSlices && isBeforeCapture }

    /// Gives the set back. The save begins anew with what there is then.
    func giveUp(in core: ContextCore) {
        toldBefore = ObjectSet(objects)
        takeBackObjects(in: core)
        var rest = list
        rest.append(core.pending)
        (core.pending, core.saving) = (rest, nil)
    }

    func conclude(in core: ContextCore) {
        stage = .ended
        if core.saving === self {
            (core.saving, core.saveInFlight) = (nil, nil)
            core.forgetSavedLinks()
        }
        flight?.letGo()
        idle = []
        // What is left lies in constant rows, as many as there were objects: to let go of them takes as long.
        guard flight != nil else { return }
        guard isInSlices else {
            return core.lendQueue {
                (flight, rows) = (nil, nil)
                (captures, list) = ([], UnsavedList())
            }
        }
        SaveAway.release(flight, rows)
        (flight, rows) = (nil, nil)
    }

    /// Whether the source has it, or gets it, as it is.
    var isHandedOver: Bool {
        switch stage {
        case .saving, .landing, .ended: true
        default: false
        }
    }

    // MARK: The set

    /// Whether an unsaved object that is listed from now on is of the set.
    func takes(_ object: NSManagedObject) -> Bool {
        guard isBeforeCapture || stage == .capturing, isInHooks || !isInSlices && isBeforeReserving else {
            later.insert(ObjectIdentifier(object))
            return false
        }
        // It may be where another one was.
        if !later.isEmpty { later.remove(ObjectIdentifier(object)) }
        list.append(object)
        return true
    }

    /// Whether an object is of the set.
    func has(_ object: NSManagedObject) -> Bool {
        object.state.contains(.listed) && (later.isEmpty || !later.contains(ObjectIdentifier(object)))
            || flight?.has(object) == true
    }

    /// Whether an object is still to be captured, before its turn to be.
    func isUnsaved(_ object: NSManagedObject, in core: ContextCore) -> Bool {
        object.core === core && !object.state.isDisjoint(with: .pending)
            && (early.isEmpty || early[ObjectIdentifier(object)] == nil)
    }

    var isBeforeReserving: Bool {
        switch stage {
        case .queued, .preparing, .deriving, .validating: true
        default: false
        }
    }

    var isBeforeCapture: Bool { isBeforeReserving || stage == .reserving || stage == .naming }

    /// The objects of the next step, in an array of their own: hooks may bring others.
    func takeNext(_ most: Int) -> [NSManagedObject] {
        let all = pass ?? objects
        let start = next
        next = start + min(most, all.count - start)
        return start == 0 && next == all.count ? all : Array(all[start..<next])
    }

    // MARK: Hooks

    /// Calls hooks of objects: what they change belongs to this save, and so does what those change who hear of it.
    func inHooks<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = isInHooks
        isInHooks = true
        defer { isInHooks = outer }
        return try body()
    }

    /// Calls hooks, and ends the event of what they have changed.
    /// - Returns: The objects that were changed meanwhile.
    func hearing(in core: ContextCore, _ body: () throws -> Void) rethrows -> [NSManagedObject] {
        let (outer, count) = (core.changedWhilePreparing, core.touched.count)
        core.changedWhilePreparing = []
        defer { core.changedWhilePreparing = outer }
        return try inHooks {
            try body()
            // In a save that an observer of an event has begun, objects of that event come before.
            var changed = Array(core.touched.dropFirst(count))
            if core.isProcessing { listNew(changed, in: core) }
            if isInSlices { core.processPendingChanges() } else { core.processPendingChanges(&rounds) }
            if core.isProcessing {
                // Deletions have reached others, or a merge policy has changed some.
                changed += core.touched.dropFirst(count)
                listNew(isInSlices ? changed : core.touched, in: core)
            }
            return changed + (core.changedWhilePreparing ?? [])
        }
    }

    /// Lists what the program has changed in the midst of an event, at whose end it would be listed.
    private func listNew(_ objects: [NSManagedObject], in core: ContextCore) {
        for object in objects where object.core === core && !object.state.contains(.listed) {
            if !object.state.isDisjoint(with: .pending) { core.pend(object) }
        }
    }

    /// What the program has changed between two slices is an event of its own, and not of the hooks'.
    func settleEvent(in core: ContextCore) {
        if isInSlices, core.hasUnprocessedChanges { core.processPendingChanges() }
    }
}

/// How many changes of each kind have been looked at, and how many objects.
struct CaptureCounts {
    var (objects, inserted, updated, deleted) = (0, 0, 0, 0)
}
