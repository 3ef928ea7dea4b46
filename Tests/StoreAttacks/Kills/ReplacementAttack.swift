import Foundation
import MainspringData
import SeededRandom
import TrialStores

/// Kills of a process that puts a copy of one of two stores in the place of the other.
///
/// After each kill the place holds the one or the other, whole. The store that was copied is unchanged.
struct ReplacementAttack: AttackRound {
    enum Way {
        /// By `replacePersistentStore`.
        case replacing
        /// By `migratePersistentStore`.
        case migrating
    }

    private let run: AttackRun
    private let way: Way
    /// The stores that are copied: of worker 0 and worker 1.
    private let sources: [LedgerStore]
    private let place: LedgerStore
    private let steps: Int

    private static let kills = 10

    init(_ run: AttackRun, _ way: Way) {
        (self.run, self.way) = (run, way)
        let kinds: [NSPersistentStore.StoreType] = [.sqlite, .sqlite, .sqlite, .binary, .xml]
        let kind = kinds.randomElement(using: &run.random) ?? .sqlite
        func store(_ name: String) -> LedgerStore {
            var store = LedgerStore.random("\(run.folder)/\(name)", using: &run.random)
            store.type = kind
            return store
        }
        let sources = [store("first.store"), store("second.store")]
        var place = store("place.store")
        // Without this, a copy that has a history is opened only for reading.
        place.keepsHistory = place.keepsHistory || sources.contains(where: \.keepsHistory)
        (self.sources, self.place) = (sources, place)
        // Atomic stores are written as a whole with each save.
        steps = Int.random(in: kind == .sqlite ? 5...25 : 1...4, using: &run.random)
    }

    func play() -> Bool {
        run.run("the process that creates the stores") { _ in
            for (worker, source) in sources.enumerated() {
                try source.fill(seed: run.seed, worker: worker, steps: steps + worker)
            }
        }
        // The first two are not killed. The second one replaces a store, and is measured.
        _ = work(0, afterMicroseconds: nil)
        let usual = work(1, afterMicroseconds: nil).microseconds
        var holder = check()
        guard holder == 1 else { run.fail("the place holds the first store after the second one was put there") }
        for _ in 0..<Self.kills {
            let worker = 1 - holder
            let time = Int.random(in: 0..<usual + 1, using: &run.random)
            let isDone = work(worker, afterMicroseconds: time).isDone
            let found = check()
            if isDone, found != worker {
                run.fail("the place holds the old store although the new one was acknowledged")
            }
            holder = found
            if run.isOver { break }
        }
        return true
    }

    /// Puts a copy of a source in the place, and kills the process after a time.
    /// - Returns: Whether the process acknowledged the copy, and its time if it was not killed.
    private func work(_ worker: Int, afterMicroseconds time: Int?) -> (isDone: Bool, microseconds: Int) {
        let name = way == .replacing ? "the process that replaces the store" : "the process that migrates the store"
        return run.work(name, killedAfterMicroseconds: time) { parent in
            switch way {
            case .replacing:
                parent.hear("begins")
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: place.model())
                try coordinator.replacePersistentStore(
                    at: place.url, withPersistentStoreFrom: sources[worker].url, type: place.type)
                parent.hear("done")
            case .migrating:
                try sources[worker].withCoordinator { coordinator in
                    parent.hear("begins")
                    try coordinator.migratePersistentStore(
                        coordinator.persistentStores[0], to: place.url, type: place.type)
                    parent.hear("done")
                }
            }
        }
    }

    // MARK: Checking

    /// Checks the place and the sources in a process of its own.
    /// - Returns: The worker whose store is at the place.
    private func check() -> Int {
        let line = run.run("the process that checks the stores") { parent in
            try require(
                FileManager.default.fileExists(atPath: place.path), "nothing is at the place \(place.path) any more")
            let steps = try place.withCoordinator { coordinator in
                try (0...1).map { try place.step(coordinator, seed: run.seed, worker: $0) }
            }
            try require(
                steps == [self.steps, 0] || steps == [0, self.steps + 1],
                "the place holds \(steps[0]) saves of the first store and \(steps[1]) of the second, of \(self.steps) and "
                    + "\(self.steps + 1)")
            let worker = steps[0] > 0 ? 0 : 1
            // Also of the store that was copied a killed process leaves the log.
            for (worker, source) in sources.enumerated() {
                let kept = try source.withCoordinator { try source.step($0, seed: run.seed, worker: worker) }
                try require(kept == self.steps + worker, "the store \(source.path) has \(kept) saves")
            }
            if place.type == .sqlite { try StoreVerification.requireClean(place.path) }
            try StoreVerification.requireOnly(sources + [place], in: run.folder)
            parent.hear("\(worker)")
        }.first
        guard let worker = line.flatMap({ Int($0) }) else { run.fail("the process that checks the stores was silent") }
        return worker
    }
}
