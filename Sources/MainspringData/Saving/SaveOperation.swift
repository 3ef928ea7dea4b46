internal import Foundation
internal import MainspringModel

/// One save of a context, divided into stages. It runs at once, or in slices that alternate with passes of the main loop.
///
/// The set of a save is the unsaved objects at its begin, with the objects that hooks insert or change. Each stage
/// processes the set in order. Changes that the program makes between two slices belong to the next save, and so do child
/// saves that are applied while the queue is lent. ``SaveInFlight/leave(_:)`` keeps the state of an object from before
/// such a change.
///
/// Accessed only on the context's queue. A ``SlicedSave`` drives a save in slices.
final class SaveOperation {
    /// A stage of a save. The file `SaveOperation+…` of the same name implements it.
    enum Stage {
        /// The save waits for its turn.
        case queued
        /// Calls of `willSave()`.
        case preparing
        /// Computation of derived attributes.
        case deriving
        case validating
        /// Reservation of primary keys in the stores.
        case reserving
        /// Assignment of permanent identities to new objects.
        case naming
        /// Creation of the object changes for the source.
        case capturing
        /// Replacement of temporary identities in captured changes.
        case renaming
        /// The source saves the change set.
        case saving
        /// Application of the source's result to the objects.
        case landing
        case ended
    }

    /// The kind of change that was captured of an object.
    enum Capture {
        case nothing, inserted, updated, deleted
        /// An update of transient properties only, which the source does not get.
        case unstored
    }

    var stage = Stage.queued
    /// The set. In the stage `landing`, the objects that are still to be processed.
    var list = UnsavedList()
    var objects: [NSManagedObject] { list.objects }
    /// The index of the next object in the set, or in `pass`.
    var next = 0
    /// Objects that were marked as unsaved after the begin and belong to the next save.
    var later: Set<ObjectIdentifier> = []
    /// Whether hooks of objects are being called. Their changes belong to this save.
    private(set) var isInHooks = false
    /// Whether a step is running. Its hooks may call any method of the context.
    var isStepping = false
    /// Whether the source is a coordinator, not a parent context. Cached, since each captured object needs it.
    var isForStores = false
    /// The remaining number of times that this save may process pending changes.
    var rounds = ContextCore.SaveRounds()

    // Preparing, deriving and validating.

    /// Objects that hooks have changed and that get `willSave()` again, and the number of such passes.
    var (again, passes) = (ObjectSet(), 0)
    /// The objects of this pass, or nil for the whole set.
    var pass: [NSManagedObject]?
    var growth = SaveGrowth(0)
    var derived: [NSManagedObject] = []
    var failures = ValidationFailures()
    /// Objects of the set that had no changes when their turn for validation came.
    var unvalidated: [NSManagedObject] = []

    /// Whether the set has deleted objects, to which others may lead.
    var hasDeletions = false

    // Reserving, naming and capturing.

    var counts: [EntityCount] = []
    var formers: [FormerIdentities] = []
    /// The number of groups in `formers` whose new identities were sent to child contexts.
    var toldFormers = 0
    /// Whether the parent's stores have reserved keys. New objects then get permanent identities now, and not all at once
    /// when the parent saves them.
    var hasKeysAtHand = true
    /// The captured changes of objects that were modified before their turn.
    var early: [ObjectIdentifier: (capture: Capture, change: ObjectChange?)] = [:]
    var captures: ContiguousArray<Capture> = []
    /// The number of captures whose rows are in the flight's table.
    var noted = CaptureCounts()
    /// Objects of the set without a captured change. Fetches examine them, since they may be modified later.
    var idle: [NSManagedObject] = []
    var (inserted, updated, deleted): ([ObjectChange], [ObjectChange], [ObjectChange]) = ([], [], [])
    /// The unchanged objects at the other ends of modified links, and the last of them. See `ContextCore.gatherLinked`.
    var (linked, lastLinked): (ObjectSet, NSManagedObject?) = (ObjectSet(), nil)
    /// Whether an object may be in the set twice, since it was removed from the context and inserted again.
    var mayRepeat = false
    /// Whether identities were replaced after an early capture, and after a capture in turn.
    var (isEarlyRenamed, isRenamed) = (false, false)
    /// The number of captured changes that the stage `renaming` has processed.
    var renamedCounts = CaptureCounts()

    // Saving and landing.

