internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Computing derived attributes, when objects are about to be saved into stores.
extension ContextCore {
    /// Whether the model has any.
    final var derivesAttributes: Bool { derivations.map { !$0.isEmpty } ?? false }

    /// Computes the derived attributes of changed objects, and of objects whose attributes depend on them.
    /// - Returns: The objects with a new value.
    /// - Throws: An error if an expression cannot be evaluated.
    final func deriveAttributes(of changed: [NSManagedObject]) throws -> [NSManagedObject] {
        guard let plan = derivations else { return [] }
        var objects = ObjectSet(changed)
        for object in changed {
            for other in plan.dependents(on: object) where !other.state.contains(.deleted) { objects.insert(other) }
        }
        return try objects.objects.filter { object in
            let derivations = plan.derivations(of: object)
            var isOther = false
            for derivation in derivations where !derivation.isTime {
                if try derive(derivation, of: object) { isOther = true }
            }
            guard isHere(object), object.state.contains(.inserted) || object.differsPersistently else { return isOther }
            for derivation in derivations where derivation.isTime {
                if try derive(derivation, of: object) { isOther = true }
            }
            return isOther
        }
    }

    private var derivations: DerivationPlan? {
        model.map(entities.derivations)
    }

    /// Whether an object is to be saved yet: who is told of a derived value may let go of it.
    private func isHere(_ object: NSManagedObject) -> Bool {
        guard object.core === self else { return false }
        if !object.state.isReadable { object.prepareToRead() }
        return object.core === self
    }

    /// - Returns: whether the value is another one now.
    private func derive(_ derivation: DerivationPlan.Derivation, of object: NSManagedObject) throws -> Bool {
        guard isHere(object) else { return false }
        var new = try value(of: derivation, for: object)
        // Getters of the program's may have been asked.
        guard isHere(object), isOther(new, derivation, object) else { return false }
        // No change of the program's: it is not undone, and does not make the object changed once more.
        if let observation = object.observation {
            observation.willChange(object, derivation.place)
            guard isHere(object) else { return false }
            new = try value(of: derivation, for: object)
            guard isHere(object) else { return false }
        }
        object.ownMemory.setLoose(new, derivation.place)
        if !object.state.contains(.inserted) { list(object, as: .updated) }
        object.noteWritten(derivation.place)
        noteRefreshed(object)
        return true
    }

    /// What an attribute of an object is now, of its own type.
    /// - Throws: why it cannot be computed.
    final func value(of derivation: DerivationPlan.Derivation, for object: NSManagedObject) throws -> Any? {
        do {
            let found = try PredicateFailure.throwing {
                derivation.expression.expressionValue(with: object, context: nil)
            }
            return try object.converted(found, derivation.place)
        } catch {
            throw CoreDataError.make(
                NSCoreDataError,
                "The derived attribute “\(derivation.name)” of “\(object.entity.name ?? "")” cannot be computed by "
                    + "\(derivation.expression): \(error) Let its expression be a key path of the entity, a function of one, or now().",
                userInfo: [NSAffectedObjectsErrorKey: [object]], underlying: error)
        }
    }

    private func isOther(
        _ value: Any?, _ derivation: DerivationPlan.Derivation, _ object: NSManagedObject
    ) -> Bool {
        guard let value, let known = object.memory.loose(derivation.place) else {
            return value != nil || object.memory.loose(derivation.place) != nil
        }
        return (known as? AnyHashable) != (value as? AnyHashable) || !(value is AnyHashable)
    }
}
