import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

extension MetadataTable {
    /// Those of a file, which is not changed.
    static func values(_ url: URL) throws -> Values {
        let connection = try SQLiteConnection(path: url.path, access: .readWrite)
        defer { connection.close() }
        return try read(connection) ?? [:]
    }
}

/// Metadata are read and written with stores and without.
@Suite struct StoreMetadataTests {
    private let scratch = Scratch()

    private func make() throws -> (url: URL, model: NSManagedObjectModel) {
        let item = Part.entity("Item")
        item.properties = [Part.attribute("name", .stringAttributeType)]
        let model = Part.model([item])
        let url = scratch.url("s.sqlite")
        let (coordinator, store) = try Fixture.open(url, model)
        try coordinator.remove(store)
        return (url, model)
    }

    @Test func `Metadata are read and replaced without opening, and what says the model stays`() throws {
        let (url, model) = try make()
        let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: before))
        try NSPersistentStoreCoordinator.setMetadata(["own": [1, "two"]], type: .sqlite, at: url)
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect((after["own"] as? [Any])?.count == 2)
        for key in before.keys { #expect(after[key].map { "\($0)" } == before[key].map { "\($0)" }, "\(key)") }
        try NSPersistentStoreCoordinator.setMetadata(nil, type: .sqlite, at: url)
        #expect(try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)["own"] == nil)
        #expect(scratch.names == ["s.sqlite"])
        #expect(throws: CocoaError.self) {
            try NSPersistentStoreCoordinator.setMetadata(["bad": scratch], type: .sqlite, at: url)
        }
    }

    @Test func `Metadata of an open store wait for its save, with what says the model`() throws {
        let (url, model) = try make()
        let (coordinator, store) = try Fixture.open(url, model)
        let state = try #require(store.opened?.metadata)
        #expect(try state.unwritten() == nil)
        coordinator.setMetadata(["own": "word"], for: store)
        let first = try #require(try state.unwritten())
        #expect(first.values["own"]?.string == "word")
        #expect(first.values[NSStoreModelVersionHashesKey] != nil)
        coordinator.setMetadata(["own": "other"], for: store)
        state.noteWritten(first.number)
        #expect(try state.unwritten()?.values["own"]?.string == "other")
    }

    @Test func `Metadata that are no property list are an error in a sentence`() throws {
        let (url, model) = try make()
        let lists: [Data] = [
            Data(), Data("bplist00".utf8), Data("nonsense".utf8), Data(repeating: 0xFF, count: 4_096),
            try PropertyListValue.array([.integer(1)]).binaryData(),
        ]
        for list in lists {
            let connection = try SQLiteConnection(path: url.path, access: .readWrite)
            let statement = try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?")
            try statement.bind(list, at: 1)
            try statement.run()
            connection.close()
            for body in [
                { _ = try Fixture.open(url, model) },
                { _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url) },
                { _ = try NSManagedObjectModel.modelOfStore(at: url) },
            ] {
                let failure = try #require(Fixture.failure(body))
                #expect(failure.code == NSPersistentStoreOpenError)
                #expect(failure.sentence.contains("Z_METADATA") && failure.sentence.contains(url.path))
            }
        }
    }

    @Test func `A model in a store that cannot be read is an error only to who asks for it`() throws {
        let (url, model) = try make()
        for content in ["x'00112233'", "NULL", "'text'", "zeroblob(1000000)"] {
            try Fixture.run(url, "UPDATE Z_MODELCACHE SET Z_CONTENT = \(content)")
            let failure = try #require(Fixture.failure { _ = try NSManagedObjectModel.modelOfStore(at: url) })
            #expect(failure.code == NSPersistentStoreOpenError && failure.sentence.contains(url.path))
            let (coordinator, store) = try Fixture.open(url, model)
            try coordinator.remove(store)
        }
    }
}
