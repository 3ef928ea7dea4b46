import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Observation
import Testing

/// A view's model as SwiftUI's programs write it.
@MainActor @Observable final class ScreenModel {
    @ObservationIgnored let container: NSPersistentContainer
    var titles: [String] = []
    init(_ container: NSPersistentContainer) { self.container = container }

    func importAll(_ names: [String]) async throws -> Int {
        let count = try await container.performBackgroundTask { context in
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for name in names {
                let object = NSEntityDescription.insertNewObject(forEntityName: "A", into: context)
                object.setValue(name, forKey: "name")
            }
            try context.save()
            return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "A"))
        }
        try reload()
        return count
    }

    func reload() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "A")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        titles = try container.viewContext.fetch(request).map { $0.value(forKey: "name") as! String }
    }

    func rename(_ object: NSManagedObject, _ name: String) async throws {
        let id = object.objectID
        let background = container.newBackgroundContext()
        try await background.perform {
            let object = try background.existingObject(with: id)
            object.setValue(name, forKey: "name")
            try background.save()
        }
        container.viewContext.refresh(object, mergeChanges: true)
    }

    func watch(_ object: NSManagedObject, _ log: @escaping @Sendable @MainActor () -> Void) {
        withObservationTracking {
            _ = object.value(forKey: "name")
        } onChange: {
            Task { @MainActor in log() }
        }
    }
}

/// An actor that runs on a context.
actor Importer {
    let context: NSManagedObjectContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { context.serialExecutor.asUnownedSerialExecutor() }
    private var last: NSManagedObject?
    init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
    func add(_ name: String) throws -> NSManagedObjectID {
        let object = NSEntityDescription.insertNewObject(forEntityName: "A", into: context)
        object.setValue(name, forKey: "name")
        last = object
        try context.save()
        return object.objectID
    }
    func renameLast(_ name: String) async throws {
        last?.setValue(name, forKey: "name")
        await Task.yield()
        #expect(last?.value(forKey: "name") as? String == name)
        try await context.perform { [context] in try context.save() }
        try await context.perform(schedule: .enqueued) { [context] in try context.save() }
        try context.performAndWait { try context.save() }
    }
}

enum Refused: Error { case no }

/// How performing looks where it is called.
@Suite struct CallSiteThreadTests {
    @MainActor private func container() -> NSPersistentContainer {
        let a = Part.entity("A")
        a.properties = [Part.attribute("name", .stringAttributeType)]
        let container = NSPersistentContainer(name: "Site", managedObjectModel: Part.model([a]))
        container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
        container.persistentStoreDescriptions[0].url = URL(fileURLWithPath: "/dev/null")
        container.loadPersistentStores { _, error in #expect(error == nil) }
        container.viewContext.automaticallyMergesChangesFromParent = true
        return container
    }

    @MainActor @Test func `a screen's model imports, lists, renames and is told`() async throws {
        let model = ScreenModel(container())
        #expect(try await model.importAll(["b", "a"]) == 2)
        #expect(model.titles == ["a", "b"])
        let request = NSFetchRequest<NSManagedObject>(entityName: "A")
        let object = try model.container.viewContext.fetch(request)[0]
        let count = QueueLog()
        model.watch(object) { count.add("x") }
        try await model.rename(object, "c")
        #expect(object.value(forKey: "name") as? String == "c")
        for _ in 0..<100 where count.entries.isEmpty { await Task.yield() }
        #expect(count.entries == ["x"])
    }

    @Test func `an actor on a context keeps objects, and tasks in a group use it`() async throws {
        let container = await container()
        let importer = Importer(container)
        let ids = try await withThrowingTaskGroup(of: NSManagedObjectID.self) { group in
            for number in 0..<20 { group.addTask { try await importer.add("\(number)") } }
            return try await group.reduce(into: Set<NSManagedObjectID>()) { $0.insert($1) }
        }
        #expect(ids.count == 20)
        try await importer.renameLast("last")
        let context = container.newBackgroundContext()
        let found: Int = try await context.perform {
            let request = NSFetchRequest<NSManagedObject>(entityName: "A")
            request.predicate = NSPredicate(format: "name == 'last'")
            return try context.count(for: request)
        }
        #expect(found == 1)
    }

    @Test func `a typed error stays typed`() async throws {
        let context = await container().newBackgroundContext()
        do throws(Refused) {
            try await context.perform { () throws(Refused) -> Void in throw .no }
        } catch { #expect(error == .no) }
        do throws(Refused) {
            try context.performAndWait { () throws(Refused) -> Void in throw .no }
        } catch { #expect(error == .no) }
    }
}
