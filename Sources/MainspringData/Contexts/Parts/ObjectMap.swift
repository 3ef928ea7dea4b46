internal import MainspringModel

/// The registered objects of a context: one for each identity.
///
/// Accessed only on the context's queue, except for `table`, `registrations` and `replaced`, which are thread-safe.
final class ObjectMap {
    /// The objects by their keys. It does not retain them.
    let table = ObjectTable()
    /// The objects that incremental stores are notified of.
    let registrations = ObjectRegistrations()
    /// All registered objects, if the context retains unchanged ones, or nil.
    private(set) var retained: ObjectSet?
    /// The permanent identities that objects have got, by the temporary ones that the program may still use.
    var laterIdentities = LaterIdentities()
    /// Identities that contexts above have replaced, and that this context has not processed.
    let replaced = ReplacedIdentities()
    /// Whether a save has replaced identities that child contexts do not know. They must not read meanwhile.
    var hasUntoldIdentities = false
    /// Objects that could not be read, with their errors. See `noteUnreadable`.
    var unreadable: [ObjectKey: ContextCore.Unreadable] = [:]
    /// The fault that the next initializer of an object is to create, or nil for a new object.
    var faultToMake: FaultToMake?
    /// The number of resets, each of which removes all objects.
    private(set) var resetCount = 0

    /// Whether the context retains unchanged objects.
    var isRetaining: Bool {
        get { retained != nil }
        set { if newValue != isRetaining { retained = newValue ? ObjectSet(table.objects) : nil } }
    }

    /// Whether each new registration is to be noted.
    var notesRegistrations: Bool { retained != nil || registrations.isWanted }

    /// Notes an object that was added to the table.
    @inline(__always)
    func noteRegistered(_ object: NSManagedObject) {
        if retained != nil { retained?.insert(object) }
        registrations.note(object)
    }

    /// Removes an object that is being released. Callable on any thread.
    func noteEnd(of object: NSManagedObject) {
        table.remove(object)
        registrations.noteGone(object)
    }

    /// Removes an object.
    func remove(_ object: NSManagedObject) {
        noteEnd(of: object)
        release(object)
    }

    /// Ends the retention of an object.
    func release(_ object: NSManagedObject) {
        if retained != nil { retained?.remove(object) }
    }

    /// Removes all objects, for a reset or the end of the context.
    func removeAll() -> [NSManagedObject] {
        let objects = table.removeAll()
        unreadable = [:]
        _ = replaced.takeAll()
        registrations.noteGone(objects)
        resetCount += 1
        return objects
    }

    /// Releases the removed objects, and notifies incremental stores.
    func endRemoval() {
        if retained != nil { retained = ObjectSet() }
        registrations.tell()
    }
}
