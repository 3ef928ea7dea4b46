import Foundation
import Testing

@testable import MainspringModel

/// With the model `Shelf.xcdatamodeld` as a resource of this target.
@Suite struct ModelSearchTests {
    @Test func `a model that a target has as a resource is found by its name`() throws {
        let model = try #require(try NSManagedObjectModel.model(named: "Shelf"))
        #expect(model.entities.compactMap(\.name).sorted() == ["ShelfBook", "ShelfBoard"].sorted())
        #expect(model.fileName == "Shelf 2")
        #expect(model.entitiesByName["ShelfBook"]?.moduleName == "MainspringModelTests")
        #expect(try NSManagedObjectModel.model(named: "No such model") == nil)
    }

    @Test func `the models of a program are merged without a path`() throws {
        let merged = try #require(NSManagedObjectModel.mergedModel(from: nil))
        #expect(merged.entitiesByName["ShelfBook"] != nil)
        #expect(merged.entitiesByName["ShelfBook"]?.moduleName == "MainspringModelTests")
    }

    @Test func `the models of a bundle are merged`() throws {
        let merged = try #require(NSManagedObjectModel.mergedModel(from: [Bundle.module]))
        #expect(merged.entitiesByName["ShelfBook"] != nil)
        #expect(NSManagedObjectModel.mergedModel(from: []) == nil)
    }

    @Test func `of all versions those are merged that a store needs`() throws {
        let bundle = try ModelBundle(contentsOf: Bundle.module.bundleURL.appendingPathComponent("Shelf.xcdatamodeld"))
        let old = try #require(bundle.versions.first { !$0.isCurrent })
        let metadata: [String: Any] = [NSStoreModelVersionHashesKey: old.model.entityVersionHashesByName]
        let merged = try #require(NSManagedObjectModel.mergedModel(from: [Bundle.module], forStoreMetadata: metadata))
        #expect(merged.entityVersionHashesByName == old.model.entityVersionHashesByName)
        #expect(
            NSManagedObjectModel.mergedModel(
                from: [Bundle.module], forStoreMetadata: [NSStoreModelVersionHashesKey: ["X": Data(count: 32)]]) == nil)
    }

    @Test func `of several forms of a model in a folder the compiled one counts, and versions are no models`() throws {
        let folder = try TemporaryFolder()
        let xml = EverythingModel.xml(#"<entity name="A"/>"#)
        try folder.write(xml, to: "One.xcdatamodeld/One.xcdatamodel/contents")
        try folder.write(xml, to: "One.xcdatamodeld/Old.xcdatamodel/contents")
        try folder.write(xml, to: "deeper/Two.xcdatamodel/contents")
        try EverythingModel.model().write(to: folder.url.appendingPathComponent("One.mom"))
        let found = ModelSearch.models(in: [folder.url])
        #expect(found.map(\.name) == ["One", "Two"])
        #expect(found.map(\.url.lastPathComponent) == ["One.mom", "Two.xcdatamodel"])
    }

    @Test(arguments: [
        ("Pack_App", ["App"]), ("my_pack_App", ["pack_App", "App"]), ("Pack_my-lib", ["my_lib"]),
        ("Collections__RopeModule", ["_RopeModule", "RopeModule"]),
    ])
    func `the name of a folder of resources tells the module`(name: String, modules: [String]) {
        #expect(ResourceBundleName(name)?.modules == modules)
    }

    @Test func `a folder without an underscore tells no module`() {
        #expect(ResourceBundleName("Pack") == nil)
        #expect(ResourceBundleName(containing: URL(fileURLWithPath: "/tmp/Model.xcdatamodeld")) == nil)
    }
}
