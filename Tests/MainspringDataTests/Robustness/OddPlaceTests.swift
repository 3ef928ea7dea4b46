import Foundation
import Glibc
import MainspringModel
import Testing

@testable import MainspringData

/// A device, pipe, socket or folder where a store, or a part of one, would be: never deleted, replaced or truncated.
///
/// As root, a fault would delete a device of the machine. `.ci/run` runs the tests as an ordinary user.
@Suite(.enabled(if: geteuid() != 0, "Root could delete the machine's devices.")) struct OddPlaceTests {
    private let stores = PictureStore()

    enum Odd: CaseIterable {
        case folder, pipe, linkToFolder, linkToPipe, linkToDevice

        func make(at path: String) throws {
            switch self {
            case .folder:
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                try Data("kept".utf8).write(to: URL(fileURLWithPath: path + "/kept"))
            case .pipe: mkfifo(path, 0o600)
            case .linkToFolder: try link(to: .folder, path)
            case .linkToPipe: try link(to: .pipe, path)
            case .linkToDevice:
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
            }
        }

        private func link(to other: Odd, _ path: String) throws {
            try other.make(at: path + ".target")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".target")
        }
    }

    /// What is at a path, and what a link there leads to.
    private func facts(_ path: String) -> [UInt64] {
        var (own, target) = (stat(), stat())
        lstat(path, &own)
        stat(path, &target)
        return [own, target].flatMap {
            [UInt64($0.st_ino), UInt64($0.st_mode), UInt64($0.st_rdev), UInt64($0.st_nlink)]
        }
    }

    enum Operation: CaseIterable { case add, migrate, replace, destroy }

    private func run(_ operation: Operation, _ type: NSPersistentStore.StoreType, at url: URL) throws {
        let source = stores.scratch.url("source.\(operation).\(type.rawValue)")
        try? FileManager.default.removeItem(at: source)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        switch operation {
        case .add:
            let store = try coordinator.addPersistentStore(type: type, at: url)
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            stores.insert("new", PictureStore.long, context)
            try context.save()
            try coordinator.remove(store)
        case .migrate:
            let store = try coordinator.addPersistentStore(type: type, at: source)
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            stores.insert("new", PictureStore.long, context)
            try context.save()
            try coordinator.migratePersistentStore(store, to: url, type: type)
        case .replace:
            let store = try coordinator.addPersistentStore(type: type, at: source)
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            stores.insert("new", PictureStore.long, context)
            try context.save()
            try coordinator.remove(store)
            try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: source, type: type)
        case .destroy: try coordinator.destroyPersistentStore(at: url, type: type)
        }
    }

    @Test(arguments: Odd.allCases, Operation.allCases)
    func `What is no regular file at a store's place stays, and is an error`(odd: Odd, operation: Operation) throws {
        for type in [NSPersistentStore.StoreType.sqlite, .xml, .binary] {
            let url = stores.scratch.url("\(operation).\(type.rawValue)")
            try odd.make(at: url.path)
            let (before, names) = (facts(url.path), stores.scratch.names)
            let error = Fixture.failure { try run(operation, type, at: url) }
            let named = odd == .linkToDevice ? "/dev/zero" : url.path
            #expect(error?.sentence.contains(named) == true, "\(type.rawValue): \(String(describing: error))")
            #expect(facts(url.path) == before)
            #expect(Set(names).isSubset(of: stores.scratch.names))
            #expect(!stores.scratch.names.contains { $0.hasPrefix(".\(url.lastPathComponent).") })
        }
    }

    @Test(arguments: Odd.allCases, ["-wal", "-shm", "-journal", "support"])
    func `What is no regular file in the place of a part of a store stays`(odd: Odd, part: String) throws {
        for operation in Operation.allCases {
            let url = stores.scratch.url("\(operation).sqlite")
            let path =
                part == "support" ? stores.scratch.path(".\(operation)_SUPPORT") : url.path + part
            if part == "support", odd == .folder { continue }
            try odd.make(at: path)
            let before = facts(path)
            let error = Fixture.failure { try run(operation, .sqlite, at: url) }
            let named = odd == .linkToDevice && part != "support" ? "/dev/zero" : path
            let isNamed = error?.sentence.contains(path) == true || error?.sentence.contains(named) == true
            #expect(isNamed, "\(operation): \(String(describing: error))")
            #expect(facts(path) == before)
        }
    }

    @Test func `A pipe among long data is not deleted, and neither is the store`() throws {
        let context = try stores.open(stores.url)
        stores.insert("a", PictureStore.long, context)
        try context.save()
        try stores.close(context)
        let pipe = ExternalFolder(store: stores.url.path).path + "/pipe"
        mkfifo(pipe, 0o600)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        #expect(throws: CocoaError.self) { try coordinator.destroyPersistentStore(at: stores.url, type: .sqlite) }
        #expect(try stores.names(stores.url) == ["a"])
        unlink(pipe)
        try coordinator.destroyPersistentStore(at: stores.url, type: .sqlite)
        #expect(stores.scratch.names == [])
    }

    @Test(arguments: ["/dev/null", "/dev//null", "/dev/./null", "/dev/../dev/null", "//dev/null", "link"])
    func `The null device is a store in memory, by any spelling`(spelling: String) throws {
        let path = spelling == "link" ? stores.scratch.path("null") : spelling
        if spelling == "link" {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev//null")
        }
        let url = URL(fileURLWithPath: path)
        let before = facts("/dev/null")
        let context = try stores.open(url)
        stores.insert("a", PictureStore.long, context)
        try context.save()
        #expect(try stores.picture(stores.other(context)) == PictureStore.long)
        let coordinator = try #require(context.persistentStoreCoordinator)
        // To a file and back.
        let store = try coordinator.migratePersistentStore(
            coordinator.persistentStores[0], to: stores.url, type: .sqlite)
        try coordinator.migratePersistentStore(store, to: url, type: .sqlite)
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(throws: CocoaError.self) {
            try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: stores.url, type: .sqlite)
        }
        for type in [NSPersistentStore.StoreType.xml, .binary] {
            #expect(throws: CocoaError.self) { try coordinator.addPersistentStore(type: type, at: url) }
            #expect(throws: CocoaError.self) { try coordinator.destroyPersistentStore(at: url, type: type) }
        }
        #expect(facts("/dev/null") == before)
    }

    @Test func `A file that is no store of the type is not destroyed`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stores.model())
        let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary]
        for (number, type) in types.enumerated() {
            try coordinator.remove(try coordinator.addPersistentStore(type: type, at: stores.scratch.url("s\(number)")))
        }
        try Data("precious".utf8).write(to: stores.scratch.url("text"))
        let other = try SQLiteConnection(path: stores.scratch.path("other"), access: .create)
        try other.execute("CREATE TABLE notes (text)")
        other.close()
        let names = ["s0", "s1", "s2", "text", "other"]
        for (number, type) in types.enumerated() {
            for name in names where name != "s\(number)" {
                #expect(throws: CocoaError.self, "\(name)") {
                    try coordinator.destroyPersistentStore(at: stores.scratch.url(name), type: type)
                }
            }
        }
        #expect(stores.scratch.names == names.sorted())
        // A store that is damaged is destroyed, as is a place that is reserved for one.
        for (number, type) in types.enumerated() {
            let url = stores.scratch.url("s\(number)")
            let data = try Data(contentsOf: url)
            try data.prefix(data.count / 2).write(to: url)
            try Data().write(to: stores.scratch.url("empty"))
            try coordinator.destroyPersistentStore(at: url, type: type)
            try coordinator.destroyPersistentStore(at: stores.scratch.url("empty"), type: type)
        }
        #expect(stores.scratch.names == ["other", "text"])
    }
}
