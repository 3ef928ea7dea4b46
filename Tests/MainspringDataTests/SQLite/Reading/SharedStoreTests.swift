import Dispatch
import Foundation
import Locks
import MainspringModel
import Testing

@testable import MainspringData

/// Who reads and who writes one store at the same time, or after one another.
@Suite struct SharedStoreTests {
    private let scratch = Scratch()
    private let request = NSFetchRequest<NSManagedObject>(entityName: "Item")

    private func open(_ url: URL, _ options: [AnyHashable: Any]? = nil) throws -> NSManagedObjectContext {
        let item = Part.entity("Item")
        item.properties = [Part.attribute("name", .stringAttributeType)]
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, Part.model([item]), options: options).coordinator
        return context
    }

    private func close(_ context: NSManagedObjectContext) throws {
        guard let coordinator = context.persistentStoreCoordinator else { return }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    private func insert(_ name: String, _ context: NSManagedObjectContext) throws {
        NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue(name, forKey: "name")
        try context.save()
    }

    @Test(arguments: ["/dev/null", "DELETE", "TRUNCATE", "MEMORY", "WAL"])
    func `threads that read while one saves find all objects, and nobody gets an error`(_ kind: String) throws {
        let context =
            try kind == "/dev/null"
            ? open(URL(fileURLWithPath: kind))
            : open(scratch.url("s.sqlite"), [NSSQLitePragmasOption: ["journal_mode": kind]])
        let coordinator = try #require(context.persistentStoreCoordinator)
        for _ in 0..<100 { _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context) }
        try context.save()
        let (errors, isDone) = (Guarded<[String]>([]), Guarded(false))
        let saver = Unchecked(context)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            do {
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for number in 0..<20 {
                        for item in try saver.value.fetch(request) { item.setValue("\(number)", forKey: "name") }
                        try saver.value.save()
                    }
                    return
                }
                repeat {
                    let reader = NSManagedObjectContext(confined: ())
                    reader.persistentStoreCoordinator = coordinator
                    let found = try reader.fetch(request)
                    for item in found { _ = item.value(forKey: "name") }
                    if found.count != 100 { errors.withLock { $0.append("\(found.count) objects") } }
                } while !isDone.withLock { $0 }
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        #expect(errors.withLock { $0 } == [])
        try close(context)
    }

    @Test func `who only reads sees what others save, whoever came first, and leaves nothing beside the file`() throws {
        let url = scratch.url("s.sqlite")
        let readOnly = [NSReadOnlyPersistentStoreOption: true]
        try close(try open(url))
        let early = try open(url, readOnly)
        #expect(try early.count(for: request) == 0)
        let writer = try open(url)
        try insert("1", writer)
        let late = try open(url, readOnly)
        #expect(try early.count(for: request) == 1 && late.count(for: request) == 1)
        try close(writer)
        #expect(try early.count(for: request) == 1 && late.count(for: request) == 1)
        let second = try open(url)
        try insert("2", second)
        #expect(try early.count(for: request) == 2 && late.count(for: request) == 2)
        try Fixture.run(url, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (77, 1, 1, '3')")
        for context in [early, late, second] {
            #expect(try context.count(for: request) == 3)
            try close(context)
        }
        #expect(scratch.names == ["s.sqlite"])
    }
}
