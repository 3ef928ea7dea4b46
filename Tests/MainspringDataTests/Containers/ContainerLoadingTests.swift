import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Which stores a container loads, and whom it tells.
@Suite struct ContainerLoadingTests {
    private let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private func model() -> NSManagedObjectModel {
        let (a, b) = (Part.entity("A"), Part.entity("B"))
        a.properties = [Part.attribute("name", .stringAttributeType)]
        b.properties = [Part.attribute("name", .stringAttributeType)]
        let model = Part.model([a, b])
        model.setEntities([a], forConfigurationName: "First")
        model.setEntities([b], forConfigurationName: "Second")
        return model
    }

    private func add(_ entity: String, _ name: String, _ context: NSManagedObjectContext) {
        context.performAndWait {
            NSEntityDescription.insertNewObject(forEntityName: entity, into: context).setValue(name, forKey: "name")
        }
    }

    @Test(arguments: [false, true])
    func `of several descriptions one that fails is told, the others work, and a second call adds what was missing`(
        asynchronous: Bool
    ) async throws {
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let container = NSPersistentContainer(name: "Two", managedObjectModel: model())
        let bad = scratch.appendingPathComponent("bad.xml")
        try Data("no store".utf8).write(to: bad)
        let first = NSPersistentStoreDescription(url: bad)
        (first.type, first.configuration) = (NSXMLStoreType, "First")
        let second = NSPersistentStoreDescription(url: scratch.appendingPathComponent("good.bin"))
        (second.type, second.configuration) = (NSBinaryStoreType, "Second")
        (first.shouldAddStoreAsynchronously, second.shouldAddStoreAsynchronously) = (asynchronous, asynchronous)
        container.persistentStoreDescriptions = [first, second]
        func load() async -> [String] {
            let log = QueueLog()
            let expected = container.persistentStoreCoordinator.persistentStores.isEmpty ? 2 : 1
            container.loadPersistentStores { description, error in
                log.add("\(description.configuration!) \(error == nil)")
            }
            while log.entries.count < expected { await Task.yield() }
            return log.entries.sorted()
        }
        #expect(await load() == ["First false", "Second true"])
        let context = container.newBackgroundContext()
        add("B", "b", context)
        try context.performAndWait { try context.save() }
        add("A", "a", context)
        #expect(throws: (any Error).self) { try context.performAndWait { try context.save() } }
        try FileManager.default.removeItem(at: bad)
        #expect(await load() == ["First true"])
        try context.performAndWait { try context.save() }
        let count = try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "A"))
        }
        #expect(count == 1)
    }

    @Test func `SQLite at dev null is a store in memory, of each container its own`() throws {
        var containers: [NSPersistentContainer] = []
        for _ in 0..<2 {
            let container = NSPersistentContainer(name: "Memory", managedObjectModel: model())
            container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
            var problem: (any Error)?
            container.loadPersistentStores { problem = $1 }
            #expect(problem == nil, "\(String(describing: problem))")
            containers.append(container)
        }
        let context = containers[0].newBackgroundContext()
        add("A", "a", context)
        try context.performAndWait { try context.save() }
        let others = containers.map { $0.newBackgroundContext() }
        let counts = try others.map { other in
            try other.performAndWait { try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "A")) }
        }
        #expect(counts == [1, 0])
    }

    @Test func `two descriptions of stores in memory at dev null are two stores`() throws {
        let container = NSPersistentContainer(name: "Memory", managedObjectModel: model())
        container.persistentStoreDescriptions = ["First", "Second"].map { name in
            let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
            (description.type, description.configuration) = (NSInMemoryStoreType, name)
            return description
        }
        var told: [String] = []
        container.loadPersistentStores { told.append("\($0.configuration!) \($1 == nil)") }
        #expect(told == ["First true", "Second true"])
        let context = container.newBackgroundContext()
        add("A", "a", context)
        add("B", "b", context)
        try context.performAndWait { try context.save() }
    }

    @Test func `stores in memory without a place are loaded once`() throws {
        let container = NSPersistentContainer(name: "Memory", managedObjectModel: model())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        container.loadPersistentStores { _, error in #expect(error == nil) }
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    }

    @Test func `of stores in memory that are described alike, only the one that was removed is loaded again`() throws {
        let container = NSPersistentContainer(name: "Memory", managedObjectModel: model())
        container.persistentStoreDescriptions = (0..<2).map { _ in
            let description = NSPersistentStoreDescription()
            description.type = NSInMemoryStoreType
            return description
        }
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let coordinator = container.persistentStoreCoordinator
        let kept = coordinator.persistentStores[1]
        try coordinator.remove(coordinator.persistentStores[0])
        var loaded: [NSPersistentStoreDescription] = []
        container.loadPersistentStores { description, _ in loaded.append(description) }
        #expect(loaded == [container.persistentStoreDescriptions[0]])
        #expect(coordinator.persistentStores.count == 2 && coordinator.persistentStores.contains(kept))
    }

    @Test func `a handler may load again`() throws {
        let container = NSPersistentContainer(name: "Memory", managedObjectModel: model())
        let description = NSPersistentStoreDescription(url: URL(string: "memory://x")!)
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        var count = 0
        container.loadPersistentStores { _, _ in
            count += 1
            container.loadPersistentStores { _, error in if error == nil { count += 1 } }
        }
        #expect(count == 1)
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    }
}
