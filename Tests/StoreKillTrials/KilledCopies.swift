import Foundation
import MainspringData
import SeededRandom
import StoreFaults
import TrialStores

/// Processes that work on copies of one store, each ended within some call to the disk; the next one looks at what it has left.
final class KilledCopies {
    private let trial: TrialRun
    private var random: SeededGenerator

    init(_ trial: TrialRun) {
        self.trial = trial
        random = SeededGenerator(seed: trial.seed)
    }

    /// The store that is made once.
    var original: String { trial.folder + "/original.sqlite" }
    /// The copy that is worked on.
    var store: String { trial.folder + "/store.sqlite" }

    /// Puts a copy of the one that was made in the place of what a process has left.
    func renew() throws {
        for part in ["", "-wal", "-shm", "-journal"] { unlink(store + part) }
        try FileManager.default.copyItem(atPath: original, toPath: store)
    }

    /// Runs so many processes.
    /// - Parameters:
    ///   - make: makes the original.
    ///   - work: what is interrupted, with the faults to be given to the store.
    ///   - look: says in a word what was left; throws for what must not be.
    /// - Returns: what the processes have said, and what they have left.
    func run(
        count: Int, make: () throws -> Void, work: (Parent, SQLiteFaults) throws -> Void, look: () throws -> String
    ) -> [(said: [String], left: String)] {
        // The first is let go, and tells how many calls there are.
        let first = trial.run("the process that is let go") { parent in
            try make()
            try renew()
            let faults = SQLiteFaults()
            try work(parent, faults)
            parent.hear("\(faults.count(of: Instant.changing))")
        }
        guard let calls = first.last.flatMap({ Int($0) }) else { trial.fail("the first process tells of no calls") }
        var all: [(said: [String], left: String)] = []
        var last: (said: [String], name: String)?
        for number in 0...count {
            let instant = Instant.random(upTo: calls, using: &random)
            let child = trial.start { parent in
                if last != nil { parent.hear("left \(try look())") }
                guard number < count else { return }
                try renew()
                parent.hear("begins")
                try work(parent, SQLiteFaults(instant))
            }
            let end = child.waitForEnd()
            var lines = child.lines
            if let last {
                guard lines.first?.hasPrefix("left ") == true else {
                    trial.fail("what \(last.name) has left: \(lines), \(end)")
                }
                all.append((last.said, String(lines.removeFirst().dropFirst(5))))
            }
            let name = "process \(number), \(instant)"
            guard end == (number < count ? .signal(SIGKILL) : .status(0)) else {
                trial.fail("\(name), ended with \(end): \(lines)")
            }
            last = (lines, name)
        }
        return all
    }
}
