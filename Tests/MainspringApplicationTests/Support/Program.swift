import CommandRunner
import Foundation

/// A program that was built beside the tests.
enum Program {
    /// Its exit status, and what it wrote to both outputs.
    static func run(_ name: String, _ arguments: String...) throws -> (status: Int32, output: String) {
        let file = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try Command(builtProgram: name, arguments).run(writingTo: file)
    }
}
