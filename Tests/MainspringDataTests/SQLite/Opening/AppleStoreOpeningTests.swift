import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores of Apple's are opened.
@Suite(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
struct AppleStoreOpeningTests {
    private let scratch = Scratch()

    private func copy(_ store: AppleStores.Store) throws -> URL {
        let url = scratch.url(store.url.lastPathComponent)
        try store.copy(to: url)
        return url
    }

    @Test(arguments: AppleStores.all)
    func `A store of Apple's that is opened read-only is the same byte for byte, and nothing is left beside it`(
        _ store: AppleStores.Store
    ) throws {
        let url = try copy(store)
        let (coordinator, opened) = try Fixture.open(
            url, store.model(), options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
        #expect(opened.isReadOnly)
        #expect(try Data(contentsOf: url) == Data(contentsOf: store.url))
        try coordinator.remove(opened)
        #expect(try Data(contentsOf: url) == Data(contentsOf: store.url))
        #expect(scratch.names == [url.lastPathComponent])
    }

    @Test(arguments: AppleStores.all)
    func `A store of Apple's that is opened to be written has the tables and metadata that it had`(
        _ store: AppleStores.Store
    ) throws {
        let url = try copy(store)
        let before = try (
            Fixture.schema(url), MetadataTable.values(url), Fixture.rows(url, "SELECT * FROM Z_PRIMARYKEY")
        )
        let (coordinator, opened) = try Fixture.open(url, store.model())
        // That of 10.13 has a history.
        #expect(opened.isReadOnly == store.path.contains("knowledgec"))
        #expect((opened.readOnlyReason != nil) == store.path.contains("knowledgec"))
        try coordinator.remove(opened)
        #expect(scratch.names == [url.lastPathComponent])
        #expect(try Fixture.schema(url) == before.0)
        #expect(try MetadataTable.values(url) == before.1)
        #expect(try Fixture.rows(url, "SELECT * FROM Z_PRIMARYKEY") == before.2)
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    private func version(_ name: String) throws -> NSManagedObjectModel {
        try NSManagedObjectModel.read(
            AppleStores.folder.appendingPathComponent("samplemodel/SampleModel.xcdatamodeld/\(name).xcdatamodel"))
    }

    @Test func `A model without Apple's hashes opens a store whose own model says the same`() throws {
        let url = try copy(AppleStores.all[0])
        let (coordinator, store) = try Fixture.open(url, version("SampleModel"))
        let hashes = store.metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        #expect(hashes?.count == 4)
        try coordinator.remove(store)
        #expect(try !MetadataTable.values(url).keys.contains(NewMetadata.formulaKey))
    }

    @Test func `A store of another version is refused, and the error names the entities`() throws {
        let url = try copy(AppleStores.all[0])
        let failure = try #require(Fixture.failure { _ = try Fixture.open(url, version("SampleModel2")) })
        #expect(failure.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(failure.sentence.contains("Car"))
        let ignoring = [NSIgnorePersistentStoreVersioningOption: NSNumber(value: true)]
        let misfit = Fixture.failure { _ = try Fixture.open(url, version("SampleModel2"), options: ignoring) }
        // What the other version says has no place in the file, or has one.
        #expect(misfit == nil || misfit?.code == NSPersistentStoreIncompatibleSchemaError)
    }

    @Test func `A store of 2009 is opened if all that it has is what the model says`() throws {
        let url = try copy(AppleStores.all[4])
        let other = try AppleStores.all[4].model()
        let pages = NSAttributeDescription()
        (pages.name, pages.attributeType) = ("pages", .integer16AttributeType)
        other.entities[0].properties.append(pages)
        #expect(
            Fixture.failure { _ = try Fixture.open(url, other) }?.code == NSPersistentStoreIncompatibleVersionHashError)
        let fewer = try AppleStores.all[4].model()
        fewer.entities[0].properties.removeAll { $0.name == "author" }
        #expect(
            Fixture.failure { _ = try Fixture.open(url, fewer) }?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test func `A new store of a compiled model has Apple's hashes, and opens with the model that it keeps`() throws {
        let model = try NSManagedObjectModel.read(
            AppleStores.folder.appendingPathComponent("samplemodel/SampleModel.momd"))
        let url = scratch.url("new.sqlite")
        let (coordinator, store) = try Fixture.open(url, model)
        try coordinator.remove(store)
        let metadata = try MetadataTable.values(url)
        #expect(metadata[NewMetadata.formulaKey] == nil)
        #expect(
            metadata[NSStoreModelVersionHashesKey]?.dictionary?.entries["Car"]?.data
                == model.entitiesByName["Car"]?.knownVersionHash)
        #expect(metadata["NSStoreModelVersionHashesDigest"]?.string == model.versionHashesDigest)
        let kept = try NSManagedObjectModel.modelOfStore(at: url)
        #expect(ModelComparison(kept, model).versionDifferences.isEmpty)
        let again = try Fixture.open(url, kept)
        try again.coordinator.remove(again.store)
    }
}
