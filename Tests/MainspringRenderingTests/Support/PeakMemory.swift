import Foundation

/// The most memory that something takes beside what the process had before, in a process where nothing else goes on.
enum PeakMemory {
    /// Whether that is the program's own: the address sanitizer keeps what was freed.
    static let isOwn = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") == nil

    /// In bytes.
    static func taken(by body: () throws -> Void) throws -> Int {
        let before = try status("VmRSS")
        // The peak is from now on.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        try body()
        return try status("VmHWM") - before
    }

    /// What `/proc` says of the process under a name, in bytes.
    private static func status(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }
}
