internal import Diagnostics
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

    /// The entity of a class in the model of the context on whose queue this is, or in that of a coordinator.
    static func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        if let model = (FetchExecution.current as? ContextCore)?.model, let own = entity(of: type, in: model) {
            return own
        }
        for model in ModelsInUse.newestFirst {
            if let entity = entity(of: type, in: model) { return entity }
        }
        programmerError(
            """
            No model of the program's coordinators has an entity of its own for the class \(type), or one has several. Load \
            the persistent stores first, give one entity that class, or make the request by NSFetchRequest(entityName:).
            """)
    }
}
