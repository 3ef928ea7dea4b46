import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// Adding and removing stores.
@Suite struct StoreAddingContextThreadTests {
    private let scratch = Scratch()
    private let zoo = Zoo()
    private var coordinator: NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: zoo.model)
    }

    /// What a coordinator posts while a closure runs.
    private func notices(
        of coordinator: NSPersistentStoreCoordinator, _ body: () throws -> Void
    ) rethrows -> [Notification] {
        let seen = Unchecked(NSMutableArray())
        let names: [Notification.Name] = [
            .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange,
            .NSPersistentStoreCoordinatorWillRemoveStore,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: coordinator, queue: nil) { note in
                seen.value.add(note)
            }
        }
        defer { observers.forEach(NotificationCenter.default.removeObserver) }
        try body()
        return seen.value.map { $0 as! Notification }
    }

    @Test func `a store is added by its type or by its word, and found by its place`() throws {
        let coordinator = coordinator
        let first = try coordinator.addPersistentStore(type: .binary, at: scratch.url("first"))
        let second = try coordinator.addPersistentStore(
            ofType: NSXMLStoreType, configurationName: nil, at: scratch.url("second"), options: nil)
        let third = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        #expect(coordinator.persistentStores == [first, second, third])
        #expect([first, second, third].map(\.type) == ["Binary", "XML", "InMemory"])
        #expect(coordinator.persistentStore(for: scratch.url("x/../second")) === second)
        #expect(coordinator.persistentStore(for: scratch.url("third")) == nil)
        #expect(coordinator.url(for: first) == scratch.url("first") && third.url?.scheme == "memory")
        #expect(
            first.persistentStoreCoordinator === coordinator
                && first.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
        let identifiers: [String] = [first, second, third].map { $0.identifier! }
        #expect(Set(identifiers).count == 3)
    }

    @Test func `what comes and goes is told before and after, with Apple's keys`() throws {
        let coordinator = coordinator
        var store: NSPersistentStore?
        let added = try notices(of: coordinator) {
            store = try coordinator.addPersistentStore(type: .inMemory, at: scratch.url("a"))
        }
        #expect(
            added.map(\.name) == [
                .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange,
            ])
        #expect(added.allSatisfy { ($0.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore])! == [store!] })
        #expect(added.allSatisfy { $0.userInfo?.count == 1 })
        let removed = try notices(of: coordinator) { try coordinator.remove(store!) }
        #expect(
            removed.map(\.name) == [
                .NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreCoordinatorStoresWillChange,
                .NSPersistentStoreCoordinatorStoresDidChange,
            ])
        #expect(removed[0].userInfo?.isEmpty ?? true)
        #expect((removed[2].userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore])! == [store!])
        let failed = notices(of: coordinator) { try? coordinator.remove(store!) }
        #expect(failed.isEmpty && coordinator.persistentStores.isEmpty)
    }

    @Test func `what cannot be added is an error with Apple's code`() throws {
        let coordinator = coordinator
        try coordinator.addPersistentStore(type: .binary, at: scratch.url("known"))
        let other = self.coordinator
        try other.addPersistentStore(type: .xml, at: scratch.url("xml"))
        try Data("something else".utf8).write(to: scratch.url("text"))
        let copy = scratch.url("copy")
        try FileManager.default.copyItem(at: scratch.url("known"), to: copy)
        let readOnly = [NSReadOnlyPersistentStoreOption: true]
        let cases:
            [(type: String, configuration: String?, url: URL?, options: [AnyHashable: Any]?, code: Int, words: String)] =
                [
                    ("Papyrus", nil, scratch.url("new"), nil, 134_000, "There is no kind of store “Papyrus”"),
                    ("Nothing", nil, scratch.url("new"), nil, 134_000, "Those that there are: Binary, "),
                    (NSBinaryStoreType, "Nowhere", scratch.url("new"), nil, 134_060, "configuration named “Nowhere”"),
                    (NSBinaryStoreType, nil, nil, nil, 134_080, "Give a URL"),
                    (NSBinaryStoreType, nil, scratch.url("known"), nil, 134_080, "there already"),
                    (NSBinaryStoreType, nil, copy, nil, 134_080, "has its identifier"),
                    (NSBinaryStoreType, nil, scratch.url("xml"), nil, 134_000, "does not begin"),
                    (NSXMLStoreType, nil, scratch.url("text"), nil, 134_000, "text stands"),
                    (NSBinaryStoreType, nil, scratch.url("new"), readOnly, 134_080, "read-only"),
                    (NSBinaryStoreType, nil, scratch.url("missing/new"), nil, 134_030, "could not be opened"),
                ]
        for test in cases {
            let error = #expect(throws: CocoaError.self, "\(test)") {
                try coordinator.addPersistentStore(
                    ofType: test.type, configurationName: test.configuration, at: test.url, options: test.options)
            }
            #expect(error?.code.rawValue == test.code, "\(String(describing: error))")
            #expect(error?.localizedDescription.contains(test.words) ?? false, "\(String(describing: error))")
        }
        #expect(coordinator.persistentStores.count == 1 && !scratch.names.contains("new"))
    }

    @Test func `a store of another kind is told by its metadata`() throws {
        try coordinator.addPersistentStore(type: .binary, at: scratch.url("a"))
        try NSPersistentStoreCoordinator.setMetadata([NSStoreTypeKey: "Other"], type: .binary, at: scratch.url("a"))
        let error = #expect(throws: CocoaError.self) {
            try coordinator.addPersistentStore(type: .binary, at: scratch.url("a"))
        }
        #expect(error?.code == .persistentStoreTypeMismatch)
    }

    @Test func `a store of another model is an error that names the entities`() throws {
        try coordinator.addPersistentStore(type: .binary, at: scratch.url("a"))
        let changed = Zoo(without: ["legs"])
        changed.keeper.name = "Warden"
        let other = NSPersistentStoreCoordinator(managedObjectModel: changed.model)
        let error = #expect(throws: CocoaError.self) {
            try other.addPersistentStore(type: .binary, at: scratch.url("a"))
        }
        #expect(error?.code == .persistentStoreIncompatibleVersionHash)
        for words in ["“Animal” differ", "does not have “Warden”", "the model does not have “Keeper”"] {
            #expect(error?.localizedDescription.contains(words) ?? false, "\(String(describing: error))")
        }
        #expect((error?.userInfo["metadata"] as? [String: Any])?[NSStoreModelVersionHashesKey] != nil)
        #expect(other.persistentStores.isEmpty)
        // Whoever does not ask for versions gets what fits.
        let same = Zoo()
        same.animal.versionHashModifier = "other"
        let ignoring = NSPersistentStoreCoordinator(managedObjectModel: same.model)
        #expect(throws: CocoaError.self) { try ignoring.addPersistentStore(type: .binary, at: scratch.url("a")) }
        try ignoring.addPersistentStore(
            type: .binary, at: scratch.url("a"), options: [NSIgnorePersistentStoreVersioningOption: true])
    }

    @Test func `a read-only store is read, and refuses what is saved`() throws {
        do {
            let coordinator = coordinator
            try coordinator.addPersistentStore(type: .binary, at: scratch.url("a"))
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            NSManagedObject(entity: zoo.keeper, insertInto: context).setValue("Anna", forKey: "name")
            try context.save()
        }
        let coordinator = coordinator
        let store = try coordinator.addPersistentStore(
            type: .binary, at: scratch.url("a"), options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
        #expect(store.isReadOnly)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let request = NSFetchRequest<NSManagedObject>(entityName: "Keeper")
        let keepers = try #require(try coordinator.execute(request, with: context) as? [NSManagedObject])
        #expect(keepers.map(\.title) == ["Anna"])
        keepers[0].setValue("Boris", forKey: "name")
        let changing = #expect(throws: CocoaError.self) { try context.save() }
        #expect(changing?.code == .persistentStoreIncompatibleSchema && changing?.affectedStores?.first === store)
        context.rollback()
        _ = NSManagedObject(entity: zoo.keeper, insertInto: context)
        let inserting = #expect(throws: CocoaError.self) { try context.save() }
        #expect(inserting?.code == .persistentStoreIncompatibleSchema)
    }

    @Test func `objects of a store that was removed cannot be saved any more`() throws {
        let company = Company()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        #expect(anna.objectID.persistentStore == nil)
        anna.setValue("Anne", forKey: "name")
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .persistentStoreOperation)
        #expect(throws: CocoaError.self) { try company.context().existingObject(with: anna.objectID) }
        let without = company.context()
        company.make("Person", "Boris", in: without)
        let none = #expect(throws: CocoaError.self) { try without.save() }
        #expect(none?.code == .coreData && none?.localizedDescription.contains("no persistent stores") ?? false)
    }

    @Test func `didAdd and willRemove are called when the coordinator has the store, and before it gives it up`() throws
    {
        final class NotingStore: LinesStore {
            override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Noting lines") }
            override func didAdd(to coordinator: NSPersistentStoreCoordinator) {
                calls.append("added \(coordinator.persistentStores.contains(self))")
            }
            override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
                calls.append("removed \(coordinator!.persistentStores.contains(self))")
            }
        }
        NSPersistentStoreCoordinator.registerStoreClass(NotingStore.self, forStoreType: NotingStore.kind.rawValue)
        let coordinator = coordinator
        let store = try coordinator.addPersistentStore(type: NotingStore.kind, at: scratch.url("a")) as! NotingStore
        try coordinator.remove(store)
        #expect(store.calls == ["load", "added true", "removed true"])
    }

    @Test func `many threads add and remove stores, and each place is opened once`() async throws {
        let coordinator = coordinator
        let scratch = Unchecked(scratch)
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var count = 0
                    for round in 0..<20 {
                        let url = scratch.value.url("store \(round)")
                        if (try? coordinator.addPersistentStore(type: .binary, at: url)) != nil { count += 1 }
                        let memory = try! coordinator.addPersistentStore(type: .inMemory, at: url)
                        try! coordinator.remove(memory)
                    }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(counts == 20 && coordinator.persistentStores.count == 20)
    }

    /// A table that lets something happen when it is asked what its identifier is.
    final class AskedStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Table that is asked") }
        var isAsked: (() -> Void)?

        override var identifier: String! {
            get {
                let action = isAsked
                isAsked = nil
                action?()
                return "asked"
            }
            set {}
        }
    }

    @Test func `of two stores with one identifier that come at the same time one is added`() throws {
        for kind in [TableStore.self, AskedStore.self] {
            NSPersistentStoreCoordinator.registerStoreClass(kind, type: kind.kind)
        }
        let coordinator = coordinator
        let asked =
            try coordinator.addPersistentStore(type: AskedStore.kind, at: URL(string: "table://asked")!) as! AskedStore
        func add(_ number: Int) throws {
            try coordinator.addPersistentStore(type: TableStore.kind, at: URL(string: "table://\(number)")!)
        }
        var others = 0
        asked.isAsked = { if (try? add(1)) != nil { others += 1 } }
        let error = #expect(throws: CocoaError.self) { try add(2) }
        #expect(error?.code == .persistentStoreOpen && others == 1)
        #expect(coordinator.persistentStores.count == 2)
    }

    @Test func `kinds of stores are registered and listed, and taken out again`() throws {
        let word = "Listed lines"
        NSPersistentStoreCoordinator.registerStoreClass(LinesStore.self, type: .init(rawValue: word))
        let known = NSPersistentStoreCoordinator.registeredStoreTypes
        #expect(Set([NSBinaryStoreType, NSXMLStoreType, NSInMemoryStoreType, word]).isSubset(of: known.keys))
        #expect(known[NSSQLiteStoreType] != nil)
        NSPersistentStoreCoordinator.registerStoreClass(nil, type: .init(rawValue: word))
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[word] == nil)
    }

    @Test func `a class that keeps nothing cannot be registered`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            NSPersistentStoreCoordinator.registerStoreClass(NSAtomicStore.self, type: .init(rawValue: "X"))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("it keeps nothing. Let it inherit from NSAtomicStore or NSIncrementalStore"))
    }
}
