import Foundation
import Testing

@testable import ModelCompiler

@Suite struct CommandTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mainspring-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func run(_ arguments: [String]) -> (status: Int32, lines: [String]) {
        var lines: [String] = []
        let status = CompilerCommand.run(arguments) { lines.append($0) }
        return (status, lines)
    }

    @Test(arguments: [
        ([], "--module is missing."), (["--module"], "--module has no value."),
        (["--module", "A"], "--output is missing."),
        (["--what"], "The option “--what” is not known."),
        (["a.swift"], "“a.swift” follows no option that takes files."),
        (["--module", "--output"], "--module has no value."),
    ])
    func `arguments that are not understood are told with the usage`(arguments: [String], beginning: String) {
        let (status, lines) = run(arguments)
        #expect(status == 1)
        #expect(lines == ["error: \(beginning) \(CompilerArguments.usage)"])
    }

    @Test func `arguments are read in groups`() throws {
        let arguments = try CompilerArguments([
            "--module", "A", "--output", "o", "--model", "m", "--dependency", "D", "d1", "d2", "--dependency", "E",
            "--sources", "s1", "s2",
        ])
        #expect(arguments.models == ["m"])
        #expect(arguments.dependencies == ["D": ["d1", "d2"], "E": []])
        #expect(arguments.sources == ["s1", "s2"])
    }

    @Test func `a file that is not there is an error that names it`() throws {
        let (status, lines) = run(["--module", "A", "--output", "/nowhere", "--sources", "/no/such.swift"])
        #expect(status == 1)
        #expect(lines == ["error: “/no/such.swift” cannot be read. Check that it exists and may be read."])
    }

    @Test func `what has not changed is not written again`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "a.swift").path
        try Data("import CoreData\nclass A: NSManagedObject { @NSManaged var x: Int }".utf8).write(
            to: URL(fileURLWithPath: source))
        let output = folder.appending(path: "out").path
        let arguments = ["--module", "App", "--output", output, "--sources", source]
        #expect(run(arguments).status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: output).sorted() == GeneratedCode.fileNames.sorted())
        func identities() throws -> [NSNumber] {
            try GeneratedCode.fileNames.map {
                let attributes = try FileManager.default.attributesOfItem(atPath: output + "/" + $0)
                return try #require(attributes[.systemFileNumber] as? NSNumber)
            }
        }
        let before = try identities()
        #expect(run(arguments).status == 0)
        #expect(try identities() == before)
    }

    @Test func `an error writes nothing`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "a.swift").path
        try Data("class A: NSManagedObject { @NSManaged var x: What }".utf8).write(to: URL(fileURLWithPath: source))
        let output = folder.appending(path: "out").path
        let (status, lines) = run(["--module", "App", "--output", output, "--sources", source])
        #expect(status == 1)
        #expect(lines.count == 1)
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func `a model is compiled with all its versions, and those that are gone are removed`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = folder.appending(path: "Shop.xcdatamodeld")
        for version in ["Shop", "Shop2"] {
            let contents = model.appending(path: "\(version).xcdatamodel/contents")
            try FileManager.default.createDirectory(
                at: contents.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(try SwiftCompiler.fixture("Shop.xml").utf8).write(to: contents)
        }
        let output = folder.appending(path: "out").path
        let arguments = ["--module", "App", "--output", output, "--model", model.path]
        #expect(run(arguments).lines == [])
        let compiled = output + "/Shop.momd"
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: compiled).sorted() == [
                "Shop.mom", "Shop2.mom", "VersionInfo.plist",
            ])
        let first = FileManager.default.contents(atPath: compiled + "/Shop.mom")
        try FileManager.default.removeItem(at: model.appending(path: "Shop2.xcdatamodel"))
        #expect(run(arguments).status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: compiled).sorted() == ["Shop.mom", "VersionInfo.plist"])
        #expect(FileManager.default.contents(atPath: compiled + "/Shop.mom") == first)
    }

    @Test func `a model that cannot be read is an error that names it`() {
        let (status, lines) = run(["--module", "A", "--output", "/nowhere", "--model", "/no/Shop.xcdatamodeld"])
        #expect(status == 1)
        #expect(lines.count == 1 && lines[0].contains("/no/Shop.xcdatamodeld"))
    }
}
