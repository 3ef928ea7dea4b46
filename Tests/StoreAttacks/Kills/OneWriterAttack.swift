import Foundation
import SeededRandom
import TrialStores

/// Kills of one process that saves rows with and without long data.
///
/// After some kills a process opens the store, reads all rows and checks the files. After the others the next process
/// that saves is the first to open the store, and may be killed while it recovers the files.
struct OneWriterAttack: AttackRound {
    private let run: AttackRun
    private let store: LedgerStore

    private static let kills = 12
    private static let worker = 1

    init(_ run: AttackRun) {
        self.run = run
        store = .random(run.folder + "/store.sqlite", using: &run.random)
    }

    func play() -> Bool {
        var acknowledged = Acknowledgments()
        for kill in 1...Self.kills {
            let isLast = kill == Self.kills || run.isOver
            let child = run.start(save)
            if Int.random(in: 0..<4, using: &run.random) > 0 {
                run.expect("at ", from: child, "the process that saves")
            }
            run.kill(child, afterMicroseconds: Int.random(in: 0..<60_000, using: &run.random), "the process that saves")
            run.checked { try acknowledged.note(child.lines, "a process that saves") }
            if isLast || Int.random(in: 0..<3, using: &run.random) > 0 {
                let lines = run.run("the process that checks the store", check)
                run.checked { try acknowledged.note(lines, "the process that checks the store") }
            }
            if isLast { break }
        }
        run.counts[.saves] += acknowledged.count
        return true
    }

    private func save(_ parent: Parent) throws {
        try store.withCoordinator { coordinator in
            let context = try LedgerContext(store, coordinator, seed: run.seed, worker: Self.worker)
            parent.hear("at \(context.ledger.step)")
            while true { parent.hear("saved \(try context.save())") }
        }
    }

    private func check(_ parent: Parent) throws {
        let step = try store.withCoordinator { try store.step($0, seed: run.seed, worker: Self.worker) }
        try StoreVerification.requireClean(store.path)
        try StoreVerification.requireOnly([store], in: run.folder)
        parent.hear("at \(step)")
    }
}
