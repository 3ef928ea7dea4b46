import Foundation
import SeededRandom

/// Starts processes that save, kills them, and keeps what they have acknowledged.
final class KillTrial {
    private let store: String
    private let seed: UInt64
    private var random: SeededGenerator
    /// The last save that a process has acknowledged, or found.
    private var acknowledged = 0
    private var opened = 0

    init(store: String, seed: UInt64) {
        (self.store, self.seed) = (store, seed)
        random = SeededGenerator(seed: seed)
    }

    func run(count: Int) {
        say("seed \(seed)")
        for number in 0..<count {
            // Some are killed before they have opened the store, while they repair it.
            let lines = number % 5 == 0 ? 0 : Int.random(in: 1...4, using: &random)
            one(number, killAfter: lines, delay: .random(in: 0...(lines == 0 ? 60_000 : 12_000), using: &random))
        }
        // The last one is let go.
        one(count, killAfter: nil, delay: 0)
        say("\(count) killed, \(opened) had opened the store, \(acknowledged) saves acknowledged")
    }

    /// Starts a process, and kills it so many microseconds after it has said so many lines; one that is not killed saves three
    /// times.
    private func one(_ number: Int, killAfter lines: Int?, delay: UInt32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { fail("There is no pipe.") }
        let child = Self.fork()
        guard child >= 0 else { fail("There is no process.") }
        if child == 0 {
            close(ends[0])
            StoreTrial(store: store, seed: seed &+ UInt64(number), output: ends[1])
                .run(acknowledged: acknowledged, saves: lines == nil ? 3 : .max)
            exit(0)
        }
        close(ends[1])
        var said: [UInt8] = []
        if let lines {
            while said.count(where: { $0 == UInt8(ascii: "\n") }) < lines, read(ends[0], &said) {}
            usleep(delay)
            kill(child, SIGKILL)
        }
        // What was said before the end is in the pipe.
        while read(ends[0], &said) {}
        close(ends[0])
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        for line in String(decoding: said, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("found "), let step = Int(line.dropFirst(6)) {
                opened += 1
                // What was found is not lost later either.
                acknowledged = step
            } else if let step = Int(line) {
                acknowledged = step
            } else {
                fail("process \(number): \(line)")
            }
        }
        // The low seven bits name the signal.
        guard status & 0x7F == SIGKILL && lines != nil || status == 0 else {
            fail("process \(number) ended by itself with \(status).")
        }
    }

    /// Reads what there is, or waits for more; false at the end.
    private func read(_ file: Int32, _ said: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            said += buffer[..<count]
            return true
        }
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence)")
        exit(1)
    }

    /// Swift hides it because of what threads would have in their hands; there is one.
    static let fork: @convention(c) () -> pid_t = {
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { exit(70) }
        return unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    }()
}

/// Writes a line at once, so that it is there however the process ends.
func say(_ line: String, to file: Int32 = STDOUT_FILENO) {
    let bytes = Array((line + "\n").utf8)
    _ = write(file, bytes, bytes.count)
}
