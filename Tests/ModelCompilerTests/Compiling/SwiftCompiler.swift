import CommandRunner
import Foundation
import ModelCompiler
import SourceScanning
import Testing

/// Compiles sources in a folder of its own.
struct SwiftCompiler {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mainspring-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A source that the tests carry.
    static func fixture(_ name: String) throws -> String {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "txt"))
        return try String(contentsOf: url, encoding: .utf8)
    }

    func write(_ text: String, as name: String) throws -> String {
        let url = folder.appending(path: name)
        try text.write(to: url, atomically: false, encoding: .utf8)
        return url.path
    }

    /// Runs a command in the folder; its output is the answer, and must not be a failure.
    @discardableResult
    func run(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let (status, output) = try Command(arguments: arguments).run(
            writingTo: folder.appending(path: "output-\(UUID().uuidString).txt").path)
        try #require(status == 0, "\(arguments.joined(separator: " "))\n\(output)", sourceLocation: sourceLocation)
        return output
    }

    /// What every compilation says.
    func flags(_ module: String, optimized: Bool) -> [String] {
        [
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-module-name", module,
            "-I", folder.path, "-L", folder.path, "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
            "-module-cache-path", FileManager.default.temporaryDirectory.appending(path: "ModuleCache").path,
        ] + (optimized ? ["-O", "-wmo"] : ["-Onone", "-j2"])
    }

    /// The undefined symbols of object files.
    func undefinedSymbols(_ files: [String]) throws -> Set<String> {
        let lines = try run(["nm", "-u"] + files).split(separator: "\n")
        return Set(lines.compactMap { $0.split(separator: " ").last.map(String.init) })
    }
}
