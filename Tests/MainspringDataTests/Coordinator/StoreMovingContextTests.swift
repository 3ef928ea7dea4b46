import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Migrating, replacing and destroying stores, and their metadata.
@Suite struct StoreMovingContextTests {
    private let scratch = Scratch()

    /// A company of some objects in a store of a kind.
    private func fill(_ kind: NSPersistentStore.StoreType) throws -> (company: Company, store: NSPersistentStore) {
        let company = Company(ordered: ["people"])
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let store = try company.coordinator.addPersistentStore(type: kind, at: scratch.url("old"))
        let context = company.context()
        let department = company.make("Department", "Sales", in: context)
        let boss = company.make("Manager", "Boss", in: context)
        for name in ["Anna", "Boris"] {
            let person = company.make("Person", name, in: context)
            (person["department"], person["boss"]) = (department, boss)
            person.add(company.make("Project", "of \(name)", in: context), to: "projects")
        }
        company.coordinator.setMetadata(["note": "kept"], for: store)
        try context.save()
        return (company, store)
    }

    private static let ways: [(NSPersistentStore.StoreType, NSPersistentStore.StoreType)] = [
        (.inMemory, .binary), (.binary, .xml), (.xml, .inMemory), (.binary, .binary), (.inMemory, .sqlite),
        (.sqlite, .sqlite), (.sqlite, .xml), (.xml, .sqlite), (.binary, .sqlite), (.sqlite, .binary),
        (.sqlite, .inMemory),
    ]

    @Test(arguments: ways) func `a migrated store has all objects and relationships, and takes the other's place`(
        from: NSPersistentStore.StoreType, to: NSPersistentStore.StoreType
    ) throws {
        let (company, old) = try fill(from)
        let seen = Unchecked(NSMutableArray())
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: company.coordinator, queue: nil
        ) { seen.value.add($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        let new = try company.coordinator.migratePersistentStore(old, to: scratch.url("new"), type: to)
        #expect(company.coordinator.persistentStores == [new] && new.type == to.rawValue)
        #expect(new.metadata["note"] as? String == "kept" && new.identifier != old.identifier)
        let note = try #require(seen.value.firstObject as? Notification)
        let changed = try #require(note.userInfo?[NSUUIDChangedPersistentStoresKey] as? [Any])
        #expect(
            seen.value.count == 1 && changed[0] as? NSPersistentStore === old
                && changed[1] as? NSPersistentStore === new)
        #expect((changed[2] as? [NSManagedObjectID])?.count == 6)
        if from != .inMemory { #expect(scratch.names.contains("old")) }

        let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
        let context = company.context()
        let departments = try #require(try company.coordinator.execute(request, with: context) as? [NSManagedObject])
        #expect(departments.map(\.title) == ["Sales"] && departments[0].names("people") == ["Anna", "Boris"])
        let anna = try #require(
            (departments[0].value(forKey: "people") as? NSOrderedSet)?.firstObject as? NSManagedObject)
        #expect(anna["boss"]?.title == "Boss" && anna["boss"]?.entity.name == "Manager")
        #expect(anna.names("projects") == ["of Anna"])
        company.make("Person", "Carla", in: context)["department"] = departments[0]
        try context.save()
    }

