import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Containers and descriptions of stores.
@Suite struct ContainerTests {
    private let scratch = Scratch()

    /// A container of the program's, as subclasses are written.
    private final class ZooContainer: NSPersistentContainer, @unchecked Sendable {
        override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/zoo", isDirectory: true) }
    }

    private func container(_ kind: NSPersistentStore.StoreType, _ name: String) -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Zoo", managedObjectModel: Zoo().model)
        let description = NSPersistentStoreDescription(url: scratch.url(name))
        description.type = kind.rawValue
        container.persistentStoreDescriptions = [description]
        return container
    }

    @Test func `a description is of SQLite, migrates, infers, and waits for four minutes, until it is told otherwise`()
    {
        let description = NSPersistentStoreDescription(url: scratch.url("a"))
        #expect(description.type == "SQLite" && description.url == scratch.url("a") && description.configuration == nil)
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        #expect(!description.isReadOnly && !description.shouldAddStoreAsynchronously && description.timeout == 240)
        #expect(description.options.count == 2 && description.sqlitePragmas.isEmpty)
        description.isReadOnly = true
        description.timeout = 2
        description.shouldMigrateStoreAutomatically = false
        description.setOption(NSString("x"), forKey: "own")
        description.setValue(NSString("DELETE"), forPragmaNamed: "journal_mode")
        #expect(description.options[NSReadOnlyPersistentStoreOption] as? Bool == true)
        #expect(description.options[NSPersistentStoreTimeoutOption] as? Double == 2)
        #expect(description.options[NSMigratePersistentStoresAutomaticallyOption] as? Bool == false)
        #expect(description.options["own"] as? String == "x")
        #expect((description.options[NSSQLitePragmasOption] as? NSDictionary)?["journal_mode"] as? String == "DELETE")
        let copy = description.copy() as! NSPersistentStoreDescription
        #expect(copy == description && copy !== description && copy.hash == description.hash)
        copy.setValue(nil, forPragmaNamed: "journal_mode")
        copy.setOption(nil, forKey: "own")
        #expect(
            copy != description && copy.options[NSSQLitePragmasOption] == nil && description.sqlitePragmas.count == 1)
        description.setOption(nil, forKey: NSReadOnlyPersistentStoreOption)
        #expect(!description.isReadOnly && NSPersistentStoreDescription().url == nil)
    }

    @Test func `a container describes one store of its name in its folder`() {
        let container = ZooContainer(name: "Zoo", managedObjectModel: Zoo().model)
        #expect(container.name == "Zoo" && container.persistentStoreCoordinator.name == "Zoo")
        #expect(container.persistentStoreDescriptions.map(\.url?.path) == ["/zoo/Zoo.sqlite"])
        #expect(container.persistentStoreCoordinator.managedObjectModel === container.managedObjectModel)
        #expect(NSPersistentContainer.defaultDirectoryURL().lastPathComponent == ProcessInfo.processInfo.processName)
    }

    @Test func `stores are loaded before the call returns, folders made, and not loaded twice`() throws {
        let container = container(.binary, "folder/inside/zoo")
        var errors: [(any Error)?] = []
        container.loadPersistentStores { errors.append($1) }
        #expect(errors.count == 1 && errors[0] == nil)
        #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == ["Binary"])
        container.loadPersistentStores { errors.append($1) }
        #expect(errors.count == 1)
    }

    @Test func `a kind of store that there is not is told to the handler`() throws {
        let container = container(.init(rawValue: "Papyrus"), "zoo")
        var told: (NSPersistentStoreDescription, (any Error)?)?
        container.loadPersistentStores { told = ($0, $1) }
        let error = try #require(told?.1 as? CocoaError)
        #expect(told?.0 === container.persistentStoreDescriptions[0] && error.code == .persistentStoreInvalidType)
        #expect(error.localizedDescription.contains("“Papyrus”"))
    }

    @Test func `a store is added on another thread if the description says so`() async {
        let container = container(.inMemory, "zoo")
        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        await withCheckedContinuation { continuation in
            container.loadPersistentStores { _, error in
                #expect(error == nil)
                continuation.resume()
            }
        }
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    }

    @Test func `the view context is one, of the main queue; background contexts are many`() {
        let container = container(.inMemory, "zoo")
        #expect(container.viewContext === container.viewContext)
        #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
        #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
        let background = container.newBackgroundContext()
        #expect(background !== container.newBackgroundContext() && background.parent == nil)
        #expect(background.concurrencyType == .privateQueueConcurrencyType)
        #expect(background.persistentStoreCoordinator === container.persistentStoreCoordinator)
    }

    @Test func `a background task gets a context of its own, and gives back what it makes`() async throws {
        let container = container(.inMemory, "zoo")
        container.loadPersistentStores { #expect($1 == nil) }
        let saved = try await container.performBackgroundTask { context in
            let keeper = NSManagedObject(
                entity: container.managedObjectModel.entitiesByName["Keeper"]!, insertInto: context)
            keeper.setValue("Anna", forKey: "name")
            try context.save()
            return keeper.objectID
        }
        #expect(!saved.isTemporaryID)
        let found = await withCheckedContinuation { continuation in
            container.performBackgroundTask { context in
                continuation.resume(returning: (try? context.existingObject(with: saved))?.title)
            }
        }
        #expect(found == "Anna")
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await container.performBackgroundTask { _ throws(Failure) -> Int in throw Failure() }
        }
    }

    @Test func `a name without a model ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPersistentContainer(name: "NoSuchModel")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("The container “NoSuchModel” has no model: there is none of that name"))
    }
}
