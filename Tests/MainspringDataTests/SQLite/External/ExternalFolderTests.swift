internal import CLinux
import Foundation
import Glibc
import MainspringModel
import Testing

@_spi(Tools) import MainspringInspection
@testable import MainspringData

/// The folder of long data: what links, permissions, sizes and other processes do to it.
@Suite(.serialized) struct ExternalFolderTests {
    private let stores = PictureStore()
    private var folder: ExternalFolder { ExternalFolder(store: stores.url.path) }

    private func permissions(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }

    private func save(_ picture: Data, _ context: NSManagedObjectContext) throws {
        stores.insert("a", picture, context)
        try context.save()
    }

    @Test(arguments: [".s_SUPPORT", ".s_SUPPORT/_EXTERNAL_DATA"], [false, true])
    func `A folder of long data that is a link is not followed`(link: String, usesFallback: Bool) throws {
        mainspring_refuse_open_beneath(usesFallback)
        defer { mainspring_refuse_open_beneath(false) }
        // Another store's data, which a hostile store names.
        let other = stores.scratch.url("other.sqlite")
        let theirs = try stores.open(other)
        try save(PictureStore.long, theirs)
        let foreign = ExternalFolder(store: other.path)
        let name = try #require(try foreign.fileNames().first)
        try stores.close(theirs)
        let context = try stores.open(stores.url)
        try save(Data([1]), context)
        try stores.close(context)
        if link.contains("/") {
            mkdir(stores.scratch.path(".s_SUPPORT"), 0o700)
        }
        let target = link.contains("/") ? foreign.path : foreign.supportPath
        try FileManager.default.createSymbolicLink(atPath: stores.scratch.path(link), withDestinationPath: target)
        let column = name.utf8.map { String($0, radix: 16) }.joined()
        _ = try Fixture.rows(stores.url, "UPDATE ZITEM SET ZPICTURE = x'02\(column)00'")
        // Not read, not exported, not added to, and not deleted.
        let opened = try stores.open(stores.url)
        let object = try #require(try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
        #expect(object.value(forKey: "picture") == nil)
        stores.insert("b", PictureStore.long, opened)
        #expect(Fixture.failure { try opened.save() }?.sentence.contains(stores.scratch.path(".s_SUPPORT")) == true)
        opened.reset()
        #expect(Fixture.failure { try SQLiteFile.copy(from: stores.url.path, to: stores.scratch.path("copy")) } != nil)
        try stores.close(opened)
        let findings = try StoreCheck(try StoreInspection(at: stores.url)).findings(.externalData)
        #expect(findings.contains { $0.sentence.contains("link") }, "\(findings)")
        // A link in the place of the support folder is an error. One in it is deleted, and not what it leads to.
        let coordinator = try #require(opened.persistentStoreCoordinator)
        let failure = Fixture.failure { try coordinator.destroyPersistentStore(at: stores.url, type: .sqlite) }
        #expect((failure == nil) == link.contains("/"))
        #expect(try foreign.fileNames() == [name])
    }

