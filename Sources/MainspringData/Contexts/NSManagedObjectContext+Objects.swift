public import MainspringModel

extension NSManagedObjectContext {
    /// Makes an object a fault, or reads it anew.
    /// - Parameter flag: whether changes that are not saved are made again after reading; without, they are dropped, links at
    ///   both ends, and the object is a fault.
    public final func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        use { core.refresh(object, mergingChanges: flag) }
    }

    /// Refreshes all objects; changes that are not saved are kept.
    public final func refreshAllObjects() { use { core.refreshAll() } }

    /// Lets the next save fail, or resolve the conflict by its merge policy, if somebody else has changed or deleted an
    /// object since it was read, even if it is not changed here.
    ///
    /// An object of another context is an error of the program. A save without any changes does nothing, and checks
    /// nothing.
    public final func detectConflicts(for object: NSManagedObject) { use { core.lock(object) } }

    /// Says to which store a new object goes, where several can have it.
    ///
    /// Whether the store takes it is told by the save. An object that is not this context's, or that has a permanent
    /// identity of another store, is an error of the program. Of a child it goes to the parent with the object. A list
    /// whose request asks certain stores looks at it in the event in which the object is inserted or changed.
    public final func assign(_ object: Any, to store: NSPersistentStore) {
        // As on Apple's platforms: what is no managed object is nobody's.
        guard let object = object as? NSManagedObject else { return }
        use { core.assign(object, to: store) }
    }

    /// Gives new objects the identities that they will have in their stores, before they are saved.
    ///
    /// May be called in a child too; no context on the way to the stores is waited for, except where an object has been saved into the
    /// parent without one: that gives it its identity, and is waited for as for a fault. What obtains an identity in the midst of
    /// a save keeps it though that fails.
    /// - Throws: an error if an object is no new one of the context's, or there is no store for it.
    public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try use { () throws in try core.obtainPermanentIdentities(for: objects) }
    }
}

extension NSEntityDescription {
    /// Makes a new object of an entity of the context's model; an unknown name is an error of the program.
    public class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        NSManagedObject.make(context.core.entity(named: entityName), in: context)
    }

    /// The entity with a name in the context's model; nil if there is none.
    public class func entity(forEntityName entityName: String, in context: NSManagedObjectContext)
        -> NSEntityDescription?
    { context.core.model?.entitiesByName[entityName] }
}