    var flight: SaveInFlight?
    /// Whether the queue is lent while the source saves, and while it reserves keys.
    var (isLent, isLentForKeys) = (false, false)
    /// The source's error, if another thread has received it and rolled the save back.
    var landError: (any Error)?
    /// The objects that got `willSave()` before this save started again, and the number of restarts.
    var (toldBefore, restarts) = (ObjectSet(), 0)
    /// Objects at the other ends of links, which the source compares with its rows.
    var checked = ObjectSet()
    var attempts = 0
    /// Changes that the program has made after the capture, while a merge policy resolves conflicts; and whether the
    /// resolution has changed objects of the next save.
    var (edits, isLaterReached): (LaterEdits?, Bool) = (nil, false)
    var rows: SavedRows?
    /// The numbers of changes whose objects are still to be processed in the stage `landing`.
    var (insertedLeft, updatedLeft) = (0, 0)
    /// Saved objects before their `didSave()`, and saved objects that were not posted yet.
    var (landed, told) = (ContextCore.Unsaved(), ContextCore.Unsaved())
    /// The inserted and updated objects as sets, if the last event before the save has built them.
    var gathered: ToldChanges?
    /// Whether anything was captured for the source.
    var hasSaved = false

    /// The work on background threads, or nil for a save at once.
    let background: BackgroundSaveWork?
    /// Whether the main loop runs between two steps.
    var isInSlices: Bool { background != nil }

    init(_ background: BackgroundSaveWork? = nil) { self.background = background }

    // MARK: The stages

    /// Runs all stages without a limit.
    /// - Throws: The first error of a stage, after the save was rolled back.
    func run(in core: ContextCore) throws {
        isStepping = true
        defer { isStepping = false }
        do {
            start(in: core)
            while stage != .ended {
                _ = try advance(.max, in: core)
                // After the hand-over the result is applied, even if the context was reset.
                if hasGone(in: core), !isHandedOver { try restart(in: core) }
            }
        } catch {
            takeBack(in: core)
            conclude(in: core)
            throw error
        }
    }

    /// Runs a part of the current stage.
    /// - Parameter most: The greatest number of objects to process.
    /// - Returns: The number of objects that were processed.
    func advance(_ most: Int, in core: ContextCore) throws -> Int {
        switch stage {
        case .queued, .ended: break
        case .preparing: return prepare(most, in: core)
        case .deriving: return try derive(most, in: core)
        case .validating: return try validate(most, in: core)
        case .reserving: reserve(in: core)
        case .naming: return try name(most, in: core)
        case .capturing: return try capture(most, in: core)
        case .renaming: return try renameCaptured(most, in: core)
        case .saving: try answer(in: core)
        case .landing: return land(most, in: core)
        }
        return 0
    }

    // MARK: Begin and end

