public import MainspringModel

extension NSManagedObjectContext {
    /// Makes an object a fault, or reads it anew.
    /// - Parameter flag: whether changes that are not saved are made again after reading; without, they are dropped, and
    ///   the object is a fault.
    public final func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        core.refresh(object, mergingChanges: flag)
    }

    /// Refreshes all objects; changes that are not saved are kept.
    public final func refreshAllObjects() { core.refreshAll() }

    /// Throws if others have saved changes of an object that has unsaved ones here, as a save would meet it; Apple's
    /// method says it at the next save.
    /// - Throws: `CocoaError` 133020.
    public final func detectConflicts(for object: NSManagedObject) throws { try core.detectConflicts(of: object) }

    /// Gives new objects the identities that they will have in their stores, before they are saved.
    ///
    /// May be called in a child too; no context on the way to the stores is waited for.
    /// - Throws: an error if an object is no new one of the context's, or there is no store for it.
    public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try core.obtainPermanentIdentities(for: objects)
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
