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

    /// - Parameter adding: What else is in the model, which is made anew then.
    init(
        kind: NSPersistentStore.StoreType = Self.kind, rules: [String: NSDeleteRule] = [:], ordered: Set<String> = [],
        unique: [String: [[String]]] = [:], classes: [String: String] = [:],
        adding: ((NSManagedObjectModel, [String: NSEntityDescription]) -> Void)? = nil
    ) {
        let form = CompanyForm(rules: rules, ordered: ordered, unique: unique, classes: classes)
        let made = adding.map { form.made(adding: $0) } ?? form.known()
        (model, entities) = (made.model, made.entities)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try! coordinator.addPersistentStore(type: kind, at: URL(fileURLWithPath: "/dev/null"))
    }

    /// A company whose model is a copy, as another part of the program makes one.
    static func copied(kind: NSPersistentStore.StoreType = Self.kind, ordered: Set<String> = []) -> Company {
        Company(kind: kind, ordered: ordered) { _, _ in }
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
