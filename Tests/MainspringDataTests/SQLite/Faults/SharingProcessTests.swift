import CommandRunner
import Foundation
import Testing

@Suite struct SharingProcessTests {
    @Test
    func
        `Of 10,000 saves of two processes none is lost, the history has each once, and whoever follows it has what the file has`()
        throws
    {
        let scratch = Scratch()
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let program = tests.deletingLastPathComponent().appendingPathComponent("store-sharing-trials").path
        let seed = UInt64.random(in: 1...9_999)
        let (status, output) = try Command(arguments: [program, scratch.folder.path, "\(seed)", "2", "3", "10000"])
            .run(writingTo: scratch.path("output"))
        #expect(status == 0, "\(output)")
        #expect(output.contains("10000 saves"), "\(output)")
    }
}
