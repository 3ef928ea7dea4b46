internal import MainspringModel

/// Which entity of a model a class stands for.
enum EntitiesOfClasses {
    /// The only entity whose objects are of a class, or the only one that does not inherit from another such; nil if
    /// there is none, or several.
    static func entity(of type: NSManagedObject.Type, in model: NSManagedObjectModel) -> NSEntityDescription? {
        let all = model.entities.filter { $0.managedObjectClass == type }
        let topmost = all.filter { entity in !all.contains { $0 !== entity && entity.isKindOf(entity: $0) } }
        return topmost.count == 1 ? topmost[0] : nil
    }
}
