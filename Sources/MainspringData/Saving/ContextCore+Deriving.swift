internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Computing derived attributes, when objects are about to be saved into stores.
extension ContextCore {
    /// Computes those of all that is saved, and of those that are derived from it, which are saved with it.
    /// - Returns: the objects of which one is another one now.
    /// - Throws: why one cannot be computed.
    final func deriveAttributes() throws -> [NSManagedObject] {
        guard let plan = derivations, !plan.isEmpty else { return [] }
        let unsaved = unsaved
        let changed = unsaved.inserted + unsaved.updated.filter(\.differsPersistently)
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
            guard object.state.contains(.inserted) || object.differsPersistently else { return isOther }
            for derivation in derivations where derivation.isTime {
                if try derive(derivation, of: object) { isOther = true }
            }
            return isOther
        }
    }

    private var derivations: DerivationPlan? {
        guard let model else { return nil }
        if let knownDerivations, knownDerivations.model === model { return knownDerivations }
        knownDerivations = DerivationPlan(model)
        return knownDerivations
    }

    /// - Returns: whether the value is another one now.
    private func derive(_ derivation: DerivationPlan.Derivation, of object: NSManagedObject) throws -> Bool {
        if !object.state.isReadable { object.prepareToRead() }
        let value: Any?
        do {
            let found = try PredicateFailure.throwing {
                derivation.expression.expressionValue(with: object, context: nil)
            }
            value = try object.converted(found, derivation.place)
        } catch {
            throw CoreDataError.make(
                NSCoreDataError,
                "The derived attribute “\(derivation.name)” of “\(object.entity.name ?? "")” cannot be computed by "
                    + "\(derivation.expression): \(error) Let its expression be a key path of the entity, a function of one, or now().",
                userInfo: [NSAffectedObjectsErrorKey: [object]], underlying: error)
        }
        guard !Self.isSame(object.memory.loose(derivation.place), value) else { return false }
        // No change of the program's: it is not undone, and does not make the object changed once more.
        object.observation?.willChange(object, derivation.place)
        object.ownMemory.setLoose(value, derivation.place)
        object.noteWritten(derivation.place)
        if !object.state.contains(.inserted) { list(object, as: .updated) }
        noteRefreshed(object)
        return true
    }

    private static func isSame(_ left: Any?, _ right: Any?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return (left as? AnyHashable) == (right as? AnyHashable) && left is AnyHashable
    }
}
