internal import Foundation

/// A process that is a copy of this one, with a pipe to it and one from it.
///
/// Whoever starts some has one thread, and uses neither stores nor libdispatch: a copy has that one thread alone, and what others
/// had in their hands would stay so for ever. It costs a millisecond.
package final class ChildProcess {
    /// The lines that were heard of it so far.
    package private(set) var lines: [String] = []
    /// Whether it says nothing more: it has ended, or is about to.
    package private(set) var isSilent = false
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    /// How much was heard of a line that has no end yet.
    private var rest: [UInt8] = []
    /// How many of the lines ``line(_:)`` has gone by.
    private var passed = 0
    private var end: ProcessEnd?

    /// This process's ends of all pipes. Each new process closes them, so that the others hear when nobody talks to them any more.
    nonisolated(unsafe) private static var ends: Set<Int32> = []
    // `nonisolated(unsafe)`: whoever starts processes has one thread.

    /// After so many seconds a process is taken to hang, and is ended; no trial takes as many.
    package static let mostSeconds: UInt32 = 540

    /// Starts it.
    /// - Parameter body: what it does; what that throws is heard as a line that begins with “error: ”, and the status is 1 then.
    /// - Throws: ``Broken`` if that is not possible.
    package init(_ body: (Parent) throws -> Void) throws {
        var (to, from): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&to) == 0, pipe(&from) == 0 else { throw Broken(description: "there is no pipe") }
        process = Self.fork()
        guard process >= 0 else { throw Broken(description: "there is no process") }
        if process == 0 {
            for file in Self.ends.union([to[1], from[0]]) { close(file) }
            // One that hangs ends by itself, also when its parent is gone.
            alarm(Self.mostSeconds)
            let parent = Parent(input: to[0], output: from[1])
            do {
                try body(parent)
                exit(0)
            } catch {
                parent.hear("error: \(error)".replacing("\n", with: " "))
                exit(1)
            }
        }
        close(to[0])
        close(from[1])
        (input, output) = (to[1], from[0])
        Self.ends.formUnion([input, output])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    /// Swift hides it because of what threads would have in their hands; there is one.
    private static let fork: @convention(c) () -> pid_t = {
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { exit(70) }
        return unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    }()

    // MARK: Talking

    /// Says a line to it.
    package func tell(_ line: String) { say(line, to: input) }

    /// Waits for its next line with a beginning, going by all before it.
    /// - Returns: what follows the beginning; nil if it ends without one.
    package func line(_ beginning: String) -> String? {
        while true {
            while passed < lines.count {
                passed += 1
                if lines[passed - 1].hasPrefix(beginning) {
                    return String(lines[passed - 1].dropFirst(beginning.count))
                }
            }
            guard !isSilent else { return nil }
            Self.listen(to: [self])
        }
    }

    /// Waits until one of some processes has said something, or says nothing any more, and hears all that there is.
    package static func listen(to children: [ChildProcess]) {
        let talking = children.filter { !$0.isSilent }
        var files = talking.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
        guard !files.isEmpty else { return }
        while poll(&files, nfds_t(files.count), -1) == -1, errno == EINTR {}
        for child in talking { child.listen() }
    }

    /// Hears what there is, without waiting.
    private func listen() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !isSilent {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else {
                isSilent = true
                return
            }
            for byte in buffer[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    rest.append(byte)
                    continue
                }
                lines.append(String(decoding: rest, as: UTF8.self))
                rest = []
            }
        }
    }

    // MARK: Ending

    /// Ends it by a SIGKILL, and hears all that it has said.
    /// - Returns: how it has ended, which may have been before.
    package func kill() -> ProcessEnd {
        if end == nil { Glibc.kill(process, SIGKILL) }
        return waitForEnd()
    }

    /// Waits until it has ended, and hears all that it has said.
    package func waitForEnd() -> ProcessEnd {
        if let end { return end }
        // Whoever waits for a word hears that there is none.
        close(input)
        while !isSilent { Self.listen(to: [self]) }
        close(output)
        Self.ends.subtract([input, output])
        var word: Int32 = 0
        while waitpid(process, &word, 0) == -1, errno == EINTR {}
        let found = ProcessEnd(word: word)
        end = found
        return found
    }
}
