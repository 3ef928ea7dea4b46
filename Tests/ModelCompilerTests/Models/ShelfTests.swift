import Foundation
import Testing

@testable import ModelCompiler

/// Generated code with the library itself, not with a stand-in: every kind of property there is.
@Suite(.serialized) struct ShelfTests {
    /// Writes the model and runs the executable.
    private func generate(_ compiler: SwiftCompiler, sources: [String]) throws -> [String] {
        let path = compiler.folder.path
        let model = compiler.folder.appending(path: "Shelf.xcdatamodeld/Shelf.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(try SwiftCompiler.fixture("Shelf.xml").utf8).write(to: model.appending(path: "contents"))
        var lines: [String] = []
        let status = CompilerCommand.run(
            ["--module", "Shelf", "--output", "\(path)/out", "--model", "\(path)/Shelf.xcdatamodeld", "--sources"]
                + sources
        ) { lines.append($0) }
        #expect(status == 0)
        return lines
    }

    @Test func `properties of all types compile and keep their values`() throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let path = compiler.folder.path
        let sources = try ["Shelf.swift", "ShelfOnly.swift"].map {
            try compiler.write(try SwiftCompiler.fixture($0), as: $0)
        }
        let lines = try generate(compiler, sources: sources)
        #expect(lines.count == 2)
        for (line, (attribute, type)) in zip(lines, [("paint", "UIColor"), ("trick", "Int; struct Trick {}")]) {
            #expect(
                line.hasPrefix(
                    "\(path)/Shelf.xcdatamodeld: warning: the custom class “\(type)” of the attribute “\(attribute)” of "
                        + "the entity “Item” is neither declared in this target"))
        }
        try compiler.run(
            compiler.flags("Shelf", optimized: false) + (try SwiftCompiler.libraryFlags()) + sources
                + GeneratedCode.fileNames.map { "\(path)/out/\($0)" } + (try compiler.libraryObjects())
                + ["-o", "\(path)/shelf"])
        let output = try compiler.run(["\(path)/shelf", "\(path)/out/Shelf.momd"])
        #expect(output.split(separator: "\n") == (try SwiftCompiler.fixture("ShelfOutput").split(separator: "\n")))
    }

    @Test(arguments: [
        "", "import Foundation\n", "import XCTest\n", "@preconcurrency import MainspringFoundation\n",
    ])
    func `a file that imports CoreData means its names, with and without the plugin`(more: String) throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let text = more + (try SwiftCompiler.fixture("ShelfOnly.swift"))
        let source = try compiler.write(text, as: "Only.swift")
        let aliases = compiler.folder.appending(path: "out/ManagedAliases.swift").path
        _ = try generate(compiler, sources: [source])
        // Without the plugin a file that has Foundation by another way has to say which name it means.
        let isClear = !["import Foundation\n", "import XCTest\n"].contains(more)
        for files in [[source, aliases]] + (isClear ? [[source]] : []) {
            try compiler.run(
                compiler.flags("Shelf", optimized: false) + (try SwiftCompiler.libraryFlags()) + ["-typecheck"] + files)
        }
    }
}