    @Test(arguments: [0o600, 0o640, 0o666] as [mode_t])
    func `Every file of a store has the store's permissions`(mode: mode_t) throws {
        let context = try stores.open(stores.url)
        try save(Data([1]), context)
        try stores.close(context)
        chmod(stores.url.path, mode)
        let opened = try stores.open(stores.url)
        try save(PictureStore.long, opened)
        let coordinator = try #require(opened.persistentStoreCoordinator)
        let file = { (url: URL) throws -> String in
            let folder = ExternalFolder(store: url.path)
            return folder.path + "/" + (try folder.fileNames().first ?? "none")
        }
        for path in [stores.url.path, stores.url.path + "-wal", stores.url.path + "-shm", try file(stores.url)] {
            #expect(permissions(path) == mode, "\(path)")
        }
        #expect(permissions(folder.path) == mode | (mode & 0o444) >> 2)
        let copy = stores.scratch.url("copy.sqlite")
        try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: stores.url, type: .sqlite)
        #expect(try permissions(copy.path) == mode && permissions(file(copy)) == mode)
        let moved = stores.scratch.url("moved.sqlite")
        let store = try coordinator.migratePersistentStore(coordinator.persistentStores[0], to: moved, type: .sqlite)
        #expect(try permissions(moved.path) == mode && permissions(file(moved)) == mode)
        for type in [NSPersistentStore.StoreType.xml, .binary] {
            let other = stores.scratch.url(type.rawValue)
            let context = NSManagedObjectContext(confined: ())
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
            context.persistentStoreCoordinator = coordinator
            let store = try coordinator.addPersistentStore(type: .sqlite, at: stores.url)
            _ = try coordinator.migratePersistentStore(store, to: other, type: type)
            #expect(permissions(other.path) == mode, "\(type.rawValue)")
        }
        _ = store
    }

    @Test func `A file of long data beyond the bound is an error that names the file and the option`() throws {
        let context = try stores.open(stores.url)
        try save(PictureStore.long, context)
        let name = try #require(try folder.fileNames().first)
        let path = folder.path + "/" + name
        try stores.close(context)
        // Sparse: 40 GB that take no room.
        truncate(path, 40_000_000_000)
        let opened = try stores.open(stores.url)
        let object = try #require(try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
        let failure = Fixture.failure { _ = try opened.existingObject(with: object.objectID) }
        #expect(failure?.sentence.contains(path) == true)
        #expect(failure?.sentence.contains("MainspringLargestExternalDataOption") == true)
        try stores.close(opened)
        truncate(path, 300_000)
        for (bound, fits) in [(299_999, false), (300_000, true)] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
            let store = try coordinator.addPersistentStore(
                type: .sqlite, at: stores.url, options: [MainspringLargestExternalDataOption: bound])
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            let object = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
            #expect((Fixture.failure { _ = try context.existingObject(with: object.objectID) } == nil) == fits)
            stores.insert("b", Data(repeating: 1, count: 300_000), context)
            #expect((Fixture.failure { try context.save() } == nil) == fits)
            try coordinator.remove(store)
        }
    }

    @Test func `Files that no row names are reported, and deleted when the store is opened for writing alone`() throws {
        let context = try stores.open(stores.url)
        try save(PictureStore.long, context)
        let kept = try folder.fileNames()
        let orphan = folder.path + "/" + UUID().uuidString
        let partial = folder.path + "/.\(UUID().uuidString).\(UUID().uuidString)"
        let foreign = folder.path + "/notes.txt"
        for path in [orphan, partial, foreign] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
        // Another coordinator has the store: nothing is deleted.
        let other = try stores.open(stores.url)
        #expect(try folder.fileNames().count == 4)
        try stores.close(other)
        try stores.close(context)
        let findings = try StoreCheck(try StoreInspection(at: stores.url)).findings(.externalData)
        #expect(findings.map(\.count) == [2] && findings[0].sentence.contains("no row names"))
        let readOnly = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        try readOnly.remove(
            try readOnly.addPersistentStore(
                type: .sqlite, at: stores.url, options: [NSReadOnlyPersistentStoreOption: true]))
        #expect(try folder.fileNames().count == 4)
        try stores.close(try stores.open(stores.url))
        #expect(try Set(folder.fileNames()) == Set(kept + ["notes.txt"]))
        #expect(try StoreCheck(try StoreInspection(at: stores.url)).findings(.externalData) == [])
    }

    @Test func `A temporary file that a killed copy has left is deleted when the store is opened for writing`() throws {
        for type in [NSPersistentStore.StoreType.sqlite, .xml, .binary] {
            let url = stores.scratch.url("t.\(type.rawValue)")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
            try coordinator.remove(try coordinator.addPersistentStore(type: type, at: url))
            let names = stores.scratch.names
            try Data([1]).write(to: stores.scratch.url(".\(url.lastPathComponent).\(UUID().uuidString)"))
            mkdir(stores.scratch.path(".\(url.lastPathComponent).\(UUID().uuidString)"), 0o700)
            try coordinator.remove(try coordinator.addPersistentStore(type: type, at: url))
            #expect(stores.scratch.names == names)
        }
    }

    @Test func `A row whose file another coordinator has replaced is read again`() throws {
        let first = try stores.open(stores.url)
        try save(PictureStore.long, first)
        let reader = stores.other(first)
        let object = try #require(try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
        let other = try stores.open(stores.url)
        let theirs = try #require(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
        let new = PictureStore.long + [9]
        theirs.setValue(new, forKey: "picture")
        try other.save()
        // As if it were another process's: the file is gone.
        for name in try folder.fileNames() {
            let path = folder.path + "/" + name
            if FileManager.default.contents(atPath: path) != new { unlink(path) }
        }
        #expect(object.value(forKey: "name") as? String == "a")
        #expect(object.value(forKey: "picture") as? Data == new)
        #expect(try reader.existingObject(with: object.objectID).value(forKey: "picture") as? Data == new)
    }

    @Test func `A file stays as long as a held state of another coordinator names it`() throws {
        let first = try stores.open(stores.url)
        try save(PictureStore.long, first)
        let reader = NSManagedObjectContext(confined: ())
        reader.persistentStoreCoordinator = first.persistentStoreCoordinator
        try reader.setQueryGenerationFrom(.current)
        let object = try #require(try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
        let other = try stores.open(stores.url)
        let theirs = try #require(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
        theirs.setValue(PictureStore.long + [9], forKey: "picture")
        try other.save()
        #expect(try folder.fileNames().count == 2)
        #expect(object.value(forKey: "picture") as? Data == PictureStore.long)
        try reader.setQueryGenerationFrom(nil)
        reader.reset()
        #expect(try folder.fileNames().count == 1)
    }
}
