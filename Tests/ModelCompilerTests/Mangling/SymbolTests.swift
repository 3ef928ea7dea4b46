import Foundation
import SourceScanning
import Testing

@testable import ModelCompiler

/// What the generator relies on in the compiler: held by asking the compiler.
@Suite(.serialized) struct SymbolTests {
    private static let library = "Library"
    private static let program = "Program"

    private func source() throws -> (library: TargetSource, program: TargetSource) {
        let library = ScannedFile(path: "Library.swift", text: try SwiftCompiler.fixture("Library.swift"))
        let program = ScannedFile(path: "Program.swift", text: try SwiftCompiler.fixture("Program.swift"))
        return (
            TargetSource(module: Self.library, files: [library]),
            TargetSource(module: Self.program, files: [program], dependencies: [Self.library: [library]])
        )
    }

    private func symbols(_ source: TargetSource) -> Set<String> {
        let plan = TargetPlanner.plan(source)
        #expect(plan.diagnostics.isEmpty)
        return Set(plan.classes.flatMap(\.members).filter { !$0.member.name.hasPrefix("absent") }.flatMap(\.symbols))
    }

    private func isAccessor(_ symbol: String) -> Bool {
        symbol.hasSuffix("vg") || symbol.hasSuffix("vs") || symbol.hasSuffix("F")
    }

    @Test func `the accessors that the compiler leaves undefined are those that are generated`() throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let (library, program) = try source()
        let runtime = try compiler.write(try SwiftCompiler.fixture("Runtime.swift"), as: "Runtime.swift")
        try compiler.run(
            compiler.flags("MainspringData", optimized: false) + [
                "-emit-module", runtime,
                "-emit-module-path", compiler.folder.appending(path: "MainspringData.swiftmodule").path,
            ])
        let libraryFile = try compiler.write(try SwiftCompiler.fixture("Library.swift"), as: "Library.swift")
        let libraryObject = compiler.folder.appending(path: "Library.o").path
        try compiler.run(
            compiler.flags(Self.library, optimized: false) + [
                "-c", libraryFile, "-o", libraryObject, "-emit-module", "-emit-module-path",
                compiler.folder.appending(path: "Library.swiftmodule").path,
            ])
        let programFile = try compiler.write(try SwiftCompiler.fixture("Program.swift"), as: "Program.swift")
        let programObject = compiler.folder.appending(path: "Program.o").path
        try compiler.run(compiler.flags(Self.program, optimized: false) + ["-c", programFile, "-o", programObject])

        let wanted = try compiler.undefinedSymbols([libraryObject]).filter {
            $0.hasPrefix("$s7Library") && isAccessor($0)
        }
        #expect(wanted == symbols(library))
        let wantedByProgram = try compiler.undefinedSymbols([programObject]).filter {
            ($0.hasPrefix("$s7Program") || $0.hasPrefix("$s7Library4BaseC7ProgramE")) && isAccessor($0)
        }
        let given = symbols(program)
        #expect(wantedByProgram.subtracting(given).sorted() == [])
        #expect(given.subtracting(wantedByProgram).sorted() == [])
    }

    @Test(arguments: [false, true])
    func `hand-written classes run with their generated accessors, in debug and in release`(optimized: Bool) throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let (library, program) = try source()
        let runtime = try compiler.write(try SwiftCompiler.fixture("Runtime.swift"), as: "Runtime.swift")
        try emitLibrary("MainspringData", [runtime], compiler, optimized: optimized, linking: [])
        let libraryFiles = try files(for: library, fixtures: ["Library.swift"], compiler)
        try emitLibrary(Self.library, libraryFiles, compiler, optimized: optimized, linking: ["-lMainspringData"])
        let programFiles = try files(for: program, fixtures: ["Program.swift", "Main.swift"], compiler)
        let executable = compiler.folder.appending(path: "main").path
        try compiler.run(
            compiler.flags(Self.program, optimized: optimized) + programFiles + [
                "-lLibrary", "-lMainspringData", "-Xlinker", "-rpath", "-Xlinker", compiler.folder.path,
                "-Xlinker", "--gc-sections", "-o", executable,
            ])
        let output = try compiler.run([executable])
        let expected = try SwiftCompiler.fixture("Output").split(separator: "\n")
        #expect(output.split(separator: "\n") == expected)
    }

    private func emitLibrary(
        _ module: String, _ files: [String], _ compiler: SwiftCompiler, optimized: Bool, linking: [String]
    ) throws {
        try compiler.run(
            compiler.flags(module, optimized: optimized) + files + linking + [
                "-emit-library", "-emit-module", "-emit-module-path",
                compiler.folder.appending(path: "\(module).swiftmodule").path, "-o",
                compiler.folder.appending(path: "lib\(module).so").path,
            ])
    }

    private func files(
        for source: TargetSource, fixtures: [String], _ compiler: SwiftCompiler
    ) throws -> [String] {
        let code = try GeneratedCode(source)
        return try fixtures.map { try compiler.write(try SwiftCompiler.fixture($0), as: $0) }
            + code.files.sorted { $0.key < $1.key }.map { try compiler.write($1, as: source.module + $0) }
    }
}
