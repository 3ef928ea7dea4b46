import Foundation
import SeededRandom
import TrialStores

/// An attack that is under way: its time, its seeds, its counts, and the processes that it has started.
///
/// It belongs to the program's first process, which has one thread and uses no stores.
final class AttackRun {
    let attack: Attack
    let settings: AttackSettings
    /// The seed of the current round.
    private(set) var seed: UInt64 = 0
    /// Random numbers of the current round.
    var random = SeededGenerator(seed: 0)
    var counts = Counts()

    private let deadline: ContinuousClock.Instant
    private var children: [ObjectIdentifier: ChildProcess] = [:]

    /// - Parameter seconds: The time for the attack. The round that is under way then is completed.
    init(_ attack: Attack, _ settings: AttackSettings, seconds: Double) {
        (self.attack, self.settings) = (attack, settings)
        deadline = ContinuousClock.now + .seconds(seconds)
    }

    // MARK: Rounds

    /// The seeds in `MAINSPRING_SEEDS`; `nil` if it is not set.
    private static let requested =
        ProcessInfo.processInfo.environment["MAINSPRING_SEEDS"] == nil ? nil : Seeds.first(1)
    /// The first seed of a run without `MAINSPRING_SEEDS`. Each second has another one.
    private static let start = UInt64(time(nil))

    /// Whether the time is over. It never is if seeds were requested.
    var isOver: Bool { Self.requested == nil && ContinuousClock.now >= deadline }

    /// Plays rounds until the time is over or all requested seeds are played, and prints the seeds and the counts.
    func play() {
        let seeds = Self.requested ?? Self.start..<(.max)
        for next in seeds {
            (seed, random) = (next, SeededGenerator(seed: next))
            makeFolder()
            let hasMore = attack.round(self).play()
            try? FileManager.default.removeItem(atPath: folder)
            if isOver || !hasMore { break }
        }
        let range = seed == seeds.lowerBound ? "seed \(seed)" : "seeds \(seeds.lowerBound)-\(seed)"
        say("\(attack.rawValue): \(range): \(counts.text())")
    }

    /// An empty folder for the stores of the round.
    var folder: String { settings.folder + "/round" }

    private func makeFolder() {
        do {
            try? FileManager.default.removeItem(atPath: folder)
            try? FileManager.default.removeItem(atPath: settings.messages)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            fail("the folder \(folder) could not be created: \(error)")
        }
    }

    /// Prints what is wrong and how to repeat it, ends all processes of the attack, and exits with 1.
    func fail(_ sentence: String) -> Never {
        for child in children.values { _ = child.kill() }
        let messages = FileManager.default.contents(atPath: settings.messages) ?? Data()
        if !messages.isEmpty {
            say("The processes of the round printed, at the end:")
            say(String(decoding: messages.suffix(Self.mostMessages), as: UTF8.self))
        }
        say("\(attack.rawValue): seed \(seed): \(sentence)\(sentence.hasSuffix(".") ? "" : ".")")
        say("Run it again: MAINSPRING_SEEDS=\(seed) Scripts/attack \(attack.rawValue)")
        exit(1)
    }

    // MARK: Processes

    /// The number of bytes of messages that are printed.
    private static let mostMessages = 4_000

    /// Lets this process append what it prints on the standard error to a file. The library explains there what it can
    /// give no error for, and most rounds expect that.
    private func appendMessages() {
        let file = open(settings.messages, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        dup2(file, STDERR_FILENO)
        close(file)
    }

    /// Starts a process.
    func start(_ body: (Parent) throws -> Void) -> ChildProcess {
        do {
            let child = try ChildProcess { parent in
                appendMessages()
                try described { try body(parent) }
            }
            children[ObjectIdentifier(child)] = child
            return child
        } catch {
            fail("\(error)")
        }
    }

    /// Runs a process to its end, which must be a good one.
    /// - Returns: The lines that it printed.
    @discardableResult
    func run(_ name: String, _ body: (Parent) throws -> Void) -> [String] {
        let child = start(body)
        finish(child, name)
        return child.lines
    }

    /// Waits for the end of a process, which must be a good one.
    func finish(_ child: ChildProcess, _ name: String) {
        let end = child.waitForEnd()
        children[ObjectIdentifier(child)] = nil
        guard end == .status(0) else { fail("\(name) \(Self.phrase(end)): \(Self.last(child))") }
    }

    /// Waits for the end of a process, whatever it is.
    func end(of child: ChildProcess) -> ProcessEnd {
        let end = child.waitForEnd()
        children[ObjectIdentifier(child)] = nil
        return end
    }

    /// Kills a process after a time, and counts the kill.
    /// - Returns: False if the process had ended by itself, with a good end.
    @discardableResult
    func kill(_ child: ChildProcess, afterMicroseconds time: Int, _ name: String) -> Bool {
        if time > 0 { usleep(UInt32(time)) }
        let end = child.kill()
        children[ObjectIdentifier(child)] = nil
        switch end {
        case .signal(SIGKILL):
            counts[.kills] += 1
            return true
        case .status(0): return false
        default: fail("\(name) \(Self.phrase(end)): \(Self.last(child))")
        }
    }

    /// Starts a process that prints “begins” and “done”, and kills it some time after the first if a time is given.
    /// - Returns: Whether it printed “done”, and the microseconds until then if it was not killed.
    func work(
        _ name: String, killedAfterMicroseconds time: Int?, _ body: (Parent) throws -> Void
    ) -> (isDone: Bool, microseconds: Int) {
        let child = start(body)
        expect("begins", from: child, name)
        if let time {
            kill(child, afterMicroseconds: time, name)
            return (child.lines.contains("done"), 0)
        }
        let begin = ContinuousClock.now
        expect("done", from: child, name)
        let usual = Int((ContinuousClock.now - begin) / .microseconds(1))
        finish(child, name)
        return (true, usual)
    }

    /// Waits for a line of a process.
    /// - Returns: What follows the beginning of the line.
    @discardableResult
    func expect(_ beginning: String, from child: ChildProcess, _ name: String) -> String {
        if let line = child.line(beginning) { return line }
        let end = self.end(of: child)
        fail("\(name) \(Self.phrase(end)) without “\(beginning)”: \(Self.last(child))")
    }

    static func phrase(_ end: ProcessEnd) -> String {
        switch end {
        case .status(let status): "ended with status \(status)"
        case .signal(SIGALRM): "did not end"
        case .signal(let signal): "ended by signal \(signal)"
        }
    }

    /// The end of what a process printed.
    static func last(_ child: ChildProcess) -> String {
        child.lines.isEmpty ? "it printed nothing" : child.lines.suffix(3).joined(separator: "; ")
    }
}

/// Runs a closure. Its errors have their sentences as descriptions.
private func described(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let broken as Broken {
        throw broken
    } catch {
        throw Broken(description: sentence(of: error))
    }
}

/// An error's code and sentence.
func sentence(of error: any Error) -> String {
    if let broken = error as? Broken { return broken.description }
    let error = error as NSError
    return "\(error.domain) \(error.code): \(error.localizedDescription)"
}
