import CommandRunner
import Foundation
import Testing

@Suite struct KilledProcessTests {
    @Test func `Whatever instant a process is killed at, each save that it acknowledged is there, and none half`()
        throws
    {
        let scratch = Scratch()
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let program = tests.deletingLastPathComponent().appendingPathComponent("store-kill-trials").path
        let seed = UInt64.random(in: 1...9_999)
        let (status, output) = try Command(arguments: [program, scratch.folder.path, "\(seed)", "500"])
            .run(writingTo: scratch.path("output"))
        #expect(status == 0, "\(output)")
        let numbers = output.split(separator: "\n").last?.split(separator: " ").compactMap { Int($0) } ?? []
        #expect(numbers.count == 3, "\(output)")
        // Most have come to save something.
        #expect(numbers.count == 3 && numbers[1] > 250 && numbers[2] > 250, "\(output)")
    }
}
