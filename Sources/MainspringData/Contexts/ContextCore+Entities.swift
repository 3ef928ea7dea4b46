internal import Diagnostics
internal import Foundation
internal import MainspringModel

extension NSManagedObjectModel {
    /// The model's entity for one that may stand in another copy of the model: itself, or the one of that name whose version
    /// is the same; nil if there is none.
    final func own(_ entity: NSEntityDescription) -> NSEntityDescription? {
        if entity.model === self { return entity }
        guard let own = entity.name.flatMap({ entitiesByName[$0] }), own.versionHash == entity.versionHash else {
            return nil
        }
        return own
    }
}

/// Entities that may stand in another copy of the context's model, as when a program has read it twice.
struct OwnEntities {
    /// Found out once of each, since versions are computed; entities are kept, so that nobody else gets their addresses.
    private var known: [ObjectIdentifier: (entity: NSEntityDescription, own: NSEntityDescription?)] = [:]
    private weak var model: NSManagedObjectModel?

    /// The entity of a model that stands for another one; nil if none does.
    mutating func entity(for entity: NSEntityDescription, in model: NSManagedObjectModel) -> NSEntityDescription? {
        if entity.model === model { return entity }
        if self.model !== model { (self.model, known) = (model, [:]) }
        if let found = known[ObjectIdentifier(entity)] { return found.own }
        let own = model.own(entity)
        known[ObjectIdentifier(entity)] = (entity, own)
        return own
    }
}

/// Entities of the context's model.
extension ContextCore {
    var model: NSManagedObjectModel? { source?.model }

    /// Returns what objects of a class and an entity have in common.
    @inline(__always)
    final func shape(of type: NSManagedObject.Type, _ entity: NSEntityDescription) -> ObjectShape {
        entities.shape(of: type, entity, in: model)
    }

    /// Returns the model's entity for one that may be in another copy of the model, or nil if it has none.
    final func ownEntity(for entity: NSEntityDescription) -> NSEntityDescription? { entities.own(entity, in: model) }

    /// Returns the entity whose objects have a class.
    final func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        entities.entity(of: type, in: model, title: title)
    }

    /// Returns the entity with a name.
    /// - Precondition: The model has it.
    func entity(named name: String) -> NSEntityDescription {
        guard let model else {
            programmerError(
                """
                The entity “\(name)” was asked for in \(title), which has neither a coordinator nor a parent. Set \
                persistentStoreCoordinator or parent first.
                """)
        }
        guard let entity = model.entitiesByName[name] else {
            programmerError(
                """
                The model of \(title) has no entity “\(name)”. It has: \
                \(model.entities.compactMap(\.name).sorted().joined(separator: ", ")).
                """)
        }
        return entity
    }
}
