/// The deletions of a context's current event, in the order in which their delete rules are applied.
///
/// Accessed only on the context's queue.
final class DeletionQueue {
    /// The deleted objects.
    private(set) var objects: [NSManagedObject] = []
    /// The number of objects whose delete rules were applied, or are being applied.
    private(set) var doneCount = 0
    /// Objects whose delete rules are being applied: one, or more if a hook of an object saves.
    private(set) var propagating: [NSManagedObject] = []
    /// Objects whose `prepareForDeletion()` is being called, since a delete rule deletes them.
    private(set) var preparing: [NSManagedObject] = []

    /// The objects whose delete rules are still to be applied.
    var left: ArraySlice<NSManagedObject> { objects[doneCount...] }

    /// Whether delete rules are to be applied again: the object was read anew, so that it has links that its deletion had
    /// ended, or ones that others have made.
    private(set) var isRepeated = false

    func append(_ object: NSManagedObject) { objects.append(object) }

    /// Appends an object whose delete rules were applied before it was read anew.
    func appendAgain(_ object: NSManagedObject) {
        objects.append(object)
        isRepeated = true
    }

    /// Removes an object that is inserted again.
    func remove(_ object: NSManagedObject) {
        while let index = objects.lastIndex(where: { $0 === object }) {
            objects.remove(at: index)
            if index < doneCount { doneCount -= 1 }
        }
    }

    /// Returns the next object, or nil at the end.
    func next() -> NSManagedObject? {
        guard doneCount < objects.count else { return nil }
        defer { doneCount += 1 }
        return objects[doneCount]
    }

    /// Calls a closure that applies an object's delete rules.
    func propagate(_ object: NSManagedObject, _ body: (NSManagedObject) -> Void) {
        propagating.append(object)
        body(object)
        propagating.removeLast()
    }

    /// Calls `prepareForDeletion()` of an object.
    func prepare(_ object: NSManagedObject) {
        preparing.append(object)
        object.prepareForDeletion()
        preparing.removeLast()
    }

    /// Ends the deletions of an event.
    func end() {
        objects.removeAll(keepingCapacity: objects.count <= EventChanges.mostKept)
        (doneCount, isRepeated) = (0, false)
    }

    /// Forgets all deletions.
    func drop() { (objects, doneCount, isRepeated) = ([], 0, false) }
}
