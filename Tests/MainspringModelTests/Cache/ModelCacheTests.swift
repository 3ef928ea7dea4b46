import Foundation
import Testing

@_spi(Tools) @testable import MainspringModel

@Suite struct ModelCacheTests {
    @Test func `a cache keeps what counts for the version, and no validation and no templates`() throws {
        let model = try EverythingModel.model()
        let cached = try ModelCache.model(of: ModelCache.content(for: model))
        #expect(ModelComparison(model, cached).versionDifferences.map(\.description) == [])
        let account = try #require(cached.entitiesByName["Account"])
        #expect(account.explicitClassName == "Account")
        #expect(account.attributesByName["name"]?.validationPredicates == [])
        #expect(cached.requestTemplatesByName.isEmpty)
    }

    @Test func `equal models have the same cache`() throws {
        let first = try ModelCache.content(for: EverythingModel.model())
        #expect(try ModelCache.content(for: EverythingModel.model()) == first)
    }

    @Test func `a cache has the inherited properties with each entity, as Apple's have`() throws {
        let content = try ModelCache.content(for: EverythingModel.model())
        let archive = try Deflate.decompress(content, limit: 1 << 20)
        let list = try PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any]
        let objects = try #require(list?["$objects"] as? [Any])
        let attributes = objects.compactMap { $0 as? [String: Any] }.filter { $0["NSAttributeType"] != nil }
        // Account has 21 with the elements of composite ones, Entry one, and Savings has those of Account again.
        #expect(attributes.count == 43)
    }

    @Test func `an index of a property and of something computed can be cached`() throws {
        let xml = """
            <model><entity name="Part"><attribute name="a" optional="YES" attributeType="Double"/><fetchIndex name="both">
            <fetchIndexElement property="a" type="Binary" order="ascending"/>
            <fetchIndexElement expression="a + 1" expressionType="Double" type="Binary" order="ascending"/>
            </fetchIndex></entity></model>
            """
        let model = try ModelFile.read(Data(xml.utf8), path: "m").model
        let cached = try ModelCache.model(of: ModelCache.content(for: model))
        #expect(cached.entitiesByName["Part"]?.indexes.first?.elements.count == 2)
        #expect(cached.entitiesByName["Part"]?.compoundIndexList.isEmpty == true)
    }

    @Test func `a model in use can be cached`() throws {
        let model = try EverythingModel.model()
        let before = try ModelCache.content(for: model)
        model.freeze()
        #expect(try ModelCache.content(for: model) == before)
    }

    @Test func `broken content is an error that says where`() {
        let error = #expect(throws: ModelFileError.self) {
            try ModelCache.model(of: Data([1, 2, 3]), path: "Library.sqlite")
        }
        #expect(error?.description.hasPrefix("Library.sqlite: ") == true)
    }
}
