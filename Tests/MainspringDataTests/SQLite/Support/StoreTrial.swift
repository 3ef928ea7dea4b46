import CommandRunner
import Foundation
import SeededRandom
import Testing

/// Processes of their own that write stores; see Tests/StoreKillTrials and Tests/StoreSharingTrials.
///
/// The output of a failed trial names its seed.
enum StoreTrial {
    /// Runs trials to their end, which must be a good one.
    /// - Returns: their last line, in which they say what was done.
    static func run(_ program: String, _ arguments: String...) throws -> String {
        let scratch = Scratch()
        let seed = "\(Seeds.first(1, soak: 1).lowerBound)"
        let (status, output) = try Command(
            builtProgram: program, [scratch.folder.path, seed] + arguments
        ).run(writingTo: scratch.path("output"))
        #expect(status == 0, "\(output)")
        return output.split(separator: "\n").last.map(String.init) ?? ""
    }

    /// The numbers in a line.
    static func numbers(_ line: String) -> [Int] { line.split { !$0.isNumber }.compactMap { Int($0) } }
}
