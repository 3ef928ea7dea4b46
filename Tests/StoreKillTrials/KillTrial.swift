import Foundation
import MainspringData
import SeededRandom
import TrialStores

/// Starts processes that save, ends each within some call to the disk, and keeps what they have acknowledged.
final class KillTrial {
    private let trial: TrialRun
    private var random: SeededGenerator
    /// The last save that a process has acknowledged, or found.
    private var acknowledged = 0
    private var opened = 0

    init(_ trial: TrialRun) {
        self.trial = trial
        random = SeededGenerator(seed: trial.seed)
    }

    private var store: String { trial.folder + "/store.sqlite" }

    func run(count: Int) {
        // The first makes the store; the second is as those that follow, and is asked what it does with the disk.
        one(0, until: nil)
        let calls = one(1, until: nil).split(separator: " ").compactMap { Int($0) }
        guard calls.count == 2 else { trial.fail("a process that was not killed tells of no calls") }
        opened = 0
        for number in 0..<count {
            // Some end before they have opened the store, while they repair it.
            let instant: Instant =
                number % 5 == 0
                ? .random(upTo: calls[0], of: Instant.all, using: &random) : .random(upTo: calls[1], using: &random)
            one(number + 2, until: instant)
        }
        let found = opened
        // The last one is let go.
        one(count + 2, until: nil)
        say("\(count) killed, \(found) had opened the store, \(acknowledged) saves acknowledged")
    }

    /// Runs a process, which ends at an instant or when it has done all.
    /// - Returns: how many calls there were until it had looked, and of those that change something in all; empty if it did not say so.
    @discardableResult
    private func one(_ number: Int, until instant: Instant?) -> String {
        let (seed, before) = (trial.seed &+ UInt64(number), acknowledged)
        let child = trial.start { [store] parent in
            try StoreTrial(store: store, seed: seed, parent: parent).run(acknowledged: before, until: instant)
        }
        let end = child.waitForEnd()
        var calls = ""
        for line in child.lines {
            if line.hasPrefix("found "), let step = Int(line.dropFirst(6)) {
                opened += 1
                // What was found is not lost later either.
                acknowledged = step
            } else if line.hasPrefix("calls ") {
                calls = String(line.dropFirst(6))
            } else if let step = Int(line) {
                acknowledged = step
            } else {
                trial.fail("process \(number), \(instant.map { "\($0)" } ?? "not killed"): \(line)")
            }
        }
        guard end == .status(0) || end == .signal(SIGKILL) && instant != nil else {
            trial.fail("process \(number), \(instant.map { "\($0)" } ?? "not killed"), ended with \(end)")
        }
        return calls
    }
}