    @Test func `a migration that fails leaves the old store where it is`() throws {
        NSPersistentStoreCoordinator.registerStoreClass(LinesStore.self, type: LinesStore.kind)
        let (company, old) = try fill(.binary)
        let cases: [(url: URL, type: String, code: Int)] = [
            (scratch.url("old"), NSBinaryStoreType, 134_080), (scratch.url("new"), "Nothing", 134_000),
            (scratch.url("missing/new"), NSBinaryStoreType, 134_030),
            (scratch.url("new"), LinesStore.kind.rawValue, 134_070),
        ]
        for test in cases {
            let error = #expect(throws: CocoaError.self, "\(test)") {
                try company.coordinator.migratePersistentStore(old, to: test.url, options: nil, withType: test.type)
            }
            #expect(error?.code.rawValue == test.code, "\(String(describing: error))")
            #expect(company.coordinator.persistentStores == [old])
        }
        try company.coordinator.remove(old)
        let error = #expect(throws: CocoaError.self) {
            try company.coordinator.migratePersistentStore(old, to: scratch.url("new"), type: .binary)
        }
        #expect(error?.code == .coreData)
    }

    @Test(arguments: [
        NSNotification.Name.NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreCoordinatorStoresWillChange,
    ])
    func `what is saved when it is told that a store will be another one is in that`(_ name: NSNotification.Name)
        throws
    {
        let company = Company()
        let context = company.context()
        company.make("Person", "Anna", in: context)
        try context.save()
        company.make("Person", "Bert", in: context)
        let (mine, saved) = (Unchecked(context), Unchecked(NSMutableArray()))
        let observer = NotificationCenter.default.addObserver(forName: name, object: company.coordinator, queue: nil) {
            _ in
            guard mine.value.hasChanges, (try? mine.value.save()) != nil else { return }
            saved.value.add("saved")
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try company.coordinator.migratePersistentStore(
            company.coordinator.persistentStores[0], to: scratch.url("new"), type: .binary)
        #expect(saved.value.count == 1)
        #expect(try names(company) == ["Anna", "Bert"])
    }

    private func names(_ company: Company) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let context = company.context()
        return try withExtendedLifetime(context) { try context.fetch(request).map(\.title) }
    }

    // What goes on beside these is waited for on the test's own thread: whoever awaits it is behind all other tests, and it would go on until
    // then.

    @Test func `of what others save while a store is moved all is in the new one, or they get an error`() throws {
        for round in 0..<10 {
            let company = Company()
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = company.coordinator
            let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let result = Guarded<(saved: Int, error: (any Error)?)>((0, nil))
            context.perform { [mine = Unchecked((company: company, context: context))] in
                let (company, context) = mine.value
                // All lead to one that is in the store that was there at first.
                let boss = company.make("Manager", "Boss", in: context)
                var (count, failure): (Int, (any Error)?) = (0, nil)
                while failure == nil {
                    if count == 5 { begun.signal() }
                    do {
                        try context.save()
                        company.make("Person", "\(count)", in: context)["boss"] = boss
                        count += 1
                    } catch {
                        failure = error
                    }
                }
                result.withLock { $0 = (count, failure) }
                ended.signal()
            }
            begun.wait()
            try company.coordinator.migratePersistentStore(
                company.coordinator.persistentStores[0], to: scratch.url("new \(round)"), type: .binary)
            ended.wait()
            let (saved, error) = result.withLock { $0 }
            #expect((error as? CocoaError)?.code.rawValue == 134_070, "\(String(describing: error))")
            #expect(try names(company).count == saved)
        }
    }

    @Test func `an object that cannot be read since its store has gone is told by that`() throws {
        let company = Company()
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = company.coordinator
        let boss = try context.performAndWait {
            let boss = company.make("Manager", "Boss", in: context)
            try context.save()
            context.refreshAllObjects()
            return Unchecked(boss)
        }
        try company.coordinator.migratePersistentStore(
            company.coordinator.persistentStores[0], to: scratch.url("new"), type: .binary)
        let error = #expect(throws: CocoaError.self) {
            try context.performAndWait {
                boss.value.setValue("Another", forKey: "name")
                try context.save()
            }
        }
        #expect(error?.code.rawValue == 134_070, "\(String(describing: error))")
    }

    @Test func `while a store is moved there is the old one or the new one at any time`() throws {
        let company = Company()
        let (isOver, others) = (Guarded(false), Guarded(0))
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue(label: "looker").async { [mine = Unchecked(company.coordinator)] in
            begun.signal()
            repeat {
                if mine.value.persistentStores.count != 1 { others.withLock { $0 += 1 } }
            } while !isOver.withLock { $0 }
            ended.signal()
        }
        defer { isOver.withLock { $0 = true } }
        begun.wait()
        for round in 0..<50 {
            try company.coordinator.migratePersistentStore(
                company.coordinator.persistentStores[0], to: scratch.url("new \(round)"), type: .inMemory)
        }
        isOver.withLock { $0 = true }
        ended.wait()
        #expect(others.withLock { $0 } == 0)
    }

    @Test func `a store that an observer takes away is not migrated, and one that cannot be copied goes on`() throws {
        let (company, old) = try fill(.binary)
        let coordinator = Unchecked(company.coordinator)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresWillChange, object: company.coordinator, queue: nil
        ) { note in
            guard note.userInfo?[NSAddedPersistentStoresKey] != nil else { return }
            try? coordinator.value.remove(coordinator.value.persistentStores[0])
        }
        let error = #expect(throws: CocoaError.self) {
            try company.coordinator.migratePersistentStore(old, to: scratch.url("new"), type: .binary)
        }
        NotificationCenter.default.removeObserver(observer)
        #expect(error?.code == .coreData && company.coordinator.persistentStores.isEmpty)

        let other = try fill(.inMemory)
        let context = other.company.context()
        other.company.coordinator.setMetadata(["note": NSObject()], for: other.store)
        #expect(throws: CocoaError.self) {
            try other.company.coordinator.migratePersistentStore(other.store, to: scratch.url("third"), type: .binary)
        }
        #expect(other.company.coordinator.persistentStores == [other.store])
        other.company.make("Person", "Dora", in: context)
        try context.save()
    }

    @Test func `one store's file takes the place of another's, or none is changed`() throws {
        let (company, old) = try fill(.binary)
        try company.coordinator.replacePersistentStore(
            at: scratch.url("new"), withPersistentStoreFrom: scratch.url("old"), type: .binary)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .binary, at: scratch.url("new"))
        #expect(metadata[NSStoreUUIDKey] as? String == old.identifier)
        #expect(throws: CocoaError.self) {
            try company.coordinator.replacePersistentStore(
                at: scratch.url("new"), withPersistentStoreFrom: scratch.url("nothing"), type: .binary)
        }
        #expect(StoreFile.isFilled(scratch.url("new")))
        let error = #expect(throws: CocoaError.self) {
            try company.coordinator.replacePersistentStore(
                at: scratch.url("new"), withPersistentStoreFrom: scratch.url("old"), type: .inMemory)
        }
        #expect(error?.code == .persistentStoreOperation)
    }

    @Test func `a destroyed store is gone, and to destroy nothing is no error`() throws {
        let (company, old) = try fill(.xml)
        try company.coordinator.remove(old)
        try company.coordinator.destroyPersistentStore(at: scratch.url("old"), type: .xml)
        #expect(scratch.names.isEmpty)
        try company.coordinator.destroyPersistentStore(at: scratch.url("old"), ofType: NSXMLStoreType, options: nil)
        try company.coordinator.destroyPersistentStore(at: scratch.url("old"), type: .inMemory)
        #expect(throws: CocoaError.self) {
            try company.coordinator.destroyPersistentStore(at: scratch.url("old"), type: .init(rawValue: "Papyrus"))
        }
    }

    @Test func `a store's place is another one with its next save`() throws {
        let (company, old) = try fill(.binary)
        #expect(company.coordinator.setURL(scratch.url("moved"), for: old))
        let context = company.context()
        company.make("Badge", "B", in: context)
        try context.save()
        #expect(scratch.names == ["moved", "old"] && company.coordinator.url(for: old) == scratch.url("moved"))
        try company.coordinator.remove(old)
        #expect(!company.coordinator.setURL(scratch.url("elsewhere"), for: old))
    }

    @Test func `metadata that no file can hold end the save, and those of the store stay`() throws {
        let (company, store) = try fill(.binary)
        company.coordinator.setMetadata(["note": NSObject()], for: store)
        let context = company.context()
        company.make("Badge", "B", in: context)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .persistentStoreSave)
        company.coordinator.setMetadata(nil, for: store)
        try context.save()
        #expect(store.metadata["note"] == nil && store.metadata[NSStoreModelVersionHashesKey] != nil)
        #expect(store.metadata[NSStoreTypeKey] as? String == NSBinaryStoreType)
    }
}
