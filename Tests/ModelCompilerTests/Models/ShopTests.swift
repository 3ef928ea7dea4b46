import Foundation
import Testing

@testable import ModelCompiler

/// A target with a model, through the executable's own door and the compiler's.
@Suite(.serialized) struct ShopTests {
    @Test(arguments: [false, true])
    func `classes made of a model run beside hand-written ones, in debug and in release`(optimized: Bool) throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let path = compiler.folder.path
        let runtime = try compiler.write(try SwiftCompiler.fixture("Runtime.swift"), as: "Runtime.swift")
        try compiler.run(
            compiler.flags("CoreData", optimized: optimized) + [
                runtime, "-emit-library", "-emit-module", "-emit-module-path", "\(path)/CoreData.swiftmodule", "-o",
                "\(path)/libCoreData.so",
            ])
        let model = compiler.folder.appending(path: "Shop.xcdatamodeld/Shop.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(try SwiftCompiler.fixture("Shop.xml").utf8).write(to: model.appending(path: "contents"))
        let source = try compiler.write(try SwiftCompiler.fixture("Shop.swift"), as: "Program.swift")
        var lines: [String] = []
        let status = CompilerCommand.run([
            "--module", "Shop", "--output", "\(path)/out", "--model", "\(path)/Shop.xcdatamodeld", "--sources", source,
        ]) { lines.append($0) }
        #expect(status == 0)
        #expect(lines == [])
        try compiler.run(
            compiler.flags("Shop", optimized: optimized) + [source]
                + GeneratedCode.fileNames.map { "\(path)/out/\($0)" }
                + ["-lCoreData", "-Xlinker", "-rpath", "-Xlinker", path, "-o", "\(path)/shop"])
        let output = try compiler.run(["\(path)/shop"])
        let expected = try SwiftCompiler.fixture("ShopOutput").split(separator: "\n")
        #expect(output.split(separator: "\n") == expected)
    }
}
