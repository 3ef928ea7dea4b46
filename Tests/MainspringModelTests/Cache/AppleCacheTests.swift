import Foundation
import Testing

@_spi(Tools) @testable import MainspringModel

@Suite(.enabled(if: AppleCaches.areReadable, "\(AppleCaches.skipped)"))
struct AppleCacheTests {
    @Test(arguments: [
        ("samplemodel/SampleModel_V1.sqlite", 4), ("samplemodel/SampleModel_V2.sqlite", 4),
        ("samplemodel/SampleModel3_V1.sqlite", 1), ("testmodel/TestModel.sqlite", 2),
        ("nomodel/Accounts3.sqlite", 7), ("nomodel/netusage.sqlite", 18), ("nomodel/knowledgec-10.13.db", 15),
    ])
    func `the model that a store keeps is read, without issues and with nothing left out`(
        store: String, entityCount: Int
    ) throws {
        let (model, notes) = try ModelCache.read(AppleCaches.content(store), path: store)
        #expect(model.entities.count == entityCount)
        #expect(model.issues.isEmpty)
        #expect(notes == [])
        #expect(!model.debugDescription.isEmpty)
    }

    @Test(arguments: [
        ("samplemodel/SampleModel_V1.sqlite", "samplemodel/SampleModel.momd/SampleModel.mom"),
        ("samplemodel/SampleModel_V2.sqlite", "samplemodel/SampleModel.momd/SampleModel2.mom"),
        ("samplemodel/SampleModel3_V1.sqlite", "samplemodel/SampleModel3.momd/SampleModel3.mom"),
        ("testmodel/TestModel.sqlite", "testmodel/Sample.xcdatamodeld/TestModel.xcdatamodel"),
    ])
    func `a store's model is the version that the store was made with`(store: String, file: String) throws {
        let cached = try ModelCache.model(of: AppleCaches.content(store))
        let model = try NSManagedObjectModel.read(AppleStores.url(file))
        #expect(ModelComparison(model, cached).versionDifferences.map(\.description) == [])
    }

    @Test(arguments: ["nomodel/Accounts3.sqlite", "nomodel/netusage.sqlite", "nomodel/knowledgec-10.13.db"])
    func `a cache that we write is read to an equal model`(store: String) throws {
        let model = try ModelCache.model(of: AppleCaches.content(store))
        let again = try ModelCache.model(of: ModelCache.content(for: model))
        #expect(ModelComparison(model, again).differences.map(\.description) == [])
    }

    @Test func `what a subentity inherits stands in its superentity only`() throws {
        let model = try ModelCache.model(of: AppleCaches.content("samplemodel/SampleModel_V2.sqlite"))
        let luxury = try #require(model.entitiesByName["LuxuryCar"])
        #expect(luxury.ownProperties.map(\.name) == ["isLimitedEdition"])
        #expect(luxury.propertiesByName["owner"]?.entity.name == "Car")
    }
}
