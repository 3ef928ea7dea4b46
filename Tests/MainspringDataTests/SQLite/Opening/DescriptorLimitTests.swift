import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores in a process whose file descriptors are used up.
@Suite struct DescriptorLimitTests {
    /// A store with one item, open in a context.
    private struct Bench {
        let scratch = Scratch()
        let type: String
        let coordinator: NSPersistentStoreCoordinator
        let context: NSManagedObjectContext

        init(_ type: String) throws {
            self.type = type
            coordinator = try Self.coordinator(scratch.url("store"), type)
            context = Self.context(coordinator)
            insert("A")
            try context.save()
        }

        static func coordinator(_ url: URL, _ type: String) throws -> NSPersistentStoreCoordinator {
            let item = Part.entity("Item")
            item.properties = [Part.attribute("name", .stringAttributeType)]
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([item]))
            // A rollback journal is a file that each save opens.
            let options = type == NSSQLiteStoreType ? [NSSQLitePragmasOption: ["journal_mode": "DELETE"]] : [:]
            _ = try coordinator.addPersistentStore(
                ofType: type, configurationName: nil, at: url, options: options)
            return coordinator
        }

        static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            return context
        }

        func insert(_ name: String) {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue(name, forKey: "name")
        }

        func names() throws -> [String] {
            let context = Self.context(coordinator)
            let items = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
            return withExtendedLifetime(context) { items.compactMap { $0.value(forKey: "name") as? String }.sorted() }
        }
    }

    /// Lowers the limit to the lowest free descriptor while a closure runs.
    private static func withoutDescriptors(_ body: () -> Void) {
        let next = dup(STDIN_FILENO)
        precondition(next >= 0, "no descriptor: errno \(errno)")
        close(next)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let usual = limit.rlim_cur
        limit.rlim_cur = rlim_t(next)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        body()
        limit.rlim_cur = usual
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Runs something that needs a descriptor where there is none, and checks what the error says.
    private static func check(_ what: String, _ body: () throws -> Void) {
        withoutDescriptors {
            let failure = Fixture.failure(body)
            #expect(
                failure?.sentence.contains(DescriptorShortage.clause) == true, "\(what): \(String(describing: failure))"
            )
        }
    }

    @Test(arguments: [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType])
    func `what cannot be done for want of descriptors says so, and is done once there are some`(type: String) async {
        await #expect(processExitsWith: .success) { [type] in
            let bench = try Bench(type)
            let (url, other) = (bench.scratch.url("store"), bench.scratch.url("other"))
            DescriptorLimitTests.check("a store is opened") { _ = try Bench.coordinator(url, type) }
            DescriptorLimitTests.check("a store is made") { _ = try Bench.coordinator(other, type) }
            bench.insert("B")
            DescriptorLimitTests.check("a context is saved") { try bench.context.save() }
            if type == NSSQLiteStoreType {
                // Of the other kinds all rows are in memory.
                DescriptorLimitTests.check("objects are fetched") { _ = try bench.names() }
            }
            DescriptorLimitTests.check("a store is migrated") {
                _ = try bench.coordinator.migratePersistentStore(
                    bench.coordinator.persistentStores[0], to: other, type: NSPersistentStore.StoreType(rawValue: type))
            }
            #expect(bench.context.hasChanges)
            try bench.context.save()
            #expect(try bench.names() == ["A", "B"])
            _ = try Bench.coordinator(other, type)
        }
    }
}
