internal import Diagnostics
internal import MainspringModel

/// The entities, the shapes of objects and the derivations that a context has looked up in its model.
///
/// Accessed only on the context's queue.
final class EntityLookup {
    private var ownEntities = OwnEntities()
    private var entitiesByClass: [ObjectIdentifier: NSEntityDescription] = [:]
    /// The class and the entity of the last lookup.
    private var lastEntity: (type: NSManagedObject.Type, entity: NSEntityDescription)?
    /// The shape of the last created object. The next one often has the same.
    private(set) var lastShape: ObjectShape?
    private var derivations: DerivationPlan?

    /// Returns what objects of a class and an entity have in common.
    /// - Parameter model: The context's model. It is read only if the shape is not that of the last object.
    @inline(__always)
    func shape(
        of type: NSManagedObject.Type, _ entity: NSEntityDescription, in model: @autoclosure () -> NSManagedObjectModel?
    ) -> ObjectShape {
        if let lastShape, lastShape.entity === entity, lastShape.type == type { return lastShape }
        // An entity of another model is rejected by the save. Until then the object may be deleted.
        let shape = ObjectShape.of(type, own(entity, in: model()) ?? entity)
        lastShape = shape
        return shape
    }

    func forgetShape() { lastShape = nil }

    /// Returns the model's entity for one that may be in another copy of the model, or nil if it has none.
    func own(_ entity: NSEntityDescription, in model: NSManagedObjectModel?) -> NSEntityDescription? {
        model.flatMap { ownEntities.entity(for: entity, in: $0) }
    }

    /// Returns the entity whose objects have a class.
    /// - Parameter title: The context's name in error messages.
    func entity(
        of type: NSManagedObject.Type, in model: @autoclosure () -> NSManagedObjectModel?,
        title: @autoclosure () -> String
    ) -> NSEntityDescription {
        if let lastEntity, lastEntity.type == type { return lastEntity.entity }
        let entity = uniqueEntity(of: type, model(), title)
        lastEntity = (type, entity)
        return entity
    }

    private func uniqueEntity(
        of type: NSManagedObject.Type, _ model: NSManagedObjectModel?, _ title: () -> String
    ) -> NSEntityDescription {
        if let known = entitiesByClass[ObjectIdentifier(type)] { return known }
        guard let model else {
            programmerError(
                """
                An object of \(type) was to be made in \(title()), which has neither a coordinator nor a parent. Set \
                persistentStoreCoordinator or parent first.
                """)
        }
        guard let entity = EntitiesOfClasses.entity(of: type, in: model) else {
            programmerError(
                """
                The model of \(title()) has no entity of its own for the class \(type), or several. Give one entity that \
                class, or use init(entity:insertInto:).
                """)
        }
        entitiesByClass[ObjectIdentifier(type)] = entity
        return entity
    }

    /// Returns how the derived attributes of a model are computed.
    func derivations(of model: NSManagedObjectModel) -> DerivationPlan {
        if let derivations, derivations.model === model { return derivations }
        let plan = DerivationPlan(model)
        derivations = plan
        return plan
    }
}
