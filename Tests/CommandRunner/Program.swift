public import Foundation

/// A program that was built beside the tests.
public enum Program {
    /// Its exit status, and what it wrote to both outputs.
    public static func run(_ name: String, _ arguments: String...) throws -> (status: Int32, output: String) {
        try run(name, arguments)
    }

    /// - Parameters:
    ///   - runner: A command that runs it, and the command's own arguments.
    public static func run(
        _ name: String, _ arguments: [String] = [], in runner: String? = nil, _ runnersArguments: [String] = []
    ) throws -> (status: Int32, output: String) {
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let program = tests.deletingLastPathComponent().appendingPathComponent(name).path
        return try inFolder { folder in
            try Command(arguments: (runner.map { [$0] } ?? []) + runnersArguments + [program] + arguments)
                .run(writingTo: folder.appendingPathComponent("output").path)
        }
    }

    /// Runs a closure with a folder, and takes that away.
    public static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
