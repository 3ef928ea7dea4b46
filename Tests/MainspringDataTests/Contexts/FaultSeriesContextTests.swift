import Foundation
import Locks
import MainspringModel
import Testing

@testable import MainspringData

/// Looks once for the object that its context's user info names, before or after it is made.
final class Looking: NSManagedObject {
    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        if context?.userInfo["after"] as? Bool == false { Self.look(context) }
        super.init(entity: entity, insertInto: context)
        if context?.userInfo["after"] as? Bool == true { Self.look(context) }
    }

    private static func look(_ context: NSManagedObjectContext?) {
        guard let identity = context?.userInfo["other"] as? NSManagedObjectID else { return }
        context?.userInfo["other"] = nil
        _ = context?.object(with: identity)
    }
}

/// Faults that are made many at once.
@Suite struct FaultSeriesContextTests {
    private let company = Company()

    /// More people than are looked for at once, every third a manager.
    private func identities(_ count: Int) throws -> [NSManagedObjectID] {
        let context = company.context()
        let made = (0..<count).map { company.make($0 % 3 == 0 ? "Manager" : "Person", "\($0)", in: context) }
        try context.save()
        return made.map(\.objectID)
    }

    private func keys(_ identities: [NSManagedObjectID]) -> FetchedKeys {
        var keys = FetchedKeys(store: identities[0].key.store, root: identities[0].key.root)
        for identity in identities { keys.append(identity.key.key, keys.number(of: identity.entity)) }
        return keys
    }

    @Test(arguments: [1, 255, 256, 257, 700], [0, 1, 2, 5])
    func `objects come in the order of their keys, those that are here already among them`(
        count: Int, every: Int
    ) throws {
        let identities = try identities(count)
        let context = company.context()
        let known = every == 0 ? [] : stride(from: 0, to: count, by: every).map { context.object(with: identities[$0]) }
        let objects = context.core.objects(for: keys(identities), 0..<count)
        #expect(objects.map(\.objectID) == identities)
        for (index, object) in known.enumerated() { #expect(objects[index * every] === object) }
        #expect(objects.allSatisfy { $0.isFault && context.registeredObject(for: $0.objectID) === $0 })
        #expect(objects.map { $0.entity.name } == identities.map { $0.entity.name })
        #expect(objects.map { $0.value(forKey: "name") as? String } == (0..<count).map { "\($0)" })
        #expect(context.registeredObjects.count == count)
    }

    @Test func `a key that comes twice is one object, near or far`() throws {
        let identities = try identities(300)
        let twice = [identities[0]] + identities + [identities[299], identities[0]]
        let context = company.context()
        let objects = context.core.objects(for: keys(twice), 0..<303)
        #expect(objects[0] === objects[1] && objects[302] === objects[0] && objects[301] === objects[300])
        #expect(Set(objects).count == 300 && context.registeredObjects.count == 300)
    }

    @Test func `objects and the context go when nobody has them`() throws {
        let identities = try identities(300)
        weak var context: NSManagedObjectContext?
        weak var first: NSManagedObject?
        do {
            let made = company.context()
            let objects = made.core.objects(for: keys(identities), 0..<300)
            (context, first) = (made, objects[0])
            #expect(first != nil)
        }
        #expect(first == nil && context == nil)
    }

    @Test(arguments: [false, true])
    func `an initializer may look for other objects of its context`(after: Bool) throws {
        let entity = Part.entity("Thing", class: "MainspringDataTests.Looking")
        entity.properties = [Part.attribute("name", .stringAttributeType)]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([entity]))
        try coordinator.addPersistentStore(type: Company.kind, at: URL(fileURLWithPath: "/dev/null"))
        func context() -> NSManagedObjectContext {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let (first, second) = (context(), context())
        let things = ["0", "1", "2"].map { name in
            let thing = Looking(entity: entity, insertInto: first)
            thing.setValue(name, forKey: "name")
            return thing
        }
        try first.save()
        second.userInfo["other"] = things[1].objectID
        second.userInfo["after"] = after
        let found = try second.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
        #expect(Set(found.map(\.objectID)) == Set(things.map(\.objectID)))
        #expect(found.map(\.title).sorted() == ["0", "1", "2"])
        #expect(second.registeredObjects.count == 3 && !second.hasChanges)
    }

    @Test func `an initializer that is overridden takes no more references than it gets`() throws {
        let entity = Part.entity("Thing", class: "MainspringDataTests.Looking")
        entity.properties = [Part.attribute("name", .stringAttributeType)]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([entity]))
        try coordinator.addPersistentStore(type: Company.kind, at: URL(fileURLWithPath: "/dev/null"))
        let first = NSManagedObjectContext(confined: ())
        first.persistentStoreCoordinator = coordinator
        for _ in 0..<700 { _ = Looking(entity: entity, insertInto: first) }
        try first.save()
        weak var gone: NSManagedObjectContext?
        do {
            let second = NSManagedObjectContext(confined: ())
            gone = second
            second.persistentStoreCoordinator = coordinator
            #expect(try second.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).count == 700)
            #expect(gone === second && second.registeredObjects.isEmpty)
        }
        #expect(gone == nil)
        #expect(coordinator.managedObjectModel.entitiesByName["Thing"] === entity && entity.name == "Thing")
    }

    private final class Counted {}

    @Test(arguments: [0, 1, 3, 4, 9], [1, 4, 100])
    func `references that nobody has taken are given back`(taken: Int, count: Int) {
        weak var counted: Counted?
        var references: [Counted] = []
        do {
            let object = Counted()
            counted = object
            var stock = ReferenceStock(object, count: count)
            for _ in 0..<taken { references.append(stock.take().takeRetainedValue()) }
        }
        #expect((counted != nil) == (taken > 0))
        references = []
        #expect(counted == nil)
    }
}
