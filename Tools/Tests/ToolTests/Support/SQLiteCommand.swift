import CommandRunner
import Foundation

/// The `sqlite3` command: a second opinion on files, and what damages them.
enum SQLiteCommand {
    static let isHere = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/sqlite3")
    }
    static let skipped = "There is no sqlite3 command; Scripts/bootstrap installs it."

    /// The rows of a query, columns with a bar between them. The file is taken not to change, so that nothing is made beside it.
    static func rows(_ query: String, _ url: URL) throws -> [String] {
        try run(query, "file:\(url.path)?immutable=1")
    }

    /// Changes a file.
    static func change(_ url: URL, _ statements: String) throws { _ = try run(statements, url.path) }

    private static func run(_ text: String, _ file: String) throws -> [String] {
        try Tool.inFolder { folder in
            let (status, output) = try Command(arguments: ["sqlite3", "-batch", file, text])
                .run(writingTo: folder.appendingPathComponent("output").path)
            guard status == 0 else { throw Missing("sqlite3 \(file): \(output)") }
            return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }
}
