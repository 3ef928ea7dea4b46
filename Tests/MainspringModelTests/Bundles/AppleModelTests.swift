import Foundation
import MainspringFoundation
import Testing

@_spi(Tools) @testable import MainspringModel

@Suite(.enabled(if: AppleStores.areHere, "\(AppleStores.skipped)"))
struct AppleModelTests {
    @Test(arguments: AppleStores.paths([".xcdatamodeld", ".xcdatamodel", ".mom", ".momd"]))
    func `a model of Xcode's is read, without issues and with nothing left out`(path: String) throws {
        for version in try ModelBundle(contentsOf: AppleStores.url(path)).versions {
            #expect(!version.model.entities.isEmpty || path.contains("Container_Example"))
            #expect(version.model.issues.isEmpty)
            #expect(version.notes == [])
            #expect(!version.model.debugDescription.isEmpty)
        }
    }

    @Test(arguments: [
        ("samplemodel/SampleModel", ["SampleModel", "SampleModel2", "SampleModel3"]),
        ("samplemodel/SampleModel3", ["SampleModel3", "SampleModel3_v2", "SampleModel3_v3"]),
    ])
    func `XML and compiled form of a version say the same`(model: String, versions: [String]) throws {
        let edited = try ModelBundle(contentsOf: AppleStores.url("\(model).xcdatamodeld"))
        let compiled = try ModelBundle(contentsOf: AppleStores.url("\(model).momd"))
        #expect(edited.versions.map(\.name) == versions)
        #expect(compiled.versions.map(\.name) == versions)
        #expect(edited.current.name == compiled.current.name)
        for (edited, compiled) in zip(edited.versions, compiled.versions) {
            let comparison = ModelComparison(edited.model, compiled.model)
            #expect(comparison.differences.map(\.description) == [])
        }
    }

    @Test(arguments: AppleStores.paths(["/contents"]))
    func `XML that Xcode wrote comes out as it was`(path: String) throws {
        let model = try NSManagedObjectModel.read(AppleStores.url(path).deletingLastPathComponent())
        var text = try String(contentsOf: AppleStores.url(path), encoding: .utf8)
        // One of the files ends in a line break, which Xcode does not write.
        if text.hasSuffix("\n") { text.removeLast() }
        #expect(try model.xmlContents() == text)
    }

    @Test func `the form before XML says the same as XML of its time`() throws {
        let model = try NSManagedObjectModel.read(AppleStores.url("books/old.xcdatamodeld"))
        let book = try #require(model.entitiesByName["Book"])
        #expect(book.explicitClassName == "Book")
        #expect(book.properties.map(\.name) == ["author", "copyright", "title"])
        #expect(book.attributesByName["author"]?.defaultValue as? String == "Author")
        #expect(book.attributesByName["author"]?.isOptional == false)
        #expect(book.attributesByName["copyright"]?.type == .date)
        #expect(book.attributesByName["copyright"]?.isOptional == true)
        #expect(book.attributesByName["title"]?.validationPredicates.map(\.predicateFormat) == ["length >= 1"])
    }

    @Test(arguments: ["samplemodel/SampleModel.momd", "samplemodel/SampleModel3.momd"])
    func `entities have the hashes that stand beside compiled models`(path: String) throws {
        let info = try AppleStores.propertyList("\(path)/VersionInfo.plist")
        let hashes = try #require(info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
        let checksums = info["NSManagedObjectModel_VersionChecksums"] as? [String: String]
        for version in try ModelBundle(contentsOf: AppleStores.url(path)).versions {
            #expect(version.model.entityVersionHashesByName == hashes[version.name])
            if let checksum = checksums?[version.name] { #expect(version.model.versionChecksum == checksum) }
        }
    }

    @Test(arguments: AppleStores.paths([".mom"]))
    func `a compiled model that we write is read to an equal one`(path: String) throws {
        let model = try NSManagedObjectModel.read(AppleStores.url(path))
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("Written.mom")
        try model.write(to: file)
        let read = try NSManagedObjectModel.read(file)
        #expect(ModelComparison(model, read).differences.map(\.description) == [])
    }
}
