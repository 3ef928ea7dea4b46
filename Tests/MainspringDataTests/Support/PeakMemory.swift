import Foundation
import Testing

/// The most memory that something takes beside what the process had before, in a process where nothing else goes on.
struct PeakMemory {
    /// What the process had, in bytes. Later it may have as much that is free, and would be taken unseen.
    private let before: Int

    init() throws { before = try Self.status("VmRSS") }

    /// What `/proc` says of the process under a name, in bytes.
    private static func status(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }

    /// Something may take four times a file and 64 MiB.
    func check(_ title: String, fileSize: Int, _ body: () throws -> Void) throws {
        // The peak is from now on.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        try body()
        let taken = try Self.status("VmHWM") - before
        #expect(taken <= 4 * fileSize + (64 << 20), "\(title), a file of \(fileSize) bytes")
    }
}
