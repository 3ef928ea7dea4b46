import Foundation
import MainspringFoundation
@testable import MainspringData
import MainspringModel

/// A model with relationships of each kind, and a coordinator with a store, in memory unless something else is said.
///
/// Department 1—n Person (ordered: `desks`, `people` is not), Person n—n Project, Person 1—1 Badge, Person 1—n Person
/// (`boss`, `reports`); Manager inherits from Person.
struct Company {
    let model: NSManagedObjectModel
    let coordinator: NSPersistentStoreCoordinator
    let entities: [String: NSEntityDescription]

    init(
        kind: NSPersistentStore.StoreType = Self.kind, rules: [String: NSDeleteRule] = [:], ordered: Set<String> = [],
        unique: [String: [[String]]] = [:],
        adding: (NSManagedObjectModel, [String: NSEntityDescription]) -> Void = { _, _ in }
    ) {
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
        model = Part.model(names.map { entities[$0]! })
        adding(model, entities)
        self.entities = entities
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try! coordinator.addPersistentStore(type: kind, at: URL(fileURLWithPath: "/dev/null"))
    }

    /// What keeps the objects. `MAINSPRING_TEST_STORE=SQLite` beside the tests lets all of them work over a database.
    static let kind = NSPersistentStore.StoreType(
        rawValue: ProcessInfo.processInfo.environment["MAINSPRING_TEST_STORE"] ?? NSInMemoryStoreType)

    /// A context on the coordinator, without a queue: for tests in which time does not matter.
    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// What a closure makes of an object as the stores have it.
    func read<Value>(_ identity: NSManagedObjectID, _ body: (NSManagedObject) throws -> Value) throws -> Value {
        let context = context()
        return try withExtendedLifetime(context) { try body(context.existingObject(with: identity)) }
    }

    /// A new object with a name.
    @discardableResult
    func make(_ entity: String, _ name: String, in context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSManagedObject(entity: entities[entity]!, insertInto: context)
        object.setValue(name, forKey: "name")
        return object
    }
}

extension NSManagedObjectContext {
    /// A context without a queue; what says so is deprecated, and tested all the same.
    convenience init(confined: ()) { self.init(concurrencyType: NSManagedObjectContextConcurrencyType(rawValue: 0)!) }

    /// A child without a queue.
    func child() -> NSManagedObjectContext {
        let child = NSManagedObjectContext(confined: ())
        child.parent = self
        return child
    }
}

extension NSManagedObject {
    /// The value of the property “name”.
    var title: String { value(forKey: "name") as? String ?? "-" }

    subscript(_ key: String) -> NSManagedObject? {
        get { value(forKey: key) as? NSManagedObject }
        set { setValue(newValue, forKey: key) }
    }

    /// The names of the objects in a relationship, in their order if it has one.
    func names(_ key: String) -> [String] {
        let value = value(forKey: key)
        if let list = value as? NSOrderedSet { return list.array.map { ($0 as! NSManagedObject).title } }
        return ((value as? NSSet)?.allObjects ?? []).map { ($0 as! NSManagedObject).title }.sorted()
    }

    func add(_ object: NSManagedObject, to key: String) { mutableSetValue(forKey: key).add(object) }
}
