import Foundation
import Glibc
import MainspringModel
import Testing

@testable import MainspringData

/// Every error of a store names a path, the cause, and what to do.
@Suite struct StoreErrorTests {
    /// A way to get an error of a store.
    struct Cause: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (PictureStore) throws -> Void

        init(_ title: String, _ run: @escaping @Sendable (PictureStore) throws -> Void) {
            (testDescription, self.run) = (title, run)
        }
    }

    private static func coordinator(_ stores: PictureStore) -> NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: stores.model())
    }

    /// Adds a store.
    private static func add(
        _ stores: PictureStore, _ type: NSPersistentStore.StoreType = .sqlite, _ url: URL? = nil,
        _ options: [AnyHashable: Any]? = nil
    ) throws {
        let coordinator = coordinator(stores)
        let store = try coordinator.addPersistentStore(type: type, at: url ?? stores.url, options: options)
        try coordinator.remove(store)
    }

    /// Makes a store with an object that has long data.
    private static func fill(_ stores: PictureStore) throws {
        let context = try stores.open(stores.url)
        stores.insert("a", PictureStore.long, context)
        try context.save()
        try stores.close(context)
    }

    private static func otherModel() -> NSManagedObjectModel {
        let entity = Part.entity("Other")
        entity.properties = [Part.attribute("text", .stringAttributeType)]
        return Part.model([entity])
    }

    private static let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary]

    static let causes: [Cause] =
        types.flatMap { type in
            [
                Cause("\(type.rawValue): the folder does not exist") {
                    try add($0, type, $0.scratch.url("missing/s"))
                },
                Cause("\(type.rawValue): a folder at the place") {
                    mkdir($0.url.path, 0o700)
                    try add($0, type)
                },
                Cause("\(type.rawValue): a pipe at the place") {
                    mkfifo($0.url.path, 0o600)
                    try add($0, type)
                },
                Cause("\(type.rawValue): another program's file") {
                    try Data(repeating: 7, count: 10_000).write(to: $0.url)
                    try add($0, type)
                },
                Cause("\(type.rawValue): a damaged file") {
                    try add($0, type)
                    let data = try Data(contentsOf: $0.url)
                    try (data.prefix(data.count / 3) + Data(repeating: 0, count: data.count)).write(to: $0.url)
                    try add($0, type)
                },
                Cause("\(type.rawValue): read-only, and not there") {
                    try add($0, type, nil, [NSReadOnlyPersistentStoreOption: true])
                },
                Cause("\(type.rawValue): a store of another type") {
                    try add($0, type == .sqlite ? .xml : .sqlite)
                    try add($0, type)
                },
                Cause("\(type.rawValue): another model") { stores in
                    try add(stores, type)
                    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: otherModel())
                    try coordinator.addPersistentStore(type: type, at: stores.url)
                },
                Cause("\(type.rawValue): saving into a read-only store") { stores in
                    try add(stores, type)
                    let coordinator = coordinator(stores)
                    try coordinator.addPersistentStore(
                        type: type, at: stores.url, options: [NSReadOnlyPersistentStoreOption: true])
                    let context = NSManagedObjectContext(confined: ())
                    context.persistentStoreCoordinator = coordinator
                    stores.insert("a", nil, context)
                    try context.save()
                },
                Cause("\(type.rawValue): destroying a folder") { stores in
                    mkdir(stores.url.path, 0o700)
                    try coordinator(stores).destroyPersistentStore(at: stores.url, type: type)
                },
                Cause("\(type.rawValue): destroying another program's file") { stores in
                    try Data("text".utf8).write(to: stores.url)
                    try coordinator(stores).destroyPersistentStore(at: stores.url, type: type)
                },
                Cause("\(type.rawValue): replacing a folder") { stores in
                    try add(stores, type)
                    mkdir(stores.scratch.path("folder"), 0o700)
                    try coordinator(stores).replacePersistentStore(
                        at: stores.scratch.url("folder"), withPersistentStoreFrom: stores.url, type: type)
                },
                Cause("\(type.rawValue): replacing by an empty file") { stores in
                    try add(stores, type)
                    try Data().write(to: stores.scratch.url("empty"))
                    try coordinator(stores).replacePersistentStore(
                        at: stores.url, withPersistentStoreFrom: stores.scratch.url("empty"), type: type)
                },
                Cause("\(type.rawValue): replacing by another program's file") { stores in
                    try add(stores, type)
                    try Data("text".utf8).write(to: stores.scratch.url("text"))
                    try coordinator(stores).replacePersistentStore(
                        at: stores.url, withPersistentStoreFrom: stores.scratch.url("text"), type: type)
                },
                Cause("\(type.rawValue): a link that leads to itself") { stores in
                    symlink(stores.url.path, stores.url.path)
                    try add(stores, type)
                },
                Cause("\(type.rawValue): replacing by nothing") { stores in
                    try coordinator(stores).replacePersistentStore(
                        at: stores.scratch.url("new"), withPersistentStoreFrom: stores.url, type: type)
                },
                Cause("\(type.rawValue): migrating to a missing folder") { stores in
                    let coordinator = coordinator(stores)
                    let store = try coordinator.addPersistentStore(type: type, at: stores.url)
                    try coordinator.migratePersistentStore(store, to: stores.scratch.url("missing/s"), type: type)
                },
                Cause("\(type.rawValue): metadata of another program's file") { stores in
                    try Data("text".utf8).write(to: stores.url)
                    _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: stores.url)
                },
                Cause("\(type.rawValue): setting metadata of nothing") { stores in
                    try NSPersistentStoreCoordinator.setMetadata(["a": 1], type: type, at: stores.url)
                },
            ]
        } + [
            Cause("a database without metadata") { stores in
                let connection = try SQLiteConnection(path: stores.url.path, access: .create)
                try connection.execute("CREATE TABLE t (c)")
                connection.close()
                try add(stores)
            },
            Cause("a store of a later version") { stores in
                try add(stores)
                _ = try Fixture.rows(stores.url, "UPDATE Z_METADATA SET Z_VERSION = 9")
                try add(stores)
            },
            Cause("an unknown pragma") {
                try add($0, .sqlite, nil, [NSSQLitePragmasOption: ["nonsense": "1"]])
            },
            Cause("a store that another process has locked") { stores in
                try add(stores)
                let connection = try SQLiteConnection(path: stores.url.path, access: .readWrite)
                defer { connection.close() }
                try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                try connection.execute("BEGIN EXCLUSIVE")
                try add(stores, .sqlite, nil, [NSPersistentStoreTimeoutOption: 0])
            },
            Cause("a history, without the option") { stores in
                try add(stores, .sqlite, nil, [NSPersistentHistoryTrackingKey: true])
                let context = try stores.open(stores.url)
                stores.insert("a", nil, context)
                try context.save()
            },
            Cause("long data without their file") { stores in
                try fill(stores)
                let folder = ExternalFolder(store: stores.url.path)
                for name in try folder.fileNames() { unlink(folder.path + "/" + name) }
                try read(stores)
            },
            Cause("long data beyond the bound") { stores in
                try fill(stores)
                try read(stores, [MainspringLargestExternalDataOption: 1_000])
            },
            Cause("long data in a pipe") { stores in
                try fill(stores)
                let folder = ExternalFolder(store: stores.url.path)
                for name in try folder.fileNames() {
                    unlink(folder.path + "/" + name)
                    mkfifo(folder.path + "/" + name, 0o600)
                }
                try read(stores)
            },
            Cause("a save while another process writes") { stores in
                let coordinator = coordinator(stores)
                try coordinator.addPersistentStore(
                    type: .sqlite, at: stores.url, options: [NSPersistentStoreTimeoutOption: 0])
                let context = NSManagedObjectContext(confined: ())
                context.persistentStoreCoordinator = coordinator
                stores.insert("a", nil, context)
                let connection = try SQLiteConnection(path: stores.url.path, access: .readWrite)
                defer { connection.close() }
                try connection.execute("BEGIN IMMEDIATE")
                try context.save()
            },
            Cause("replacing a store that is in use") { stores in
                try add(stores)
                let other = stores.scratch.url("other")
                let context = try stores.open(other)
                stores.insert("a", nil, context)
                try context.save()
                try SQLiteFile.copy(from: stores.url.path, to: other.path, busyTimeout: 0)
                try stores.close(context)
            },
            Cause("migrating a store whose file was removed") { stores in
                let coordinator = coordinator(stores)
                let store = try coordinator.addPersistentStore(type: .sqlite, at: stores.url)
                unlink(stores.url.path)
                try coordinator.migratePersistentStore(store, to: stores.scratch.url("new"), type: .sqlite)
            },
            Cause("reading as of a moment a store whose file was removed") { stores in
                let context = try stores.open(stores.url)
                stores.insert("a", nil, context)
                try context.save()
                unlink(stores.url.path)
                try context.setQueryGenerationFrom(.current)
                _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
            },
            Cause("finishing a migration of a store whose file was removed") { stores in
                let coordinator = coordinator(stores)
                try coordinator.addPersistentStore(type: .sqlite, at: stores.url)
                unlink(stores.url.path)
                try coordinator.finishDeferredLightweightMigration()
            },
            Cause("an unknown configuration") { stores in
                try coordinator(stores).addPersistentStore(type: .sqlite, configuration: "Nope", at: stores.url)
            },
            Cause("an unknown type") { stores in
                try coordinator(stores).addPersistentStore(
                    ofType: "Nope", configurationName: nil, at: stores.url, options: nil)
            },
            Cause("an option that is no number") {
                try add($0, .sqlite, nil, [MainspringLargestExternalDataOption: "x"])
            },
            Cause("an option that is negative") {
                try add($0, .sqlite, nil, [MainspringHeldLogSizeOption: -1])
            },
            Cause("a file that was changed by another program, XML") { stores in
                let coordinator = coordinator(stores)
                try coordinator.addPersistentStore(type: .xml, at: stores.url)
                try Data("text".utf8).write(to: stores.url)
                let context = NSManagedObjectContext(confined: ())
                context.persistentStoreCoordinator = coordinator
                stores.insert("a", nil, context)
                try context.save()
            },
        ]

    /// Reads the rows of a store, with what they name.
    private static func read(_ stores: PictureStore, _ options: [AnyHashable: Any]? = nil) throws {
        let coordinator = coordinator(stores)
        try coordinator.addPersistentStore(type: .sqlite, at: stores.url, options: options)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let request = FetchRequestDescription()
        let entity = try #require(coordinator.managedObjectModel.entitiesByName["Item"])
        request.entity = entity
        let service = coordinator.persistentStores[0].service
        for identity in try service.identities(for: request, entity: entity, for: context) {
            _ = try service.row(of: identity, for: context)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "Root may do everything."), arguments: types)
    func `What is forbidden is named as the cause`(type: NSPersistentStore.StoreType) throws {
        let stores = PictureStore()
        let folder = stores.scratch.path("folder")
        mkdir(folder, 0o700)
        let url = URL(fileURLWithPath: folder + "/store")
        try Self.add(stores, type, url)
        let coordinator = Self.coordinator(stores)
        chmod(folder, 0o500)
        defer { chmod(folder, 0o700) }
        let new = Fixture.failure { try Self.add(stores, type, URL(fileURLWithPath: folder + "/new")) }
        #expect(new?.sentence.contains("No such file") == false && new?.sentence.contains("writable") == true)
        chmod(url.path, 0)
        let destroyed = Fixture.failure { try coordinator.destroyPersistentStore(at: url, type: type) }
        #expect(destroyed?.code == CocoaError.Code.fileReadNoPermission.rawValue, "\(String(describing: destroyed))")
        #expect(FileManager.default.fileExists(atPath: url.path))
        guard type == .sqlite else { return }
        chmod(url.path, 0o400)
        let set = Fixture.failure { try NSPersistentStoreCoordinator.setMetadata(["a": 1], type: type, at: url) }
        #expect(set?.sentence.contains("cannot be written") == true, "\(String(describing: set))")
    }

    @Test(arguments: types)
    func `A store that is no file is refused`(type: NSPersistentStore.StoreType) throws {
        let stores = PictureStore()
        let url = try #require(URL(string: "http://host\(stores.scratch.path("x"))"))
        let added = Fixture.failure { try Self.coordinator(stores).addPersistentStore(type: type, at: url) }
        #expect(added?.sentence.contains(url.absoluteString) == true, "\(String(describing: added))")
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    /// The verbs with which the advice of an error begins.
    private static let verbs: Set<String> = [
        "Add", "Ask", "Check", "Close", "Copy", "Create", "Delete", "Drop", "End", "Give", "Make", "Migrate", "Open",
        "Put",
        "Register", "Remove", "Replace", "Restore", "Save", "Set", "Take", "Try", "Use", "Wait",
    ]

    @Test(arguments: causes)
    func `An error of a store names the path, the cause and what to do`(cause: Cause) throws {
        let stores = PictureStore()
        do {
            try cause.run(stores)
            Issue.record("There was no error.")
        } catch let error as NSError {
            let sentence = error.localizedDescription
            #expect(error.domain == NSCocoaErrorDomain, "\(error)")
            let path = error.userInfo[NSFilePathErrorKey] as? String
            #expect(path?.hasPrefix(stores.scratch.folder.path) == true, "\(error.userInfo)")
            #expect(sentence.contains(stores.scratch.folder.path), "\(sentence)")
            // SQLite's own words come last.
            let own = sentence.components(separatedBy: " SQLite says: ")[0]
            let first = own.components(separatedBy: ". ").dropFirst().compactMap { $0.split(separator: " ").first }
            #expect(first.contains { Self.verbs.contains(String($0)) }, "\(sentence)")
            #expect(own.contains(":"), "There is no cause: \(sentence)")
        }
    }
}
