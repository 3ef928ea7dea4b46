import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Stores that are a file: binary and XML.
@Suite struct FileStoreContextTests {
    private static let kinds: [NSPersistentStore.StoreType] = [.binary, .xml]
    private let scratch = Scratch()
    private let company = Company(ordered: ["people", "projects"])

    /// A coordinator of the zoo with the store at a place.
    private func open(
        _ kind: NSPersistentStore.StoreType, _ name: String = "zoo", of zoo: Zoo = Zoo(),
        options: [AnyHashable: Any]? = nil
    ) throws -> (coordinator: NSPersistentStoreCoordinator, store: NSPersistentStore) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: zoo.model)
        let store = try coordinator.addPersistentStore(type: kind, at: scratch.url(name), options: options)
        return (coordinator, store)
    }

    /// A table of values for each attribute of an animal; more than one, of each as many as there are.
    private static var values: [String: [Any]] {
        [
            "legs": [Int16.min, Int16(0), Int16.max], "weight": [Int32.min, Int32.max],
            "steps": [Int64.min, Int64.max],
            "isTame": [true, false], "speed": [Float(0.1), -Float.infinity, Float.leastNonzeroMagnitude],
            "height": [
                0.1, Double.infinity, -0.0, Double.greatestFiniteMagnitude, Double(bitPattern: 0x7FF8_0000_0000_1234),
            ],
            "born": [Date(timeIntervalSinceReferenceDate: 0.1), Date.distantPast],
            "name": [
                "", "Anna & <Boris>\r\n\t\"'", "\u{0}\u{1}\u{FFFF}\u{1F600}", " blanks ", "]]>",
                String(repeating: "é", count: 999),
            ],
            "picture": [Data(), Data([0, 255, 10])], "identifier": [UUID()],
            "price": [NSDecimalNumber(string: "-12345678901234567890.125"), NSDecimalNumber(string: "0.1")],
            "page": [URL(string: "https://example.org/a%20b?c=d#e")!], "tags": [["a", "b"], [String]()],
        ]
    }

    @Test(arguments: kinds) func `values of all types come back as they were, bit by bit`(
        kind: NSPersistentStore.StoreType
    ) throws {
        var identities: [URL] = []
        let (zoo, values) = (Zoo(), Self.values)
        let count = values.values.map(\.count).max()!
        do {
            let (coordinator, store) = try open(kind, of: zoo)
            defer { withExtendedLifetime(coordinator) {} }
            let service = store.service as! RowService
            let changes = (0..<count + 1).map { place in
                let identity = service.newIdentity(zoo.animal)
                identities.append(identity.uriRepresentation())
                let row = try! RowBuilder.row(of: identity, version: 0) { property in
                    // The last one has no values.
                    place == count ? nil : values[property.name].map { $0[place % $0.count] }
                }
                return ObjectChange(key: identity.key, row: row, previous: nil, members: [])
            }
            _ = try service.save(ChangeSet(inserted: changes, updated: [], deleted: []), for: nil)
        }
        let (coordinator, store) = try open(kind)
        for (place, uri) in identities.enumerated() {
            let identity = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
            let row = try #require(try store.service.row(of: identity, for: nil))
            #expect(row.version == 1)
            let wanted = try RowBuilder.row(of: identity, version: 0) { property in
                place == count ? nil : values[property.name].map { $0[place % $0.count] }
            }
            for (slot, property) in identity.entity.slots.enumerated() {
                #expect(row.isSame(row.layout.places[slot], as: wanted), "\(property.name) \(place)")
            }
        }
    }

    @Test(arguments: kinds) func `relationships, orders, versions and keys come back`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let url = scratch.url("company")
        var bench = try reopened(url, kind)
        let (department, boss) = (bench.identity("Department"), bench.identity("Manager"))
        let people = (0..<3).map { _ in bench.identity("Person") }
        let projects = (0..<3).map { _ in bench.identity("Project") }
        try bench.save(
            inserted: people.map { bench.change($0, ["department": department, "boss": boss]) }
                + projects.map { bench.change($0, [:]) } + [
                    bench.change(
                        boss, ["name": "Boss"], added: ["projects": projects], order: ["projects": projects.reversed()]),
                    bench.change(department, [:], order: ["people": [people[2], people[0], people[1]]]),
                ])
        try bench.save(
            updated: [bench.change(boss, ["name": "Boss"], previous: bench.row(boss))], deleted: [projects[2]])
        let last = bench.identity("Project")
        try bench.save(inserted: [bench.change(last, [:])])
        try bench.save(deleted: [last])
        let uris = ([department, boss] + people + projects).map { $0.uriRepresentation() }

        bench = try reopened(url, kind)
        let found = uris.map { bench.company.coordinator.managedObjectID(forURIRepresentation: $0)! }
        #expect(bench.members(found[0], "people") == [found[4], found[2], found[3]])
        #expect(bench.members(found[1], "reports").count == 3)
        #expect(bench.members(found[1], "projects") == [found[6], found[5]])
        #expect(bench.members(found[5], "members") == [found[1]])
        #expect(bench.row(found[1])?.version == 2 && bench.row(found[2])?.version == 1)
        #expect(bench.value(found[3], "boss") as? NSManagedObjectID == found[1])
        #expect(bench.row(found[7]) == nil)
        // No key is given twice, whether its object is there or not.
        #expect(bench.identity("Project").key.key == last.key.key + 1)
    }

    private func reopened(_ url: URL, _ kind: NSPersistentStore.StoreType) throws -> RowBench {
        let company = Company(kind: .inMemory, ordered: ["people", "projects"])
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        try company.coordinator.addPersistentStore(type: kind, at: url)
        return RowBench(company)
    }

    @Test(arguments: kinds) func `a link leads to an object of its own entity, whatever comes first in the file`(
        kind: NSPersistentStore.StoreType
    ) throws {
        func model() -> NSManagedObjectModel {
            let (badge, person, worker) = (Part.entity("Badge"), Part.entity("Person"), Part.entity("Worker"))
            person.subentities = [worker]
            badge.properties = [Part.relationship("owner", to: person)]
            worker.properties = [Part.attribute("name", .stringAttributeType)]
            return Part.model([badge, person, worker])
        }
        for isReading in [false, true] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
            try coordinator.addPersistentStore(type: kind, at: scratch.url("badges"))
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            if isReading {
                let badge = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Badge"))[0]
                let owner = badge.value(forKey: "owner") as? NSManagedObject
                #expect(owner?.entity.name == "Worker" && owner?.value(forKey: "name") as? String == "Ada")
            } else {
                let worker = NSEntityDescription.insertNewObject(forEntityName: "Worker", into: context)
                worker.setValue("Ada", forKey: "name")
                NSEntityDescription.insertNewObject(forEntityName: "Badge", into: context)
                    .setValue(worker, forKey: "owner")
                try context.save()
            }
        }
    }

    @Test(arguments: kinds) func `keys of objects that are all deleted are not given again`(
        kind: NSPersistentStore.StoreType
    ) throws {
        var bench = try reopened(scratch.url("company"), kind)
        let badges = (0..<3).map { _ in bench.identity("Badge") }
        try bench.save(inserted: badges.map { bench.change($0, [:]) })
        try bench.save(deleted: badges)
        bench = try reopened(scratch.url("company"), kind)
        #expect(bench.identity("Badge").key.key == 4 && bench.identity("Project").key.key == 1)
    }

    @Test func `keys far from each other take no more memory than others`() throws {
        let objects = (0..<40).map { "<object entity=\"Person\" key=\"\(Int64(1) << $0)\" version=\"1\"/>" }
        let text =
            "<store format=\"1\"><metadata><dictionary></dictionary></metadata>"
            + "<entity name=\"Person\" last=\"-5\"/>\(objects.joined())</store>"
        let url = scratch.url("far")
        try Data(text.utf8).write(to: url)
        let bench = try reopened(url, .xml)
        #expect(try bench.fetch("Person").count == 40)
        #expect(bench.identity("Person").key.key == Int64(1) << 39 + 1)
    }

    // MARK: Metadata

    @Test(arguments: kinds) func `metadata are kept with the next save, and read and set without opening the store`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let url = scratch.url("zoo")
        do {
            let (coordinator, store) = try open(kind)
            #expect(store.metadata[NSStoreTypeKey] as? String == kind.rawValue)
            coordinator.setMetadata(["note": "first", "list": [1, 2.5, true] as [Any]], for: store)
            #expect(store.metadata[NSStoreUUIDKey] as? String == store.identifier)
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            _ = NSManagedObject(entity: coordinator.managedObjectModel.entitiesByName["Keeper"]!, insertInto: context)
            try context.save()
        }
        let known = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: kind, at: url)
        #expect(known["note"] as? String == "first" && (known["list"] as? [Any])?.count == 3)
        #expect(known[NSStoreModelVersionHashesKey] as? [String: Data] == Zoo().model.entityVersionHashesByName)
        try NSPersistentStoreCoordinator.setMetadata(["note": "second"], type: kind, at: url)
        let changed = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: kind.rawValue, at: url, options: nil)
        #expect(changed["note"] as? String == "second" && changed["list"] == nil)
        #expect(changed[NSStoreUUIDKey] as? String == known[NSStoreUUIDKey] as? String)
        let (coordinator, store) = try open(kind)
        #expect(store.metadata["note"] as? String == "second")
        let request = FetchRequestDescription(entityName: "Keeper")
        let keeper = coordinator.managedObjectModel.entitiesByName["Keeper"]!
        #expect(try store.service.identities(for: request, entity: keeper, for: nil).count == 1)
    }

    // MARK: Files

    @Test(arguments: kinds) func `a new store is a file at once, and nothing else is left in the folder`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let (coordinator, store) = try open(kind)
        #expect(scratch.names == ["zoo"])
        let service = store.service as! RowService
        for _ in 0..<3 {
            let identity = service.newIdentity(coordinator.managedObjectModel.entitiesByName["Keeper"]!)
            let row = try RowBuilder.row(of: identity, version: 0) { _ in nil }
            let change = ObjectChange(key: identity.key, row: row, previous: nil, members: [])
            _ = try service.save(ChangeSet(inserted: [change], updated: [], deleted: []), for: nil)
        }
        #expect(scratch.names == ["zoo"])
        // A place that was reserved by an empty file is that of a new store.
        _ = FileManager.default.createFile(atPath: scratch.url("empty").path, contents: nil)
        _ = try open(kind, "empty")
        #expect(StoreFile.isFilled(scratch.url("empty")))
    }

    @Test(arguments: kinds) func `a file that cannot be written leaves the store as it was`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let (coordinator, store) = try open(kind)
        let keeper = coordinator.managedObjectModel.entitiesByName["Keeper"]!
        let service = store.service as! RowService
        let identity = service.newIdentity(keeper)
        let row = try RowBuilder.row(of: identity, version: 0) { _ in nil }
        let changes = ChangeSet(
            inserted: [ObjectChange(key: identity.key, row: row, previous: nil, members: [])], updated: [], deleted: []
        )
        #expect(coordinator.setURL(scratch.url("missing/zoo"), for: store))
        let error = #expect(throws: CocoaError.self) { try service.save(changes, for: nil) }
        #expect(error?.code == .persistentStoreSave)
        #expect(try service.row(of: identity, for: nil) == nil)
        #expect(coordinator.setURL(scratch.url("other"), for: store))
        _ = try service.save(changes, for: nil)
        #expect(scratch.names == ["other", "zoo"])
    }

    @Test(arguments: kinds) func `what somebody else has written is not overwritten`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let mine = try open(kind)
        let theirs = try open(kind)
        func save(_ opened: (coordinator: NSPersistentStoreCoordinator, store: NSPersistentStore)) throws {
            let service = opened.store.service as! RowService
            let keeper = opened.coordinator.managedObjectModel.entitiesByName["Keeper"]!
            let identity = service.newIdentity(keeper)
            let row = try RowBuilder.row(of: identity, version: 0) { _ in nil }
            let change = ObjectChange(key: identity.key, row: row, previous: nil, members: [])
            _ = try service.save(ChangeSet(inserted: [change], updated: [], deleted: []), for: nil)
        }
        try save(theirs)
        try save(theirs)
        let error = #expect(throws: CocoaError.self) { try save(mine) }
        #expect(error?.code == .persistentStoreSave && error?.localizedDescription.contains("somebody else") ?? false)
        let (coordinator, again) = try open(kind)
        let keeper = coordinator.managedObjectModel.entitiesByName["Keeper"]!
        let all = FetchRequestDescription(entityName: "Keeper")
        #expect(try again.service.identities(for: all, entity: keeper, for: nil).count == 2)
    }

    @Test(arguments: kinds) func `a link stays a link, and a file keeps its permissions`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let (first, second) = (scratch.url("zoo"), scratch.url("link"))
        do { _ = try open(kind) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: first.path)
        try FileManager.default.createSymbolicLink(at: second, withDestinationURL: first)
        try NSPersistentStoreCoordinator.setMetadata(["note": "x"], type: kind, at: second)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: second.path) == first.path)
        let mode = try FileManager.default.attributesOfItem(atPath: first.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    // MARK: Bad input

    /// A file with a bit of everything.
    private func file(_ kind: NSPersistentStore.StoreType) throws -> Data {
        let bench = try reopened(scratch.url("whole"), kind)
        let (department, anna) = (bench.identity("Department"), bench.identity("Person"))
        let project = bench.identity("Project")
        try bench.save(
            inserted: [
                bench.change(
                    anna, ["name": "Anna", "age": 3, "department": department], added: ["projects": [project]]),
                bench.change(department, ["name": "Sales"], order: ["people": [anna]]), bench.change(project, [:]),
            ])
        return try Data(contentsOf: scratch.url("whole"))
    }

    private func openBroken(_ data: Data, _ kind: NSPersistentStore.StoreType) throws {
        let url = scratch.url("broken")
        try data.write(to: url)
        _ = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: kind, at: url)
        try NSPersistentStoreCoordinator(managedObjectModel: company.model).addPersistentStore(type: kind, at: url)
    }

    @Test(arguments: kinds) func `a file that ends anywhere too early is an error`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let whole = try file(kind)
        try openBroken(whole, kind)
        // Of XML the last blank may be missing.
        let end = kind == .xml ? whole.count - 1 : whole.count
        for length in Array(1..<100) + Array(stride(from: 100, to: end, by: 7)) + Array(end - 100..<end) {
            let error = #expect(throws: CocoaError.self) { try openBroken(whole.prefix(length), kind) }
            #expect([134_000, 134_080].contains(error?.code.rawValue), "\(length): \(String(describing: error))")
        }
    }

    @Test(arguments: kinds, Seeds.first(1))
    func `a file with any byte changed is opened or an error, and nothing else`(
        kind: NSPersistentStore.StoreType, seed: UInt64
    ) throws {
        let whole = try file(kind)
        var random = SeededGenerator(seed: seed)
        for round in 0..<500 {
            var data = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<data.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: data[place] = UInt8.random(in: 0...255, using: &random)
                case 1: data[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: data.remove(at: place)
                }
            }
            do {
                try openBroken(data, kind)
            } catch let error as CocoaError {
                #expect((134_000...134_100).contains(error.code.rawValue), "seed \(seed), round \(round): \(error)")
            } catch {
                Issue.record("seed \(seed), round \(round): \(error)")
            }
        }
    }

    @Test func `what is wrong with an XML file is said in a sentence, with a code of its own`() throws {
        func text(_ body: String) -> String {
            "<store format=\"1\"><metadata><dictionary></dictionary></metadata>\(body)</store>"
        }
        let cases: [(text: String, code: Int, words: String)] = [
            ("", 134_000, "begin"), ("<html/>", 134_000, "begin"), ("<store format=\"2\"></store>", 134_000, "begin"),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><store/>", 134_000, "document type"),
            (text("") + "x", 134_080, "text stands"), (text("") + "<a/>", 134_080, "follows the end"),
            (text("<object/>"), 134_080, "no entity"), (text("<thing/>"), 134_080, "neither"),
            (text("<object entity=\"Dragon\" key=\"1\" version=\"1\"/>"), 134_020, "Dragon"),
            (text("<object entity=\"Person\" key=\"0\" version=\"1\"/>"), 134_080, "key 0"),
            (text("<object entity=\"Person\" key=\"9223372036854775807\" version=\"1\"/>"), 134_080, "key"),
            (
                text(
                    "<object entity=\"Person\" key=\"1\" version=\"1\"/><object entity=\"Manager\" key=\"1\" version=\"1\"/>"
                ),
                134_080, "two objects"
            ),
            (
                text("<object entity=\"Person\" key=\"1\" version=\"1\"><string key=\"wings\">2</string></object>"),
                134_020,
                "wings"
            ),
            (
                text("<object entity=\"Person\" key=\"1\" version=\"1\"><string key=\"age\">2</string></object>"),
                134_080,
                "age"
            ),
            (
                text(
                    "<object entity=\"Person\" key=\"1\" version=\"1\"><relationship name=\"boss\">1 2</relationship></object>"
                ),
                134_080, "boss"
            ),
            (
                text(
                    "<object entity=\"Person\" key=\"1\" version=\"1\"><relationship name=\"age\">1</relationship></object>"
                ),
                134_080, "no relationship"
            ),
            (text(String(repeating: "<array>", count: 100_000)), 134_080, "neither"),
        ]
        for test in cases {
            let error = #expect(throws: CocoaError.self, "\(test.text.prefix(80))") {
                try openBroken(Data((test.text.isEmpty ? " " : test.text).utf8), .xml)
            }
            #expect(error?.code.rawValue == test.code, "\(test.text.prefix(80)) \(String(describing: error))")
            #expect(error?.localizedDescription.contains(test.words) ?? false, "\(String(describing: error))")
        }
        let deep = "<store format=\"1\"><metadata>" + String(repeating: "<array>", count: 100_000)
        #expect(throws: CocoaError.self) { try openBroken(Data(deep.utf8), .xml) }
    }

    @Test(arguments: kinds) func `relationships that lead nowhere are read, and lead nowhere`(
        kind: NSPersistentStore.StoreType
    ) throws {
        var bench = try reopened(scratch.url("company"), kind)
        let (anna, lost) = (bench.identity("Person"), bench.identity("Department"))
        try bench.save(inserted: [bench.change(anna, ["department": lost])])
        bench = try reopened(scratch.url("company"), kind)
        let found = try bench.fetch("Person")[0]
        #expect((bench.value(found, "department") as? NSManagedObjectID)?.key.key == lost.key.key)
        #expect(bench.row(bench.value(found, "department") as! NSManagedObjectID) == nil)
    }

    @Test(arguments: kinds) func `a value that no file can hold ends the save in a sentence`(
        kind: NSPersistentStore.StoreType
    ) throws {
        struct Unknown {}
        let (coordinator, store) = try open(kind)
        let service = store.service as! RowService
        let identity = service.newIdentity(coordinator.managedObjectModel.entitiesByName["Animal"]!)
        let row = try RowBuilder.row(of: identity, version: 0) { $0.name == "tags" ? Unknown() : nil }
        let change = ObjectChange(key: identity.key, row: row, previous: nil, members: [])
        let error = #expect(throws: CocoaError.self) {
            try service.save(ChangeSet(inserted: [change], updated: [], deleted: []), for: nil)
        }
        #expect(
            error?.code == .persistentStoreSave && error?.localizedDescription.contains("“tags” of “Animal”") ?? false)
        #expect(try service.row(of: identity, for: nil) == nil)
    }

    @Test(arguments: kinds) func `nodes are there for who asks, by identity and reference object`(
        kind: NSPersistentStore.StoreType
    ) throws {
        let bench = try reopened(scratch.url("company"), kind)
        let (anna, department) = (bench.identity("Person"), bench.identity("Department"))
        try bench.save(inserted: [
            bench.change(anna, ["name": "Anna", "department": department]),
            bench.change(department, [:], order: ["people": [anna]]),
        ])
        let store = try #require(bench.store as? NSAtomicStore)
        #expect(Set(store.cacheNodes().map(\.objectID)) == [anna, department])
        #expect(store.cacheNode(for: anna)?.value(forKey: "name") as? String == "Anna")
        #expect(store.cacheNode(for: anna)?.value(forKey: "department") as? NSManagedObjectID == department)
        #expect(
            (store.cacheNode(for: department)?.value(forKey: "people") as? NSOrderedSet)?.array as? [NSManagedObjectID]
                == [anna])
        #expect(store.referenceObject(for: anna) as? Int == Int(anna.key.key))
        #expect(store.objectID(for: anna.entity, withReferenceObject: anna.key.key) == anna)
    }
}
