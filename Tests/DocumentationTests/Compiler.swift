import CommandRunner
import Foundation

/// Compiles code against the modules that these tests were built with.
struct Compiler {
    /// Modules whose code a program of the documentation may need.
    private static let modules = [
        "CLinux", "CZlib", "CSQLite", "Locks", "FileAccess", "Diagnostics", "Mainspring", "LoopWatchdog",
        "FoundationRunLoop", "MainspringFoundation", "MainspringModel", "MainspringData", "CoreData",
        "MainspringGraphics",
        "MainspringAnimation", "MainspringApplication", "CXCB", "MainspringX11", "SourceScanning", "SourcePorting",
        "StoreFaults",
    ]
    /// Those that paint, which a program is linked with only if it names one of them: they need libraries of C.
    private static let paintingModules = [
        "CCairo", "CPixels", "CPNG", "CTurboJPEG", "CWebP", "CPango", "CPangoText", "MainspringRendering",
        "MainspringWindows", "CoreGraphics", "QuartzCore",
    ]
    private static let libraries = [
        "pangocairo", "cairo", "harfbuzz", "gobject-2.0", "fontconfig", "libpng", "libturbojpeg", "libwebpmux",
        "libwebpdemux",
    ]

    /// A folder for one block's files; the caller removes it.
    let folder: String
    /// Where the build put modules and object files: the folder of the test program itself.
    private let products: String
    /// The compiler's cache of modules: that of the build, or one of the tests' own where another user has built.
    private let cache: String

    init() throws {
        products =
            URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().path
        let builds = products + "/ModuleCache"
        cache =
            FileManager.default.isWritableFile(atPath: builds)
            ? builds : NSTemporaryDirectory() + "/mainspring-module-cache-\(getuid())"
        folder = NSTemporaryDirectory() + "/mainspring-documentation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Whether the code is well-formed, and what the compiler says.
    func check(_ text: String) throws -> (status: Int32, output: String) {
        try compile(text, to: ["-typecheck"])
    }

    /// Whether a program of several files is well-formed, one of which has a type marked `@main`, and what the compiler says.
    func check(files: [String]) throws -> (status: Int32, output: String) {
        try compile(files: files, isLibrary: true, to: ["-typecheck"])
    }

    /// Builds a program and says where it is.
    func build(_ text: String) throws -> (status: Int32, output: String, program: String) {
        let program = folder + "/program"
        let paints = ["MainspringRendering", "MainspringWindows", "CoreGraphics", "QuartzCore"].contains {
            text.contains("import " + $0)
        }
        let objects = try (Compiler.modules + (paints ? Compiler.paintingModules : [])).flatMap { module in
            let folder = "\(products)/\(module).build"
            // A system's library was not built.
            guard FileManager.default.fileExists(atPath: folder) else { return [String]() }
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return files.filter { $0.hasSuffix(".o") }.map { "\(folder)/\($0)" }
        }
        let libraries = paints ? try flags(["--libs-only-L", "--libs-only-l"]) : []
        let (status, output) = try compile(text, to: objects + libraries + ["-o", program])
        return (status, output, program)
    }

    private func compile(_ text: String, to arguments: [String]) throws -> (status: Int32, output: String) {
        // Code at the top level is a script and has to stand in main.swift; a program has a type marked @main.
        let isLibrary = text.contains("@main")
        let file = folder + (isLibrary ? "/Program.swift" : "/main.swift")
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return try compile(files: [file], isLibrary: isLibrary, to: arguments)
    }

    private func compile(
        files: [String], isLibrary: Bool, to arguments: [String]
    ) throws -> (status: Int32, output: String) {
        var command = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Documentation"]
        command += ["-module-cache-path", cache, "-I", products + "/Modules"]
        for module in Compiler.modules + Compiler.paintingModules {
            // A C target has a module map of its own, or one that the build wrote.
            let own = ["include/module.modulemap", "module.modulemap"].map {
                "\(Document.root)/Sources/\(module)/\($0)"
            }
            for map in own + ["\(products)/\(module).build/module.modulemap"]
            where FileManager.default.fileExists(atPath: map) {
                command += ["-Xcc", "-fmodule-map-file=" + map]
            }
        }
        for flag in try flags(["--cflags-only-I"]) { command += ["-Xcc", flag] }
        if isLibrary { command.append("-parse-as-library") }
        return try Command(arguments: command + files + arguments).run(writingTo: folder + "/compiler.txt")
    }

    private struct LibrariesMissing: Error, CustomStringConvertible {
        let description: String
    }

    /// What the libraries of C below the modules need.
    private func flags(_ kinds: [String]) throws -> [String] {
        let (status, output) = try Command(arguments: ["pkg-config"] + kinds + Compiler.libraries)
            .run(writingTo: folder + "/flags.txt")
        guard status == 0 else { throw LibrariesMissing(description: output) }
        return output.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
