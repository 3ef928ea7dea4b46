import Foundation
import Testing

@testable import MainspringModel

@Suite struct ModelBundleTests {
    private static let first = EverythingModel.xml(#"<entity name="A" representedClassName="A"/>"#)
    private static let second = EverythingModel.xml(
        #"<entity name="A"><attribute name="b" attributeType="String"/></entity>"#)

    private static let choice = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Two.xcdatamodel</string></dict></plist>
        """

    @Test func `all versions are read, and the chosen one is current`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.first, to: "M.xcdatamodeld/One.xcdatamodel/contents")
        try folder.write(Self.second, to: "M.xcdatamodeld/Two.xcdatamodel/contents")
        try folder.write(Self.choice, to: "M.xcdatamodeld/.xccurrentversion")
        let bundle = try ModelBundle(contentsOf: folder.url.appendingPathComponent("M.xcdatamodeld"))
        #expect(bundle.versions.map(\.name) == ["One", "Two"])
        #expect(bundle.current.name == "Two")
        #expect(bundle.current.model.fileName == "Two")
        let model = try #require(NSManagedObjectModel(contentsOf: folder.url.appendingPathComponent("M.xcdatamodeld")))
        #expect(model.entitiesByName["A"]?.attributesByName["b"] != nil)
    }

    @Test func `the checksums of all versions are known by their names`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.first, to: "M.xcdatamodeld/One.xcdatamodel/contents")
        try folder.write(Self.second, to: "M.xcdatamodeld/Two.xcdatamodel/contents")
        let url = folder.url.appendingPathComponent("M.xcdatamodeld")
        let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: url)
        let versions = try ModelBundle(contentsOf: url).versions
        #expect(checksums.keys.sorted() == ["One", "Two"] && checksums["One"] != checksums["Two"])
        for version in versions { #expect(checksums[version.name] == version.model.versionChecksum) }
        let single = url.appendingPathComponent("One.xcdatamodel")
        #expect(try NSManagedObjectModel.checksumsForVersionedModel(at: single) == ["One": checksums["One"] ?? ""])
        #expect(throws: ModelFileError.self) {
            try NSManagedObjectModel.checksumsForVersionedModel(at: folder.url.appendingPathComponent("N.momd"))
        }
    }

    @Test func `without a choice the version named as the bundle is current, else the first`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.first, to: "M.xcdatamodeld/A.xcdatamodel/contents")
        try folder.write(Self.second, to: "M.xcdatamodeld/B.xcdatamodel/contents")
        let url = folder.url.appendingPathComponent("M.xcdatamodeld")
        #expect(try ModelBundle(contentsOf: url).current.name == "A")
        try folder.write(Self.first, to: "M.xcdatamodeld/M.xcdatamodel/contents")
        #expect(try ModelBundle(contentsOf: url).current.name == "M")
    }

    @Test func `a model is found by what it is where its name does not tell`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.first, to: "plain")
        #expect(try NSManagedObjectModel.read(folder.url.appendingPathComponent("plain")).entities.count == 1)
        try folder.write(Self.first, to: "folder/contents")
        #expect(try NSManagedObjectModel.read(folder.url.appendingPathComponent("folder")).entities.count == 1)
        try EverythingModel.model().write(to: folder.url.appendingPathComponent("M.mom"))
        try FileManager.default.moveItem(
            at: folder.url.appendingPathComponent("M.mom"), to: folder.url.appendingPathComponent("archive"))
        #expect(try NSManagedObjectModel.read(folder.url.appendingPathComponent("archive")).entities.count == 3)
    }

    @Test(arguments: [
        ("missing.mom", "there is no such file"), ("empty.xcdatamodeld", "there is no .xcdatamodel in it"),
        ("empty.xcdatamodel", "there is neither “contents” nor “elements” in it"),
        ("empty.momd", "there is no .mom in it"), ("pipe", "it is no file that can be read"),
        ("lost.xcdatamodeld", "the current version is said to be “Two”, which is not there"),
        ("text.mom", "no compiled model"),
    ])
    func `what cannot be read is an error with a sentence, and nil for Apple's initializer`(
        name: String, clause: String
    ) throws {
        let folder = try TemporaryFolder()
        for empty in ["empty.xcdatamodeld", "empty.xcdatamodel", "empty.momd"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(empty), withIntermediateDirectories: true)
        }
        mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600)
        try folder.write("hello", to: "text.mom")
        try folder.write(Self.first, to: "lost.xcdatamodeld/One.xcdatamodel/contents")
        try folder.write(Self.choice, to: "lost.xcdatamodeld/.xccurrentversion")
        let url = folder.url.appendingPathComponent(name)
        let error = #expect(throws: ModelFileError.self) { try NSManagedObjectModel.read(url) }
        #expect(error?.description.contains(clause) == true)
        #expect(error?.description.hasPrefix(folder.url.path) == true)
        #expect(NSManagedObjectModel(contentsOf: url) == nil)
    }

    @Test func `a model is written as XML and as an archive, and as nothing else`() throws {
        let folder = try TemporaryFolder()
        let model = try EverythingModel.model()
        for name in ["M.xcdatamodel", "M.mom"] {
            let url = folder.url.appendingPathComponent(name)
            try model.write(to: url)
            try model.write(to: url)
            let read = try NSManagedObjectModel.read(url)
            #expect(ModelComparison(model, read).differences.map(\.description) == [])
        }
        #expect(throws: ModelFileError.self) { try model.write(to: folder.url.appendingPathComponent("M.txt")) }
        #expect(throws: ModelFileError.self) { try model.write(to: folder.url.appendingPathComponent("no/M.mom")) }
    }

    @Test func `a model with issues is not written`() throws {
        let broken = model(entity("A"), entity("A"))
        #expect(throws: ModelFileError.self) { try broken.xmlContents() }
        #expect(throws: ModelFileError.self) { try ModelCache.content(for: broken) }
    }
}
