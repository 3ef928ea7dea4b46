internal import Foundation
internal import class MainspringFoundation.NSExpression
@_spi(Tools) internal import MainspringModel

/// How the derived attributes of a model's objects are computed, and to whom a change of another object matters.
final class DerivationPlan {
    /// One attribute of one entity.
    struct Derivation {
        let name: String
        let place: SlotPlace
        let expression: NSExpression

        /// Whether it is the time of the save: it changes when something else does.
        var isTime: Bool { expression.expressionType == .function && expression.function == "now" }
    }

    let model: NSManagedObjectModel
    private var own: [ObjectIdentifier: [Derivation]] = [:]
    /// By entity: the names of the relationships that lead, one after another, to those whose attributes are derived from
    /// its objects.
    private var ways: [ObjectIdentifier: Set<[String]>] = [:]

    var isEmpty: Bool { own.isEmpty }

    /// - Parameter model: is in use.
    init(_ model: NSManagedObjectModel) {
        self.model = model
        for entity in model.entities { read(entity) }
    }

    private func read(_ entity: NSEntityDescription) {
        for (slot, property) in entity.slots.enumerated() {
            guard let attribute = property as? NSDerivedAttributeDescription,
                let expression = attribute.derivationExpression
            else { continue }
            let place = ObjectLayout.of(entity).places[slot]
            own[ObjectIdentifier(entity), default: []].append(
                Derivation(name: attribute.name, place: place, expression: expression))
            for path in Self.keyPaths(in: expression) { readWays(path, from: entity) }
        }
    }

    private static func keyPaths(in expression: NSExpression) -> [String] {
        switch expression.expressionType {
        case .keyPath: [expression.keyPath]
        case .function: (expression.arguments ?? []).flatMap(keyPaths)
        default: []
        }
    }

    /// Notes the way back from each entity that a key path leads to. A relationship without an inverse has none.
    private func readWays(_ path: String, from entity: NSEntityDescription) {
        var here = entity
        var way: [String] = []
        for name in path.split(separator: ".") where !name.hasPrefix("@") {
            guard let relationship = here.relationshipsByName[String(name)],
                let inverse = relationship.inverseRelationship, let next = relationship.destinationEntity
            else { return }
            way.insert(inverse.name, at: 0)
            note(way, for: next)
            here = next
        }
    }

    private func note(_ way: [String], for entity: NSEntityDescription) {
        ways[ObjectIdentifier(entity), default: []].insert(way)
        for subentity in entity.subentities { note(way, for: subentity) }
    }

    func derivations(of object: NSManagedObject) -> [Derivation] { own[ObjectIdentifier(object.entity)] ?? [] }

    /// The objects of which an attribute may be another one when an object is.
    func dependents(on object: NSManagedObject) -> [NSManagedObject] {
        (ways[ObjectIdentifier(object.entity)] ?? []).flatMap { way in
            way.reduce([object]) { here, name in here.flatMap { $0.others(named: name) } }
        }
    }
}

extension NSManagedObject {
    fileprivate final func others(named name: String) -> [NSManagedObject] {
        guard let slot = entity.slot(named: name), let relationship = shape.relationship(shape.layout.places[slot])
        else { return [] }
        if !state.isReadable { prepareToRead() }
        return Array(others(relationship))
    }
}
