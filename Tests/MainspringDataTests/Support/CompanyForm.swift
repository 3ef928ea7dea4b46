import Foundation
import Locks
import MainspringData
import MainspringModel

/// How a company's model is made, and the models that have been.
struct CompanyForm: Hashable {
    var rules: [String: NSDeleteRule] = [:]
    var ordered: Set<String> = []
    var unique: [String: [[String]]] = [:]
    /// The classes of objects by entities; all others are `NSManagedObject`.
    var classes: [String: String] = [:]

    /// A model with its entities by name.
    struct Made {
        let model: NSManagedObjectModel
        let entities: [String: NSEntityDescription]
    }

    // A model that a coordinator has does not change any more, and serves any number of them on any thread. To make one and its version
    // hashes takes longer than most tests.
    private static let lock = Lock()
    // `nonisolated(unsafe)`: `lock` guards it.
    private nonisolated(unsafe) static var all: [CompanyForm: Made] = [:]

    /// The model of this form, the same one each time.
    func known() -> Made {
        Self.lock.withLock {
            let made = Self.all[self] ?? made()
            Self.all[self] = made
            return made
        }
    }

    /// A new model of this form, with what else is added.
    func made(adding: (NSManagedObjectModel, [String: NSEntityDescription]) -> Void = { _, _ in }) -> Made {
        let names = ["Department", "Person", "Manager", "Project", "Badge"]
        let entities = Dictionary(uniqueKeysWithValues: names.map { ($0, Part.entity($0)) })
        for name in ["Department", "Person", "Project", "Badge"] {
            entities[name]!.properties = [
                Part.attribute("name", .stringAttributeType),
                Part.attribute("age", .integer64AttributeType, default: 0),
            ]
        }
        func link(_ from: String, _ name: String, _ isToMany: Bool, _ to: String, _ back: String, _ isBackToMany: Bool)
        {
            let there = Part.relationship(
                name, to: entities[to]!, isToMany: isToMany, isOrdered: ordered.contains(name))
            let here = Part.relationship(
                back, to: entities[from]!, isToMany: isBackToMany, isOrdered: ordered.contains(back))
            (there.isOptional, here.isOptional) = (true, true)
            there.deleteRule = rules["\(from).\(name)"] ?? .nullifyDeleteRule
            here.deleteRule = rules["\(to).\(back)"] ?? .nullifyDeleteRule
            entities[from]!.properties.append(there)
            entities[to]!.properties.append(here)
            there.inverseRelationship = here
            here.inverseRelationship = there
        }
        link("Department", "people", true, "Person", "department", false)
        link("Person", "projects", true, "Project", "members", true)
        link("Person", "badge", false, "Badge", "person", false)
        link("Person", "boss", false, "Person", "reports", true)
        entities["Person"]!.subentities = [entities["Manager"]!]
        for (name, constraints) in unique { entities[name]!.uniquenessConstraints = constraints }
        for (name, type) in classes { entities[name]!.managedObjectClassName = type }
        let model = Part.model(names.map { entities[$0]! })
        adding(model, entities)
        return Made(model: model, entities: entities)
    }
}
