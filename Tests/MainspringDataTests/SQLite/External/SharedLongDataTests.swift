import Foundation
import Locks
import MainspringModel
import Testing

@testable import MainspringData

/// Long data that one reads and another replaces.
@Suite struct SharedLongDataTests {
    private let stores = PictureStore()
    private let long = PictureStore.long

    /// Replaces an object's data again and again, on a thread of its own, until it is told to stop.
    private final class Replacing: @unchecked Sendable {
        // `@unchecked Sendable`: the thread alone uses the context; the flag has a lock.
        private let context: NSManagedObjectContext
        private let object: NSManagedObject
        private let isDone = Guarded(false)
        private let ended = DispatchSemaphore(value: 0)

        init(_ context: NSManagedObjectContext, _ object: NSManagedObject) {
            (self.context, self.object) = (context, object)
        }

        func start() {
            Thread { [self] in
                var number: UInt8 = 0
                while !isDone.withLock({ $0 }) {
                    number &+= 1
                    object.setValue(PictureStore.long + [number], forKey: "picture")
                    try? context.save()
                }
                ended.signal()
            }.start()
        }

        func stop() {
            isDone.withLock { $0 = true }
            ended.wait()
        }
    }

    private func replacing() throws -> (NSManagedObjectContext, NSManagedObjectID, Replacing) {
        let context = try stores.open(stores.url)
        let object = stores.insert("a", long, context)
        try context.save()
        return (stores.other(context), object.objectID, Replacing(context, object))
    }

    @Test func `long data are read while another context replaces them`() throws {
        let (other, identity, replacing) = try replacing()
        replacing.start()
        var missing = 0
        for _ in 0..<300 {
            let reader = stores.other(other)
            reader.stalenessInterval = 0
            let found = reader.object(with: identity)
            let count = (found.value(forKey: "picture") as? Data)?.count ?? 0
            if found.value(forKey: "name") as? String != "a" || count < long.count { missing += 1 }
        }
        replacing.stop()
        #expect(missing == 0)
    }

    @Test func `a copy of a store in use has all long data of the state that it is of`() throws {
        let (_, _, replacing) = try replacing()
        replacing.start()
        var missing = 0
        for number in 0..<20 {
            let copy = stores.scratch.url("copy\(number).sqlite")
            try NSPersistentStoreCoordinator(managedObjectModel: stores.model()).replacePersistentStore(
                at: copy, withPersistentStoreFrom: stores.url, type: .sqlite)
            let reader = try stores.open(copy)
            if try stores.picture(reader)?.count ?? 0 < long.count { missing += 1 }
            try stores.close(reader)
        }
        replacing.stop()
        #expect(missing == 0)
    }

    @Test func `a context that is pinned to a generation reads the long data of that`() throws {
        let context = try stores.open(stores.url)
        let object = stores.insert("a", long, context)
        try context.save()
        let reader = stores.other(context)
        try reader.setQueryGenerationFrom(.current)
        let found = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))[0]
        object.setValue(long + [9], forKey: "picture")
        try context.save()
        #expect(found.value(forKey: "picture") as? Data == long)
        #expect(found.value(forKey: "name") as? String == "a")
    }

    @Test func `a file that nobody reads any more is deleted`() throws {
        let context = try stores.open(stores.url)
        let object = stores.insert("a", long, context)
        try context.save()
        let folder = ExternalFolder(store: stores.url.path).path
        let files = { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        let reader = stores.other(context)
        try reader.setQueryGenerationFrom(.current)
        _ = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        object.setValue(long + [9], forKey: "picture")
        try context.save()
        #expect(try files() == 2)
        reader.reset()
        try reader.setQueryGenerationFrom(nil)
        #expect(try files() == 1)
    }
}
