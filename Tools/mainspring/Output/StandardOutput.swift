internal import Foundation
internal import Glibc

/// Who reads what is written has gone away.
struct ClosedPipe: Error {}

/// Text on its way into a descriptor: kept until there is much of it, or somebody wants it out.
///
/// Belongs to one thread at a time.
class TextOutput {
    private let descriptor: Int32
    private let name: String
    private var bytes: [UInt8] = []
    private let limit = 1 << 16

    /// - Parameter name: what it is called in errors.
    init(descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

    /// Whether a person looks at it.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    func write(_ text: String) throws {
        bytes.append(contentsOf: text.utf8)
        if bytes.count >= limit { try flush() }
    }

    func write(_ data: Data) throws {
        bytes.append(contentsOf: data)
        if bytes.count >= limit { try flush() }
    }

    func writeLine(_ text: String = "") throws {
        try write(text)
        try write("\n")
    }

    /// Writes what was kept.
    /// - Throws: ``ClosedPipe``; ``ToolError`` for what else the system says.
    func flush() throws {
        var rest = bytes[...]
        bytes.removeAll(keepingCapacity: true)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wish, 1, -1)
            } else if errno == EPIPE {
                throw ClosedPipe()
            } else if errno != EINTR {
                throw ToolError("\(name) cannot be written: \(String(cString: strerror(errno))).")
            }
        }
    }
}

/// Standard output.
final class StandardOutput: TextOutput {
    /// The only one. The thread that runs the command has it.
    nonisolated(unsafe) static let shared = StandardOutput()
    // `nonisolated(unsafe)`: a command runs on one thread, and whoever else writes for it holds the lock of its table meanwhile.

    private init() { super.init(descriptor: STDOUT_FILENO, name: "Standard output") }
}

/// Standard error, which nobody waits for.
enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
