import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores and folders that may not be written, in a process for which permissions count: root's gives up its rights first.
@Suite struct ReadOnlyFolderTests {
    /// A store of ten items in a folder of its own, which the process may not write.
    private struct Locked {
        let scratch: Scratch
        let folder: URL
        var url: URL { folder.appendingPathComponent("s.sqlite") }
        let readOnly = [NSReadOnlyPersistentStoreOption: true]

        /// - Parameters:
        ///   - side: what else than the file is taken from a store in use, which has all of its rows in the log.
        init(_ side: [String]) throws {
            if getuid() == 0 { precondition(setgid(65_534) == 0 && setuid(65_534) == 0) }
            scratch = Scratch()
            folder = scratch.url("folder")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let made = scratch.url("made.sqlite")
            let (coordinator, store) = try Fixture.open(made, Locked.model())
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            for _ in 0..<10 { _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context) }
            try context.save()
            if side.isEmpty { try coordinator.remove(store) }
            for part in [""] + side {
                try FileManager.default.copyItem(atPath: made.path + part, toPath: url.path + part)
            }
            try setMode(0o555, folder)
        }

        static func model() -> NSManagedObjectModel {
            let item = Part.entity("Item")
            item.properties = [Part.attribute("name", .stringAttributeType)]
            return Part.model([item])
        }

        func setMode(_ mode: Int, _ url: URL) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        }

        /// The files of the folder with what is in them.
        func files() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try Dictionary(
                uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
        }

        func context(_ options: [AnyHashable: Any]?) throws -> NSManagedObjectContext {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = try Fixture.open(url, Locked.model(), options: options).coordinator
            return context
        }
    }

    private static func insert(_ context: NSManagedObjectContext) {
        _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
    }

    private static func count(_ context: NSManagedObjectContext) throws -> Int {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
    }

    @Test(arguments: [[], ["-wal"], ["-wal", "-shm"]])
    func `a store in a folder that cannot be written is read with its log, and nothing is left there`(
        _ side: [String]
    ) async {
        await #expect(processExitsWith: .success) { [side] in
            let locked = try Locked(side)
            let before = try locked.files()
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: locked.url)
            try #require(metadata[NSStoreUUIDKey] != nil)
            let context = try locked.context(locked.readOnly)
            try #require(try ReadOnlyFolderTests.count(context) == 10)
            ReadOnlyFolderTests.insert(context)
            let failure = try #require(Fixture.failure { try context.save() })
            try #require(failure.sentence.contains("s.sqlite") && context.hasChanges)
            let coordinator = try #require(context.persistentStoreCoordinator)
            try coordinator.remove(coordinator.persistentStores[0])
            try #require(try locked.files() == before)
            // Who wants to write gets an error that names the file, or a store that says that it is read only. Where all files
            // of a log are there and may be written, no folder is needed.
            if !side.contains("-shm"),
                let failure = Fixture.failure({
                    let context = try locked.context(nil)
                    try #require(context.persistentStoreCoordinator?.persistentStores.first?.isReadOnly == true)
                })
            {
                try #require(failure.sentence.contains(locked.url.path))
            }
            if !side.contains("-shm") { try #require(try locked.files() == before) }
            try locked.setMode(0o755, locked.folder)
        }
    }

    @Test(arguments: [(0o444, true), (0o000, false)])
    func `a file that cannot be written is read, and one that cannot be read is an error that names it`(
        _ mode: Int, _ isRead: Bool
    ) async {
        await #expect(processExitsWith: .success) { [mode, isRead] in
            let locked = try Locked([])
            try locked.setMode(0o755, locked.folder)
            try locked.setMode(mode, locked.url)
            let failure = Fixture.failure {
                try #require(try ReadOnlyFolderTests.count(locked.context(locked.readOnly)) == 10)
            }
            try #require((failure == nil) == isRead)
            try #require(failure?.sentence.contains(locked.url.path) ?? true)
        }
    }

    @Test func `a folder that cannot be written any more fails the save, which is done when it can be`() async {
        await #expect(processExitsWith: .success) {
            let locked = try Locked([])
            try locked.setMode(0o755, locked.folder)
            let context = try locked.context([NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
            try locked.setMode(0o555, locked.folder)
            ReadOnlyFolderTests.insert(context)
            let failure = try #require(Fixture.failure { try context.save() })
            try #require(failure.sentence.contains(locked.url.path) && context.insertedObjects.count == 1)
            try locked.setMode(0o755, locked.folder)
            try context.save()
            try #require(try Fixture.rows(locked.url, "SELECT count(*) FROM ZITEM") == ["11"])
        }
    }
}