    /// Posts `NSManagedObjectContextWillSave`, and makes all unsaved objects the set. Ends the save if there are none.
    func start(in core: ContextCore) {
        guard core.hasChanges else {
            core.processPendingChanges()
            return conclude(in: core)
        }
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: core.context)
        // An observer may have begun a save in slices. It comes first, and what it does not save belongs to this one.
        if !isInSlices, core.saving?.isInSlices == true { core.completeMerges() }
        core.processPendingChanges(&rounds)
        // An observer may have saved the context.
        guard core.hasChanges, core.saving == nil else { return conclude(in: core) }
        takeSet(in: core)
    }

    /// Moves the context's unsaved objects into the set, and enters the first stage.
    func takeSet(in core: ContextCore) {
        if core.event.isProcessing { listNew(core.event.touched, in: core) }
        list = core.pendingChanges.take()
        growth = SaveGrowth(objects.count)
        (pass, again, next, later) = (nil, ObjectSet(), 0, [])
        (counts, failures, unvalidated, early, hasDeletions) = ([], ValidationFailures(), [], [:], false)
        forgetCaptured()
        core.saving = self
        isForStores = core.source?.givesPermanentIdentities == true
        flight = SaveInFlight(self, in: core)
        stage = .preparing
    }

    /// Whether a hook has detached the save from the context, by a reset or by a save at once.
    func hasGone(in core: ContextCore) -> Bool {
        stage != .queued && stage != .ended && landError == nil && core.saving !== self
    }

    /// Starts again at once with the changes that such a hook has left. Objects that got `willSave()` do not get it again.
    /// - Throws: An error after ``mostAttempts`` restarts.
    private func restart(in core: ContextCore) throws {
        guard core.hasChanges, core.saving == nil else { return conclude(in: core) }
        restarts += 1
        guard restarts <= Self.mostAttempts else { throw isInProgress(core) }
        takeSet(in: core)
        pass = objects.filter { !toldBefore.contains($0) }
    }

    /// Whether ``giveUp(in:)`` may be called: the save is at once, and no change was captured in its turn.
    var canGiveUp: Bool { !isInSlices && isBeforeCapture }

    /// Returns the set to the context, before a nested save or a rollback. ``run(in:)`` then starts this save again.
    func giveUp(in core: ContextCore) {
        toldBefore = ObjectSet(objects)
        takeBackObjects(in: core)
        core.pendingChanges.restore(list)
        core.saving = nil
    }

    /// Ends the save, and releases its memory.
    func conclude(in core: ContextCore) {
        stage = .ended
        if core.saving === self {
            core.saving = nil
            core.forgetSavedLinks()
        }
        flight?.letGo()
        idle = []
        // The release of one row for each object takes time, so that children may read meanwhile, or another thread does it.
        guard flight != nil else { return }
        guard isInSlices else {
            return core.lendQueue {
                (flight, rows) = (nil, nil)
                (captures, list) = ([], UnsavedList())
            }
        }
        BackgroundSaveWork.release(flight, rows)
        (flight, rows) = (nil, nil)
    }

    /// Whether the change set was handed over to the source.
    var isHandedOver: Bool {
        switch stage {
        case .saving, .landing, .ended: true
        default: false
        }
    }

    // MARK: The set

    /// Adds an object that has just become unsaved to the set, if this save includes it.
    /// - Returns: Whether it was added. Otherwise the object belongs to the next save.
    func takes(_ object: NSManagedObject) -> Bool {
        guard isBeforeCapture || stage == .capturing, isInHooks || !isInSlices && isBeforeReserving else {
            later.insert(ObjectIdentifier(object))
            return false
        }
        // The address may be that of an object that was released.
        if !later.isEmpty { later.remove(ObjectIdentifier(object)) }
        list.append(object)
        return true
    }

    /// Whether an object belongs to the set.
    func has(_ object: NSManagedObject) -> Bool {
        object.state.contains(.listed) && (later.isEmpty || !later.contains(ObjectIdentifier(object)))
            || flight?.has(object) == true
    }

    /// Whether an object has changes that were not captured early. Valid before the stage `capturing`.
    func isUnsaved(_ object: NSManagedObject, in core: ContextCore) -> Bool {
        object.core === core && !object.state.isDisjoint(with: .pending)
            && (early.isEmpty || early[ObjectIdentifier(object)] == nil)
    }

    /// Whether hooks of the set may still be called.
    var isBeforeReserving: Bool {
        switch stage {
        case .queued, .preparing, .deriving, .validating: true
        default: false
        }
    }

    /// Whether no change was captured in its turn.
    var isBeforeCapture: Bool { isBeforeReserving || stage == .reserving || stage == .naming }

    /// Returns the objects of the next step and advances `next`. Hooks may append to the set while the caller iterates.
    func takeNext(_ most: Int) -> [NSManagedObject] {
        let all = pass ?? objects
        let start = next
        next = start + min(most, all.count - start)
        return start == 0 && next == all.count ? all : Array(all[start..<next])
    }

    // MARK: Hooks

    /// Calls a closure that calls hooks. Their changes, and those of observers of these changes, belong to this save.
    func inHooks<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = isInHooks
        isInHooks = true
        defer { isInHooks = outer }
        return try body()
    }

    /// Calls a closure that calls hooks, and then processes the pending changes.
    /// - Returns: The objects that were changed by the hooks.
    func callingHooks(in core: ContextCore, _ body: () throws -> Void) rethrows -> [NSManagedObject] {
        let (event, count) = (core.event, core.event.touched.count)
        return try event.inHooks {
            try inHooks {
                try body()
                // If an observer of an event has started this save, `touched` begins with the objects of that event.
                var changed = Array(event.touched.dropFirst(count))
                if event.isProcessing { listNew(changed, in: core) }
                if isInSlices { core.processPendingChanges() } else { core.processPendingChanges(&rounds) }
                if event.isProcessing {
                    // Delete rules have modified other objects, or a merge policy has.
                    changed += event.touched.dropFirst(count)
                    listNew(isInSlices ? changed : event.touched, in: core)
                }
                return changed + (event.changedInHooks ?? [])
            }
        }
    }

    /// Marks objects as unsaved during an event, which would do so at its end only.
    private func listNew(_ objects: [NSManagedObject], in core: ContextCore) {
        for object in objects where object.core === core && !object.state.contains(.listed) {
            if !object.state.isDisjoint(with: .pending) { core.pend(object) }
        }
    }

    /// Processes the changes that the program has made between two slices, so that they are not taken for the hooks'.
    func settleEvent(in core: ContextCore) {
        if isInSlices, core.hasUnprocessedChanges { core.processPendingChanges() }
    }
}

/// Positions in the arrays of captured changes, and in the set.
struct CaptureCounts {
    var (objects, inserted, updated, deleted) = (0, 0, 0, 0)
}
