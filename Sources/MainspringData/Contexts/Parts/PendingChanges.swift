internal import MainspringModel

/// The unsaved changes of a context, without those of the current event and of a running save.
///
/// Each listed object has the state `listed` and is in the list once. Accessed only on the context's queue.
final class PendingChanges {
    /// The objects with unsaved changes.
    private(set) var list = UnsavedList()
    /// Objects whose links were modified after a fetch has examined them. The next fetch examines them again.
    private(set) var changedLinks: [NSManagedObject] = []
    /// The stores to which the program has assigned new objects.
    var assignments = StoreAssignments()
    /// Unchanged objects whose rows another save must not have modified.
    var locked = ObjectSet()
    /// The versions that follow those of objects that others have deleted, and that are saved again as new ones.
    var formerVersions: [ObjectKey: Int64] = [:]
    /// Changes of values by hand-written accessors that are not finished.
    var openChanges: [OpenChange] = []
    /// The number of resets and rollbacks, each of which drops all unsaved changes.
    private(set) var dropCount = 0
    /// The number of unsaved objects from which on fetches store where links lead.
    var leastMarked = 1_024

    var count: Int { list.count }
    var isEmpty: Bool { list.isEmpty }

    func append(_ object: NSManagedObject) { list.append(object) }

    /// Adds the objects of an ended save, before the others.
    func restore(_ saved: UnsavedList) {
        var restored = saved
        restored.append(list)
        list = restored
    }

    /// Returns the list, and begins an empty one.
    func take() -> UnsavedList {
        defer { list = UnsavedList() }
        return list
    }

    /// Removes objects.
    /// - Returns: Remaining references, if most of the objects were removed. Their release takes time, and may be done in
    ///   steps.
    @discardableResult
    func removeAll(where isGone: (NSManagedObject) -> Bool) -> [NSManagedObject] { list.removeAll(where: isGone) }

    // MARK: Links

    func first(_ count: Int, leadingBy filter: LinkFilter) -> [NSManagedObject] {
        list.first(count, leadingBy: filter)
    }

    /// Examines the links of objects that were added since the last fetch.
    func lookAtLinks() { list.lookAtLinks() }

    /// Notes an object whose links are about to be modified.
    /// - Returns: Whether the objects are few enough to be noted.
    func noteLinks(of object: NSManagedObject) -> Bool {
        object.state.insert(.linksChanged)
        changedLinks.append(object)
        return changedLinks.count <= Self.mostChanged
    }

    private static let mostChanged = 4_096

    /// Forgets objects with modified links that are not listed in a context.
    func forgetSavedLinks(of core: ContextCore) {
        changedLinks.removeAll { object in
            guard object.core !== core || !object.state.contains(.listed) else { return false }
            object.state.remove(.linksChanged)
            return true
        }
    }

    /// Forgets where links lead.
    func forgetLinks() {
        for object in changedLinks { object.state.remove(.linksChanged) }
        changedLinks = []
        list.forgetLinks()
    }

    // MARK: The end

    /// Counts a reset or a rollback.
    func noteDrop() { dropCount += 1 }

    /// Forgets what the next save was to do, besides the listed objects.
    func dropConditions() {
        (locked, formerVersions) = (ObjectSet(), [:])
        assignments = StoreAssignments()
    }

    /// Forgets all changes.
    func drop() {
        forgetLinks()
        list = UnsavedList()
        dropConditions()
    }
}
