import CommandRunner
import Foundation
import Testing

/// One after the other: compilers and programs that run to their end occupy a thread each while they do.
@Suite(.serialized) struct DocumentationTests {
    private static let swiftBlocks = Document.all.flatMap(\.blocks).filter { $0.language == "swift" }

    @Test func `the README has a complete program, its output, the same beside Apple's, and a manifest`() throws {
        let readme = try #require(Document.all.first { $0.path == "README.md" })
        let program = try #require(readme.blocks.first { $0.role == .program })
        #expect(readme.output(below: program) != nil)
        #expect(readme.blocks.contains { $0.role == .apple })
        #expect(readme.blocks.contains { $0.role == .manifest })
    }

    @Test(arguments: swiftBlocks.filter { $0.role == .file })
    func `a block of Swift compiles as it stands`(block: CodeBlock) throws {
        let compiler = try Compiler()
        defer { try? FileManager.default.removeItem(atPath: compiler.folder) }
        let (status, output) = try compiler.check(block.text)
        #expect(status == 0, "\(block.testDescription) does not compile: \(output)")
    }

    @Test(arguments: swiftBlocks.filter { $0.role == .program })
    func `a complete program prints what the document shows below it`(block: CodeBlock) throws {
        let compiler = try Compiler()
        defer { try? FileManager.default.removeItem(atPath: compiler.folder) }
        let built = try compiler.build(block.text)
        try #require(built.status == 0, "\(block.testDescription) does not compile: \(built.output)")
        let (status, output) = try Command(arguments: [built.program])
            .run(writingTo: compiler.folder + "/output.txt")
        try #require(status == 0, "\(block.testDescription) ends with \(status): \(output)")
        let document = Document.all.first { $0.path == block.document }
        if let shown = document?.output(below: block) { #expect(output == shown) }
    }

    @Test(arguments: swiftBlocks.filter { $0.role == .apple })
    func `what stands beside code for Apple's platforms is the same, save a few lines`(block: CodeBlock) throws {
        let next = Self.swiftBlocks.first { $0.document == block.document && $0.line > block.line }
        let ours = try #require(next).text.split(separator: "\n", omittingEmptySubsequences: false)
        let theirs = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(ours.count == theirs.count)
        let other = zip(ours, theirs).count { $0 != $1 }
        #expect((1...theirs.count / 8).contains(other))
    }

    @Test(arguments: swiftBlocks.filter { $0.role == .manifest })
    func `a manifest finds the products that it names`(block: CodeBlock) throws {
        let targets = block.text.matches(of: /\.(target|executableTarget)\(\s*name: "([^"]+)"/).map { String($0.2) }
        let (status, output) = try ManifestLoad.run { folder in
            try block.text.write(toFile: folder + "/Package.swift", atomically: false, encoding: .utf8)
            for target in targets {
                let sources = folder + "/Sources/" + target
                try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
                try "@main enum Entry { static func main() {} }\n"
                    .write(toFile: sources + "/Entry.swift", atomically: false, encoding: .utf8)
            }
        }
        #expect(status == 0, "\(block.testDescription) does not load: \(output)")
    }

    @Test(arguments: Document.all.flatMap(\.blocks).filter { $0.language == "sh" })
    func `a command of ours in a block for the shell exists`(block: CodeBlock) throws {
        // Programs are products of the packages beside the library.
        let manifest = try ["Examples", "Tools"].map { folder in
            try String(contentsOfFile: Document.root + "/\(folder)/Package.swift", encoding: .utf8)
        }.joined()
        for line in block.text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words[0].hasPrefix("Scripts/") || words[0].hasPrefix(".ci/") {
                let file = Document.root + "/" + words[0]
                #expect(FileManager.default.isExecutableFile(atPath: file), "\(words[0]) is not there")
            } else if words.starts(with: ["swift", "run"]) {
                let isProduct = words.contains { manifest.contains("name: \"\($0)\"") }
                #expect(isProduct, "“\(line)” names no product")
            }
        }
    }

    @Test(arguments: Document.all)
    func `a link to a file finds it`(document: Document) {
        let folder = URL(fileURLWithPath: Document.root + "/" + document.path).deletingLastPathComponent().path
        for link in document.links {
            #expect(FileManager.default.fileExists(atPath: folder + "/" + link), "\(link) is not there")
        }
    }
}
