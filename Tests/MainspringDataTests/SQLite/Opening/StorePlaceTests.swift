import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// What lies where a store is, was, or is to be.
@Suite struct StorePlaceTests {
    private let stores = PictureStore()

    private func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    private func folder() throws -> URL {
        let folder = stores.scratch.url("documents")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func `a folder is not destroyed as a store`() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("precious.txt")
        try Data([1]).write(to: file)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        for type in [NSPersistentStore.StoreType.sqlite, .xml, .binary] {
            let error = #expect(throws: CocoaError.self) {
                try coordinator.destroyPersistentStore(at: folder, type: type)
            }
            #expect(error?.localizedDescription.contains("is a folder") == true)
        }
        #expect(isThere(file))
    }

    @Test func `a store is not migrated to the place of a folder, which stays`() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("s.sqlite")
        let context = try stores.open(file)
        stores.insert("a", nil, context)
        try context.save()
        let coordinator = try #require(context.persistentStoreCoordinator)
        #expect(throws: CocoaError.self) {
            try coordinator.migratePersistentStore(coordinator.persistentStores[0], to: folder, type: .sqlite)
        }
        #expect(isThere(file))
    }

    @Test func `a store is not migrated to the place of another of the coordinator's, which goes on`() throws {
        let (first, second) = (stores.scratch.url("a.sqlite"), stores.scratch.url("b.sqlite"))
        let (one, two) = (Part.entity("One"), Part.entity("Two"))
        for entity in [one, two] { entity.properties = [Part.attribute("name", .stringAttributeType)] }
        let model = Part.model([one, two])
        model.setEntities([one], forConfigurationName: "First")
        model.setEntities([two], forConfigurationName: "Second")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, configuration: "First", at: first)
        try coordinator.addPersistentStore(type: .sqlite, configuration: "Second", at: second)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        NSManagedObject(entity: one, insertInto: context).setValue("1", forKey: "name")
        let kept = NSManagedObject(entity: two, insertInto: context)
        kept.setValue("2", forKey: "name")
        try context.save()
        #expect(throws: CocoaError.self) {
            try coordinator.migratePersistentStore(store, to: second, type: .sqlite)
        }
        kept.setValue("3", forKey: "name")
        try context.save()
        #expect(try Fixture.rows(second, "SELECT ZNAME FROM ZTWO") == ["3"])
    }

    @Test func `a migration that cannot open the new store leaves what is at its place`() throws {
        let (first, second) = (stores.scratch.url("a.sqlite"), stores.scratch.url("b.sqlite"))
        let other = try stores.open(second)
        stores.insert("kept", PictureStore.long, other)
        try other.save()
        try stores.close(other)
        let context = try stores.open(first)
        stores.insert("a", nil, context)
        try context.save()
        let coordinator = try #require(context.persistentStoreCoordinator)
        #expect(throws: (any Error).self) {
            try coordinator.migratePersistentStore(
                coordinator.persistentStores[0], to: second, options: [NSSQLitePragmasOption: ["nonsense": "1"]],
                type: .sqlite)
        }
        #expect(try stores.names(second) == ["kept"])
        #expect(try stores.picture(try stores.open(second)) == PictureStore.long)
        try coordinator.migratePersistentStore(coordinator.persistentStores[0], to: second, type: .sqlite)
        #expect(try stores.names(second) == ["a"])
        let left = try FileManager.default.contentsOfDirectory(atPath: second.deletingLastPathComponent().path)
        #expect(left.allSatisfy { $0.hasPrefix("a.sqlite") || $0.hasPrefix("b.sqlite") }, "\(left)")
    }

    @Test func `a store that is opened by a link is copied and destroyed with its long data`() throws {
        let scratch = stores.scratch
        let (real, link, copy) = (scratch.url("real/s.sqlite"), scratch.url("link.sqlite"), scratch.url("copy.sqlite"))
        let folder = real.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: real)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
        let context = try stores.open(link)
        stores.insert("a", PictureStore.long, context)
        try context.save()
        let coordinator = try #require(context.persistentStoreCoordinator)
        try stores.close(context)
        try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: link, type: .sqlite)
        let again = try stores.open(copy)
        #expect(try stores.picture(again) == PictureStore.long)
        try coordinator.destroyPersistentStore(at: link, type: .sqlite)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `two stores in one folder whose names differ in their extension keep their own long data`() throws {
        let (first, second) = (stores.scratch.url("s.sqlite"), stores.scratch.url("s.db"))
        let (one, two) = (try stores.open(first), try stores.open(second))
        for context in [one, two] {
            stores.insert("a", PictureStore.long, context)
            try context.save()
            try stores.close(context)
        }
        try one.persistentStoreCoordinator?.destroyPersistentStore(at: first, type: .sqlite)
        #expect(!isThere(first))
        #expect(try stores.picture(try stores.open(second)) == PictureStore.long)
    }

    @Test func `a file that is no store does not keep the long data of a store that is destroyed`() throws {
        let (url, text) = (stores.scratch.url("s.sqlite"), stores.scratch.url("s.txt"))
        let context = try stores.open(url)
        stores.insert("a", PictureStore.long, context)
        try context.save()
        try stores.close(context)
        try Data("What the items are for.".utf8).write(to: text)
        try context.persistentStoreCoordinator?.destroyPersistentStore(at: url, type: .sqlite)
        let left = try FileManager.default.contentsOfDirectory(atPath: stores.scratch.folder.path)
        #expect(left == ["s.txt"])
    }

    @Test(arguments: [
        "a b.sqlite", "100%.sqlite", "a%41.sqlite", "what?.sqlite", "x#y.sqlite", "é🙂.sqlite", "new\nline.sqlite",
        "q'\".sqlite", "noextension", ".hidden", "a;b&c=d.sqlite", "back\\slash.sqlite",
    ])
    func `a file may have any name`(name: String) throws {
        let url = stores.scratch.url(name)
        let context = try stores.open(url)
        stores.insert("a", PictureStore.long, context)
        try context.save()
        try stores.close(context)
        #expect(isThere(url))
        let again = try stores.open(url)
        #expect(try stores.picture(again) == PictureStore.long)
        try stores.close(again)
        try again.persistentStoreCoordinator?.destroyPersistentStore(at: url, type: .sqlite)
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == [])
    }
}
