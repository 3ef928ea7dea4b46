import Foundation

/// The most memory that the process has had, in bytes.
enum PeakMemory {
    static func current() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }

    /// Ends the process with a failure if something takes more than it may: four times its input and 64 MiB.
    static func check(_ input: Data, _ body: (Data) -> Void) throws {
        let before = try current()
        body(input)
        let taken = try current() - before
        guard taken <= 4 * input.count + (64 << 20) else {
            FileHandle.standardError.write(Data("took \(taken) bytes for \(input.count)\n".utf8))
            exit(1)
        }
    }
}
