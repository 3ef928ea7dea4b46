import Foundation
import Glibc
import MainspringModel
import Testing

@testable import MainspringData

/// Files of an open store that another program removes, replaces, overwrites or cuts.
@Suite struct ForeignChangeTests {
    private let stores = PictureStore()

    enum Change: CaseIterable {
        case overwrittenByText, overwrittenByAnotherStore, overwrittenByAnOlderCopy, cut, emptied, removed, replaced
        case logRemoved, logCut, logEmptied, logOverwritten, logBegunAnew, sharedMemoryCut, sharedMemoryEmptied

        var concernsLog: Bool {
            [.logRemoved, .logCut, .logEmptied, .logOverwritten, .logBegunAnew, .sharedMemoryCut, .sharedMemoryEmptied]
                .contains(self)
        }
    }

    /// Writes bytes over a file, as `cp` does.
    private func overwrite(_ path: String, _ data: Data) {
        let file = open(path, O_WRONLY | O_TRUNC)
        data.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    private func change(_ change: Change, _ path: String, older: Data) throws {
        switch change {
        case .overwrittenByText: overwrite(path, Data(repeating: UInt8(ascii: "x"), count: 50_000))
        case .overwrittenByAnotherStore:
            let other = stores.scratch.url("other.sqlite")
            let context = try stores.open(other)
            for number in 0..<50 { stores.insert("other \(number)", nil, context) }
            try context.save()
            try stores.close(context)
            overwrite(path, try Data(contentsOf: other))
        case .overwrittenByAnOlderCopy: overwrite(path, older)
        case .cut: truncate(path, 8_192)
        case .emptied: truncate(path, 0)
        case .removed: unlink(path)
        case .replaced:
            unlink(path)
            try older.write(to: URL(fileURLWithPath: path))
        case .logRemoved: unlink(path + "-wal")
        case .logCut:
            let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
            truncate(path + "-wal", off_t(size ?? 0) - 8_000)
        case .logEmptied: truncate(path + "-wal", 0)
        case .logOverwritten, .logBegunAnew:
            // Of the same length.
            let file = open(path + "-wal", O_WRONLY)
            let bytes = [UInt8](repeating: 0xA5, count: 10_000)
            pwrite(file, bytes, change == .logOverwritten ? bytes.count : 8, change == .logOverwritten ? 0 : 16)
            close(file)
        case .sharedMemoryCut: truncate(path + "-shm", 100)
        case .sharedMemoryEmptied: truncate(path + "-shm", 0)
        }
    }

    @Test(arguments: Change.allCases, ["WAL", "DELETE"])
    func `What another program does to a file is noticed before the next transaction`(kind: Change, mode: String) throws
    {
        let concernsLog = kind.concernsLog
        // Without a log, an older copy is what a transaction that is rolled back leaves.
        if concernsLog || kind == .overwrittenByAnOlderCopy, mode == "DELETE" { return }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        let options: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": mode]]
        try coordinator.addPersistentStore(type: .sqlite, at: stores.url, options: options)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        stores.insert("first", nil, context)
        try context.save()
        try checkpoint()
        let older = try Data(contentsOf: stores.url)
        for number in 0..<200 { stores.insert("\(number)", nil, context) }
        try context.save()
        if !concernsLog { try checkpoint() }
        #expect(try stores.other(context).count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 201)
        // A file system's clock has ticks of some milliseconds: the next change must have another time.
        var past = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
        utimensat(AT_FDCWD, stores.url.path, &past, 0)
        #expect(try stores.other(context).count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 201)
        try change(kind, stores.url.path, older: older)
        let read = Fixture.failure {
            _ = try stores.other(context).count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        }
        #expect(read?.sentence.contains(stores.url.path) == true, "\(String(describing: read))")
        stores.insert("last", nil, context)
        let save = Fixture.failure { try context.save() }
        #expect(save?.code == NSPersistentStoreSaveError, "\(String(describing: save))")
        #expect(save?.sentence.contains("Remove") == true && save?.sentence.contains("add it again") == true)
    }

    /// Moves the log into the file.
    private func checkpoint() throws {
        let connection = try SQLiteConnection(path: stores.url.path, access: .readWrite)
        defer { connection.close() }
        // A connection does not know that there is a log before it has read.
        _ = try connection.value("PRAGMA schema_version")
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    @Test func `A log that was changed is neither written nor moved into the file when the store is closed`() throws {
        let context = try stores.open(stores.url)
        for number in 0..<100 {
            stores.insert("\(number)", nil, context)
            try context.save()
        }
        let (log, before) = (stores.url.path + "-wal", try Data(contentsOf: stores.url))
        let length = try Data(contentsOf: URL(fileURLWithPath: log)).count
        overwrite(log, Data(repeating: 0xA5, count: length))
        stores.insert("last", nil, context)
        #expect(Fixture.failure { try context.save() }?.code == NSPersistentStoreSaveError)
        try stores.close(context)
        #expect(try Data(contentsOf: stores.url) == before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == Data(repeating: 0xA5, count: length))
    }

    @Test func `A cut shared memory is an error of each way to open the file`() throws {
        let context = try stores.open(stores.url)
        stores.insert("first", nil, context)
        try context.save()
        #expect(try stores.other(context).count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 1)
        truncate(stores.url.path + "-shm", 0)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        let ways: [() throws -> Void] = [
            { try coordinator.addPersistentStore(type: .sqlite, at: stores.url) },
            { _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: stores.url) },
            { try NSPersistentStoreCoordinator.setMetadata(["a": 1], type: .sqlite, at: stores.url) },
            {
                try coordinator.replacePersistentStore(
                    at: stores.scratch.url("new.sqlite"), withPersistentStoreFrom: stores.url, type: .sqlite)
            },
        ]
        for way in ways {
            let failure = Fixture.failure(way)
            #expect(failure?.sentence.contains(stores.url.path) == true, "\(String(describing: failure))")
        }
        // The store may be deleted, or that may be an error.
        _ = Fixture.failure { try coordinator.destroyPersistentStore(at: stores.url, type: .sqlite) }
        _ = Fixture.failure { try stores.close(context) }
    }

    @Test func `What a killed process has left is rolled back, which is no change of a foreign program`() throws {
        let context = try stores.open(stores.url)
        stores.insert("first", nil, context)
        try context.save()
        try stores.close(context)
        let killed = stores.scratch.url("killed.sqlite")
        do {
            let connection = try SQLiteConnection(path: stores.url.path, access: .readWrite)
            defer { connection.close() }
            try connection.execute("PRAGMA journal_mode = DELETE")
            // So few pages stay in memory that the others are written before the commit.
            try connection.execute("PRAGMA cache_size = 1")
            try connection.execute("BEGIN IMMEDIATE")
            try connection.execute("PRAGMA user_version = 7")
            try connection.execute("CREATE TABLE filler AS SELECT zeroblob(400000) AS room")
            for part in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: stores.url.path + part, toPath: killed.path + part)
            }
            try connection.execute("ROLLBACK")
        }
        // A copy of another store has written that store's count of changes, and the process was killed before it removed
        // the journal.
        var bytes = try Data(contentsOf: killed)
        bytes[26] += 1
        try bytes.write(to: killed)
        let other = try stores.open(killed)
        #expect(try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 1)
        stores.insert("second", nil, other)
        try other.save()
        #expect(try stores.other(other).count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 2)
        try stores.close(other)
    }

    @Test func `Checkpoints, savings and vacuuming of others are no changes of foreign programs`() throws {
        let context = try stores.open(stores.url)
        let other = try stores.open(stores.url)
        for round in 0..<20 {
            for context in [context, other] {
                for number in 0..<20 { stores.insert("\(round) \(number)", nil, context) }
                try context.save()
            }
            if round % 3 == 0 { try checkpoint() }
            if round == 10 {
                let all = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
                for object in all { other.delete(object) }
                try other.save()
                let connection = try SQLiteConnection(path: stores.url.path, access: .readWrite)
                try connection.vacuum()
                try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.close()
            }
            let count = try stores.other(context).count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
            #expect(count == (round < 10 ? 40 * (round + 1) : 40 * (round - 10)))
        }
    }
}
