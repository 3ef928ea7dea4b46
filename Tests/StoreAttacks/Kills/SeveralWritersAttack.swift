import Foundation
import MainspringData
import SeededRandom
import TrialStores

/// Kills of three processes that save into one store and of one that reads it.
///
/// Each writer has rows of its own. The reader pins a query generation again and again and reads all rows, with their
/// long data: they must be those of a number of saves of each writer, and no acknowledged save may be missing.
struct SeveralWritersAttack: AttackRound {
    private let run: AttackRun
    private let store: LedgerStore

    private static let kills = 12
    private static let writers = 3

    init(_ run: AttackRun) {
        self.run = run
        // Query generations need a write-ahead log.
        store = .random(run.folder + "/store.sqlite", isLogged: true, using: &run.random)
    }

    func play() -> Bool {
        run.run("the process that creates the store") { _ in try store.withCoordinator { _ in } }
        var acknowledged = [Acknowledgments](repeating: Acknowledgments(), count: Self.writers)
        var writers = (0..<Self.writers).map(startWriter)
        var reader = startReader(acknowledged)
        for kill in 1...Self.kills {
            usleep(UInt32.random(in: 0..<60_000, using: &run.random))
            let victim = Int.random(in: 0...Self.writers, using: &run.random)
            let isLast = kill == Self.kills || run.isOver
            if victim == Self.writers {
                end(reader)
                if !isLast { reader = startReader(acknowledged) }
            } else {
                end(writers[victim], victim, &acknowledged)
                if !isLast { writers[victim] = startWriter(victim) }
            }
            guard isLast else { continue }
            if victim != Self.writers { end(reader) }
            for writer in 0..<Self.writers where writer != victim { end(writers[writer], writer, &acknowledged) }
            break
        }
        let found = run.run("the process that checks the store", check).compactMap { Int($0) }
        guard found.count == Self.writers else { run.fail("the process that checks the store printed \(found)") }
        for writer in 0..<Self.writers {
            run.checked { try acknowledged[writer].found(found[writer], "the process that checks the store") }
            run.counts[.saves] += acknowledged[writer].count
        }
        return true
    }

    private func end(_ child: ChildProcess, _ writer: Int, _ acknowledged: inout [Acknowledgments]) {
        run.kill(child, afterMicroseconds: 0, "writer \(writer)")
        run.checked { try acknowledged[writer].note(child.lines, "writer \(writer)") }
    }

    private func end(_ reader: ChildProcess) { run.kill(reader, afterMicroseconds: 0, "the reader") }

    // MARK: Writing

    private func startWriter(_ number: Int) -> ChildProcess {
        run.start { parent in
            try store.withCoordinator { coordinator in
                let context = try LedgerContext(store, coordinator, seed: run.seed, worker: number)
                parent.hear("at \(context.ledger.step)")
                while true { parent.hear("saved \(try context.save())") }
            }
        }
    }

    // MARK: Reading

    private func startReader(_ acknowledged: [Acknowledgments]) -> ChildProcess {
        run.start { _ in
            try store.withCoordinator { coordinator in
                let context = coordinator.context()
                var least = acknowledged.map(\.last)
                while true { least = try context.performAndWait { try look(context, atLeast: least) } }
            }
        }
    }

    /// Reads the rows of all writers in one generation.
    /// - Returns: The numbers of their last saves.
    private func look(_ context: NSManagedObjectContext, atLeast least: [Int]) throws -> [Int] {
        try context.setQueryGenerationFrom(.current)
        context.reset()
        return try least.enumerated().map { writer, step in
            let ledger = try LedgerContext.read(context, store, seed: run.seed, worker: writer).0
            try require(
                ledger.step >= step, "the reader finds save \(ledger.step) of writer \(writer) after save \(step)")
            return ledger.step
        }
    }

    // MARK: Checking

    private func check(_ parent: Parent) throws {
        let steps = try store.withCoordinator { coordinator in
            try (0..<Self.writers).map { try store.step(coordinator, seed: run.seed, worker: $0) }
        }
        try StoreVerification.requireClean(store.path)
        try StoreVerification.requireOnly([store], in: run.folder)
        for step in steps { parent.hear("\(step)") }
    }
}
