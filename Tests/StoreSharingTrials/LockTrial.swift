import Foundation
import MainspringData
import SeededRandom
import StoreFaults
import TrialStores

/// A process that is in the midst of a save, and another one that wants to save meanwhile: it waits until the first has saved, or was
/// killed.
final class LockTrial {
    private let trial: TrialRun
    private let pragmas: [String: any Sendable]
    private let isLogged: Bool
    private var random: SeededGenerator

    init(_ trial: TrialRun, journalMode: String) {
        self.trial = trial
        isLogged = journalMode == "WAL"
        // Where a commit is held it is to reach the disk.
        pragmas = ["journal_mode": journalMode, "synchronous": "FULL"]
        random = SeededGenerator(seed: trial.seed)
    }

    private var store: String { trial.folder + "/pairs.sqlite" }

    func run(count: Int) {
        trial.run("the process that makes the store") { [self] _ in try PairStore.open(store, pragmas).close() }
        var (saved, killed): (Set<Int>, Set<Int>) = ([], [])
        for number in 0..<count {
            let (first, second) = (number * 2, number * 2 + 1)
            let holder = trial.start { [self] in try hold(first, $0) }
            trial.expect("open", from: holder, "the first process")
            // Some open the store while it is held.
            let opensFirst = Bool.random(using: &random)
            var waiter: ChildProcess?
            let start = { [self] in waiter = trial.start { [self] in try save(second, $0) } }
            if opensFirst {
                start()
                if let waiter { trial.expect("open", from: waiter, "the second process") }
            }
            holder.tell("hold")
            trial.expect("holding", from: holder, "the first process")
            if !opensFirst { start() }
            guard let waiter else { continue }
            waiter.tell("save")
            // Without a log even opening waits, and that is not seen.
            trial.expect(opensFirst || isLogged ? "refused" : "begins", from: waiter, "the second process")
            if Bool.random(using: &random) {
                trial.kill(holder, "the first process")
                killed.insert(first)
            } else {
                holder.tell("release")
                trial.finish(holder, "the first process")
                saved.insert(first)
            }
            trial.finish(waiter, "the second process of round \(number), whose first was \(holder.lines.last ?? ""),")
            saved.insert(second)
            trial.run("the process that looks after round \(number)") { [self] _ in
                let (numbers, saves) = try PairStore.look(store, pragmas)
                let found = Set(numbers)
                // One that was killed may have been done and not been told.
                try require(
                    found.isSuperset(of: saved) && found.isSubset(of: saved.union(killed)),
                    "saved were \(saved.sorted()), and \(numbers) are there")
                try require(saves == numbers.count, "the history has \(saves) saves, and the store \(numbers.count)")
            }
        }
        say("\(saved.count) saves, \(killed.count) processes killed while they saved")
    }

    // MARK: In the other processes

    private func open(_ faults: SQLiteFaults) throws -> OpenStore {
        try PairStore.open(store, pragmas, options: [SQLiteFaults.option: faults])
    }

    private static func save(_ number: Int, _ file: OpenStore) throws {
        let context = file.context()
        try context.performAndWait {
            _ = PairStore.insert(number, context)
            try context.save()
        }
    }

    /// Begins to save when it is told, and ends that when it is told.
    private func hold(_ number: Int, _ parent: Parent) throws {
        let faults = SQLiteFaults()
        let file = try open(faults)
        parent.hear("open")
        try parent.wait(for: "hold")
        faults.holdCommits()
        Thread {
            faults.waitUntilHeld()
            parent.hear("holding")
            // Without a word the trial has ended.
            guard parent.nextWord() == "release" else { exit(1) }
            faults.releaseCommits()
        }.start()
        try Self.save(number, file)
        parent.hear("saved")
        try file.close()
    }

    /// Saves, and says before that somebody else was in the way.
    private func save(_ number: Int, _ parent: Parent) throws {
        parent.hear("begins")
        let faults = SQLiteFaults()
        Thread {
            faults.waitUntilRefused()
            parent.hear("refused")
        }.start()
        let file = try open(faults)
        parent.hear("open")
        try parent.wait(for: "save")
        try Self.save(number, file)
        parent.hear("saved")
        try file.close()
    }
}
