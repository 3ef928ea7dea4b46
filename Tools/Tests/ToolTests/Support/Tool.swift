import CommandRunner
import Foundation

/// The tool, as it was built beside the tests.
enum Tool {
    /// What a run has come to.
    struct Run {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The output as JSON.
        func json<Value>(_ type: Value.Type = [String: Any].self) throws -> Value {
            guard let value = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? Value else {
                throw Missing("The output is no \(Value.self): \(output)")
            }
            return value
        }

        /// The output as lines of JSON.
        func jsonLines() throws -> [[String: Any]] {
            try lines.map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
        }
    }

    /// Runs it to its end.
    static func run(_ arguments: String...) throws -> Run { try run(arguments) }

    static func run(_ arguments: [String]) throws -> Run {
        try inFolder { folder in
            let errors = folder.appendingPathComponent("errors").path
            let shell = ["/bin/sh", "-c", "errors=$1; shift; exec \"$@\" 2>\"$errors\"", "sh", errors]
            let (status, output) = try Command(arguments: shell + [try path] + arguments)
                .run(writingTo: folder.appendingPathComponent("output").path)
            return Run(status: status, output: output, errors: try String(contentsOfFile: errors, encoding: .utf8))
        }
    }

    /// Where the program is.
    static var path: String {
        get throws {
            let tests = URL(
                fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            return tests.deletingLastPathComponent().appendingPathComponent("mainspring").path
        }
    }

    /// What a line of the shell's writes; `mainspring` in it is the tool.
    static func shell(_ line: String) throws -> (status: Int32, output: String) {
        try inFolder { folder in
            let text = "mainspring() { \"\(try path)\" \"$@\"; }; \(line)"
            return try Command(arguments: ["bash", "-c", text]).run(
                writingTo: folder.appendingPathComponent("output").path)
        }
    }

    /// Runs a closure with a folder, and takes that away.
    static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

/// What a test needed and did not get.
struct Missing: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
