import Foundation
import SeededRandom

/// Starts the processes that save and the one that follows, kills that now and then, and asks all at the end.
final class SharingTrial {
    private let folder: String
    private let seed: UInt64
    private let (processes, workers, saves): (Int, Int, Int)
    private var random: SeededGenerator
    private var children: [Child] = []

    init(folder: String, seed: UInt64, processes: Int, workers: Int, saves: Int) {
        (self.folder, self.seed) = (folder, seed)
        (self.processes, self.workers, self.saves) = (processes, workers, saves)
        random = SeededGenerator(seed: seed)
    }

    func run() {
        say("seed \(seed)")
        // One makes the store, so that all find the same.
        finish(start { [folder] _, _ in try SharedStore.make(in: folder) })
        let savers = (0..<processes).map { number in
            start { [folder, seed, workers, saves, processes] in
                try Saver(folder: folder, number: number, seed: seed, workers: workers, saves: saves / processes)
                    .run($0, $1)
            }
        }
        var kills = 0
        var follower = startFollower()
        while !savers.allSatisfy({ $0.hasSaid("done") }) {
            usleep(.random(in: 5_000...120_000, using: &random))
            follower.kill()
            kills += 1
            follower = startFollower()
            for saver in savers { saver.readWhatIsThere() }
        }
        follower.kill()
        // Nobody saves any more: each looks whether all that it has agrees with the file.
        for saver in savers {
            saver.tell("look")
            finish(saver)
        }
        let last = start { [folder] in try HistoryFollower(folder: folder).finish($0, $1) }
        finish(last)
        let total = saves / processes * processes
        guard last.lines.last == "followed \(total)" else { fail("The follower said: \(last.lines)") }
        say("\(total) saves, \(kills) kills, \(savers.map { $0.lines.last ?? "" }.joined(separator: ", "))")
    }

    private func startFollower() -> Child { start { [folder] in try HistoryFollower(folder: folder).follow($0, $1) } }

    private func start(_ body: (_ input: Int32, _ output: Int32) throws -> Void) -> Child {
        guard let child = Child(body) else { fail("There is no process.") }
        return child
    }

    /// Waits for a process that ends by itself.
    private func finish(_ child: Child) {
        let status = child.waitForEnd()
        guard status == 0, !child.lines.contains(where: { $0.hasPrefix("error") }) else {
            fail("A process ended with \(status): \(child.lines.suffix(5))")
        }
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence)")
        exit(1)
    }
}

/// A process that is a copy of this one, with a pipe to it and one from it.
final class Child {
    private let process: pid_t
    private let (input, output): (Int32, Int32)
    private var said: [UInt8] = []

    /// What it has said, in lines.
    var lines: [String] { String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init) }

    /// Starts it; nil if that is not possible.
    init?(_ body: (_ input: Int32, _ output: Int32) throws -> Void) {
        var (to, from): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&to) == 0, pipe(&from) == 0 else { return nil }
        process = Self.fork()
        guard process >= 0 else { return nil }
        if process == 0 {
            close(to[1])
            close(from[0])
            do {
                try body(to[0], from[1])
            } catch {
                say("error: \(error)".replacing("\n", with: " "), to: from[1])
                exit(1)
            }
            exit(0)
        }
        close(to[0])
        close(from[1])
        (input, output) = (to[1], from[0])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    func readWhatIsThere() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return }
            said += buffer[..<count]
        }
    }

    func hasSaid(_ line: String) -> Bool {
        readWhatIsThere()
        return lines.contains { $0 == line || $0.hasPrefix("error") }
    }

    func tell(_ line: String) { say(line, to: input) }

    func kill() {
        Glibc.kill(process, SIGKILL)
        _ = waitForEnd()
    }

    /// Waits until it has ended, and reads all that it has said.
    func waitForEnd() -> Int32 {
        // Whoever waits for a word hears that there is none.
        close(input)
        _ = fcntl(output, F_SETFL, 0)
        readWhatIsThere()
        close(output)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status
    }

    /// Swift hides it because of what threads would have in their hands; there is one.
    private static let fork: @convention(c) () -> pid_t = {
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { exit(70) }
        return unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    }()
}

/// Writes a line at once, so that it is there however the process ends.
func say(_ line: String, to file: Int32 = STDOUT_FILENO) {
    let bytes = Array((line + "\n").utf8)
    _ = write(file, bytes, bytes.count)
}
