import Foundation
import SeededRandom
import TrialStores

/// Starts the processes that save and the one that follows, kills that now and then, and asks all at the end.
final class SharingTrial {
    private let trial: TrialRun
    private let (processes, workers, saves): (Int, Int, Int)
    private var random: SeededGenerator

    init(_ trial: TrialRun, processes: Int, workers: Int, saves: Int) {
        self.trial = trial
        (self.processes, self.workers, self.saves) = (processes, workers, saves)
        random = SeededGenerator(seed: trial.seed)
    }

    func run() {
        let (folder, seed) = (trial.folder, trial.seed)
        // One makes the store, so that all find the same.
        trial.run("the process that makes the store") { _ in try SharedStore.make(in: folder) }
        let savers = (0..<processes).map { number in
            trial.start { [workers, saves, processes] in
                try Saver(folder: folder, number: number, seed: seed, workers: workers, saves: saves / processes)
                    .run($0)
            }
        }
        var (kills, followed) = (0, 0)
        while !savers.allSatisfy(isDone) {
            let follower = trial.start { try HistoryFollower(folder: folder).follow($0) }
            // Some are killed after so many saves, wherever they are; some after they have followed so often.
            if Bool.random(using: &random) {
                wait(for: savers, saves: Int.random(in: 1...100, using: &random))
            } else {
                wait(for: follower, steps: Int.random(in: 1...5, using: &random), savers)
            }
            trial.kill(follower, "the follower")
            kills += 1
            if !follower.lines.isEmpty { followed += 1 }
        }
        // Nobody saves any more: each looks whether all that it has agrees with the file.
        for saver in savers {
            saver.tell("look")
            trial.finish(saver)
        }
        let last = trial.run("the last follower") { try HistoryFollower(folder: folder).finish($0) }
        let total = saves / processes * processes
        guard last.last == "followed \(total)" else { trial.fail("the follower said \(last)") }
        let words = savers.map { $0.lines.last ?? "" }.joined(separator: ", ")
        say("\(total) saves, \(kills) followers killed, of which \(followed) had followed, \(words)")
    }

    private func isDone(_ saver: ChildProcess) -> Bool {
        saver.isSilent || saver.lines.last == "done"
    }

    /// Waits until so many saves more are done, or all.
    private func wait(for savers: [ChildProcess], saves: Int) {
        let count = { savers.reduce(0) { $0 + $1.lines.count } }
        let wanted = count() + saves
        while count() < wanted, !savers.allSatisfy(isDone) { ChildProcess.listen(to: savers) }
    }

    /// Waits until the follower has followed so often, or all is saved.
    private func wait(for follower: ChildProcess, steps: Int, _ savers: [ChildProcess]) {
        while follower.lines.count < steps, !follower.isSilent, !savers.allSatisfy(isDone) {
            ChildProcess.listen(to: savers + [follower])
        }
    }
}
