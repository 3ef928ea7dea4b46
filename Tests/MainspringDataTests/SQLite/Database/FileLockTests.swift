import Foundation
import Glibc
import MainspringModel
import Testing

@testable import MainspringData

/// That a store that is open keeps its locks, by which other processes know of it: without them the last of those deletes the log,
/// with all that was saved into it since.
@Suite struct FileLockTests {
    private let stores = PictureStore()

    /// Looks at a file, or takes it for something, beside a coordinator that has it open.
    enum Look: String, CaseIterable {
        case metadata, model, secondCoordinator, readOnly, otherKind, backup, migration, destroyedNeighbour
    }

    private func look(_ look: Look, _ url: URL) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        let other = stores.scratch.url("other.sqlite")
        switch look {
        case .metadata: _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        case .model: _ = try NSManagedObjectModel.modelOfStore(at: url)
        case .secondCoordinator: try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
        case .readOnly:
            let options = [NSReadOnlyPersistentStoreOption: true]
            try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url, options: options))
        case .otherKind:
            for type in [NSPersistentStore.StoreType.binary, .xml] {
                #expect(throws: (any Error).self) { try coordinator.addPersistentStore(type: type, at: url) }
            }
        case .backup:
            try coordinator.replacePersistentStore(at: other, withPersistentStoreFrom: url, type: .sqlite)
        case .migration:
            let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
            try coordinator.remove(coordinator.migratePersistentStore(store, to: other, type: .sqlite))
        case .destroyedNeighbour:
            try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: other))
            try coordinator.destroyPersistentStore(at: other, type: .sqlite)
        }
    }

    /// What the system says of this process's locks on a file, asked descriptor by descriptor: its list of everybody's locks leaves
    /// some out where others come and go meanwhile.
    private func locks(_ url: URL) throws -> Set<String> {
        var status = stat()
        try #require(stat(url.path, &status) == 0)
        var locks: Set<String> = []
        for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo") {
            // Gone since the folder was read, where other tests close theirs.
            guard let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8) else {
                continue
            }
            for line in text.split(separator: "\n") where line.hasPrefix("lock:") {
                // The word after the title numbers the lines of one descriptor.
                let words = line.split(whereSeparator: \.isWhitespace).dropFirst(2)
                if words.contains(where: { $0.hasSuffix(":\(status.st_ino)") }) {
                    locks.insert(words.joined(separator: " "))
                }
            }
        }
        return locks
    }

    @Test(arguments: Look.allCases)
    func `they stay whatever else the process does with the file`(_ look: Look) throws {
        let url = stores.scratch.url("s.sqlite")
        let context = try stores.open(url)
        stores.insert("one", nil, context)
        try context.save()
        let before = try locks(url)
        try #require(!before.isEmpty, "The system tells of no locks.")
        try self.look(look, url)
        #expect(try locks(url) == before)
        stores.insert("two", nil, context)
        try context.save()
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `looking at a file before each save takes no descriptor for good`() async {
        await #expect(processExitsWith: .success) {
            let stores = PictureStore()
            let context = try stores.open(stores.scratch.url("s.sqlite"))
            func save() throws -> Int {
                stores.insert("one", nil, context)
                try context.save()
                return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let first = try save()
            var last = 0
            for _ in 0..<100 { last = try save() }
            // The checkpoint's thread may have opened its own.
            #expect(last - first < 10)
        }
    }

    @Test func `a save into a log that was taken away is refused, and the context keeps what it has`() throws {
        let url = stores.scratch.url("s.sqlite")
        let context = try stores.open(url)
        stores.insert("one", nil, context)
        try context.save()
        try FileManager.default.removeItem(atPath: url.path + "-wal")
        stores.insert("two", nil, context)
        let failure = Fixture.failure { try context.save() }
        #expect(failure?.sentence.contains("was removed or replaced") == true, "\(failure as Any)")
        #expect(context.insertedObjects.count == 1)
    }

    @Test(arguments: [Data(), Data(repeating: 0x5A, count: 8192)])
    func `a save into a file that was written over is refused, and the context keeps what it has`(_ data: Data) throws {
        let url = stores.scratch.url("s.sqlite")
        let context = try stores.open(url)
        stores.insert("one", nil, context)
        try context.save()
        // In place: it is the same file still.
        let file = Glibc.open(url.path, O_WRONLY | O_TRUNC)
        _ = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        Glibc.close(file)
        stores.insert("two", nil, context)
        #expect(Fixture.failure { try context.save() } != nil)
        #expect(context.insertedObjects.count == 1)
    }

    @Test func `a save into another store that was copied over this one is refused`() throws {
        let (url, other) = (stores.scratch.url("s.sqlite"), stores.scratch.url("other.sqlite"))
        // Without a log SQLite itself sees nothing but that the file has changed.
        let options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
        func open(_ url: URL) throws -> NSManagedObjectContext {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = try Fixture.open(url, stores.model(), options: options).coordinator
            return context
        }
        let (context, neighbour) = (try open(url), try open(other))
        stores.insert("mine", nil, context)
        try context.save()
        stores.insert("theirs", nil, neighbour)
        try neighbour.save()
        try stores.close(neighbour)
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: try Data(contentsOf: other))
        try file.close()
        stores.insert("more", nil, context)
        let failure = Fixture.failure { try context.save() }
        #expect(failure?.sentence.contains("another store was written over it") == true, "\(failure as Any)")
        #expect(context.insertedObjects.count == 1)
        try stores.close(context)
        #expect(try stores.names(url) == ["theirs"])
    }

    @Test(arguments: ["-journal", "-wal", "-shm"], [false, true])
    func `what is no file beside a store is told, and nobody waits for it`(_ part: String, isReadOnly: Bool) throws {
        let url = stores.scratch.url("s.sqlite")
        let context = try stores.open(url)
        let coordinator = try #require(context.persistentStoreCoordinator)
        try coordinator.remove(coordinator.persistentStores[0])
        try #require(mkfifo(url.path + part, 0o600) == 0)
        let options = [NSReadOnlyPersistentStoreOption: isReadOnly]
        let failure = Fixture.failure { _ = try Fixture.open(url, stores.model(), options: options) }
        #expect(failure?.sentence.contains("\(part) is no file") == true)
    }

    @Test func `a shared memory that was left without a log leaves nothing more when the store is read`() throws {
        let url = stores.scratch.url("s.sqlite")
        let context = try stores.open(url)
        let coordinator = try #require(context.persistentStoreCoordinator)
        try coordinator.remove(coordinator.persistentStores[0])
        try Data(repeating: 0xA5, count: 32768).write(to: URL(fileURLWithPath: url.path + "-shm"))
        let (reading, store) = try Fixture.open(url, stores.model(), options: [NSReadOnlyPersistentStoreOption: true])
        try reading.remove(store)
        #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
    }
}
