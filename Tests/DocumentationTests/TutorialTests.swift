import CommandRunner
import Foundation
import Testing

/// One after the other, as those of the documents.
@Suite(.serialized) struct TutorialTests {
    private static let target = "Sources/SmallAtlas"

    @Test func `what the tutorial comes to is the example`() throws {
        let last = try #require(Tutorial.states.last)
        var found = 0
        for (path, source) in last.files where path != "Package.swift" {
            let name = path.hasPrefix("Tests/") ? "Examples/" + path : path.replacing("Sources/", with: "Examples/")
            let example = try String(contentsOfFile: Document.root + "/" + name, encoding: .utf8)
            #expect(try String(contentsOfFile: source, encoding: .utf8) == example, "\(name) is another one")
            found += 1
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: Document.root + "/Examples/SmallAtlas")
        let written = files.filter { $0.hasSuffix(".swift") || $0.hasSuffix("/contents") }
        // The test stands beside the others.
        #expect(written.count == found - 1)
    }

    @Test(arguments: Tutorial.states.filter { $0.changed.hasPrefix(Self.target) })
    func `after each step the program compiles`(state: TutorialState) throws {
        let compiler = try Compiler()
        defer { try? FileManager.default.removeItem(atPath: compiler.folder) }
        let (package, made) = (compiler.folder + "/package", compiler.folder + "/made")
        try state.write(to: package)
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        let files = state.files(of: Self.target)
        let sources = files.filter { $0.hasSuffix(".swift") }.map { package + "/" + $0 }
        // As the plugin calls it.
        var arguments = ["--module", "SmallAtlas", "--output", made]
        for file in files where file.hasSuffix("/contents") {
            let model = URL(fileURLWithPath: package + "/" + file).deletingLastPathComponent()
                .deletingLastPathComponent()
            arguments += ["--model", model.path]
        }
        let compiled = try Command(builtProgram: "model-compiler", arguments + ["--sources"] + sources)
            .run(writingTo: compiler.folder + "/output.txt")
        try #require(compiled.status == 0, "\(state.testDescription): \(compiled.output)")
        let generated = try FileManager.default.contentsOfDirectory(atPath: made).filter { $0.hasSuffix(".swift") }
        let (status, output) = try compiler.check(files: sources + generated.map { made + "/" + $0 })
        #expect(status == 0, "\(state.testDescription) does not compile: \(output)")
    }

    @Test(arguments: Tutorial.states.filter { $0.changed == "Package.swift" })
    func `a manifest of the tutorial finds the products that it names`(state: TutorialState) throws {
        let (status, output) = try ManifestLoad.run { try state.write(to: $0) }
        #expect(status == 0, "\(state.testDescription) does not load: \(output)")
    }
}
