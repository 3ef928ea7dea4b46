/// The changes of a context's current event, which its next notice reports.
///
/// An object is in `touched` once, and has the state `tracked` meanwhile. After a save within the event it may be there
/// twice, see ``isSavedInPart``. Accessed only on the context's queue.
final class EventChanges {
    /// Objects that this event has inserted, modified or deleted.
    private(set) var touched: [NSManagedObject] = []
    /// Whether a part of this event was saved, so that an object may be in `touched` twice.
    private(set) var isSavedInPart = false
    /// Objects that this event has refreshed.
    private(set) var refreshed: [NSManagedObject] = []
    /// Objects of other contexts' insertions that this event has merged.
    private(set) var mergedInsertions: [NSManagedObject] = []
    /// Objects of other contexts' deletions that this event has merged.
    private(set) var mergedDeletions: [NSManagedObject] = []
    /// Objects of the events that have ended while hooks of a save are called, or nil if none are called.
    private(set) var changedInHooks: [NSManagedObject]?
    /// Whether changes are being processed.
    private(set) var isProcessing = false
    /// Whether the notice of an event is being posted.
    private(set) var isPosting = false
    /// The average times for the notifications of one merged object, and of one object that was saved in slices.
    var (mergeTelling, saveTelling) = (Duration.microseconds(20), Duration.microseconds(5))
    /// The number of processed events.
    private(set) var count = 0

    /// The greatest number of objects for which memory is kept for the next event.
    static let mostKept = 4_096

    var isEmpty: Bool {
        touched.isEmpty && refreshed.isEmpty && mergedInsertions.isEmpty && mergedDeletions.isEmpty
    }

    // MARK: Changes

    /// Adds an object with the state `tracked`.
    @inline(__always)
    func append(_ object: NSManagedObject) { touched.append(object) }

    /// Adds an object, and sets its state `tracked`.
    func touch(_ object: NSManagedObject) {
        object.state.insert(.tracked)
        touched.append(object)
    }

    /// Removes an object that is unchanged again.
    func remove(_ object: NSManagedObject) { touched.removeAll { $0 === object } }

    /// Removes objects that have left the context.
    func removeForeign(to core: ContextCore) {
        if !touched.isEmpty { touched.removeAll { $0.core !== core } }
    }

    func appendRefreshed(_ object: NSManagedObject) { refreshed.append(object) }
    func appendMergedInsertion(_ object: NSManagedObject) { mergedInsertions.append(object) }
    func appendMergedDeletion(_ object: NSManagedObject) { mergedDeletions.append(object) }

    /// Notes that a part of the event was saved.
    func noteSavedInPart() { if !touched.isEmpty { isSavedInPart = true } }

    /// Notes that all of the event was saved, except for the objects in `touched`.
    func noteSaved() { isSavedInPart = !touched.isEmpty }

    // MARK: The end of an event

    /// Calls a closure that processes events.
    func processing<Result>(_ body: () throws -> Result) rethrows -> Result {
        isProcessing = true
        defer { isProcessing = false }
        return try body()
    }

    /// Calls a closure that posts the notice of an event.
    func posting<Result>(_ body: () throws -> Result) rethrows -> Result {
        isPosting = true
        defer { isPosting = false }
        return try body()
    }

    /// Begins to process an event.
    func begin() { count += 1 }

    /// Adds the changes of this event to those in hooks.
    func noteInHooks() { changedInHooks?.append(contentsOf: touched) }

    /// Calls a closure that calls hooks of a save and processes events. Their objects are in ``changedInHooks``.
    func inHooks<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = changedInHooks
        changedInHooks = []
        defer { changedInHooks = outer }
        return try body()
    }

    /// Ends the changes of objects and their refreshes.
    func endTouched() {
        touched.removeAll(keepingCapacity: touched.count <= Self.mostKept)
        isSavedInPart = false
        for object in refreshed { object.state.remove(.refreshedNow) }
        refreshed.removeAll(keepingCapacity: refreshed.count <= Self.mostKept)
    }

    /// Ends the merges.
    func endMerged() { (mergedInsertions, mergedDeletions) = ([], []) }

    /// Forgets the changes of objects, which are being rolled back.
    func dropTouched() { touched = [] }

    /// Forgets all changes.
    func drop() { (touched, refreshed, mergedInsertions, mergedDeletions) = ([], [], [], []) }
}
