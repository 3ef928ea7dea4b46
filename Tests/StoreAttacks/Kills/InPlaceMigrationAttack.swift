import Foundation
import MainspringData
import MainspringModel
import SeededRandom
import TrialStores

/// Kills of a process that opens a store with a new version of its model, which migrates the store where it is.
///
/// After each kill the store is of the old version or of the new one, whole. A store of the old version is migrated by
/// the next process, or replaced by a copy of the original.
struct InPlaceMigrationAttack: AttackRound {
    private let run: AttackRun
    private let original: LedgerStore
    private var store: LedgerStore
    private let steps: Int

    private static let kills = 10
    private static let worker = 1

    init(_ run: AttackRun) {
        self.run = run
        original = .random(run.folder + "/original.sqlite", using: &run.random)
        store = LedgerStore(
            path: run.folder + "/store.sqlite", pragmas: original.pragmas, keepsHistory: original.keepsHistory)
        steps = Int.random(in: 5...25, using: &run.random)
    }

    func play() -> Bool {
        run.run("the process that creates the store") { _ in
            try original.fill(seed: run.seed, worker: Self.worker, steps: steps)
        }
        renew()
        let usual = migrate(afterMicroseconds: nil).microseconds
        var isNew = check()
        guard isNew else { run.fail("the store is of the old version after it was migrated") }
        for _ in 0..<Self.kills {
            if isNew || Bool.random(using: &run.random) { renew() }
            let isDone = migrate(afterMicroseconds: Int.random(in: 0..<usual + 1, using: &run.random)).isDone
            isNew = check()
            if isDone, !isNew { run.fail("the store is of the old version although its migration was acknowledged") }
            if run.isOver { break }
        }
        return true
    }

    /// Puts a copy of the original at the place.
    private func renew() {
        run.checked {
            let files = FileManager.default
            for name in try files.contentsOfDirectory(atPath: run.folder) where !name.contains("original") {
                try files.removeItem(atPath: "\(run.folder)/\(name)")
            }
            for name in try files.contentsOfDirectory(atPath: run.folder) {
                let copy = name.replacing("original", with: "store")
                try files.copyItem(atPath: "\(run.folder)/\(name)", toPath: "\(run.folder)/\(copy)")
            }
        }
    }

    /// Opens the store with the new version.
    /// - Returns: Whether the process acknowledged that, and its time if it was not killed.
    private func migrate(afterMicroseconds time: Int?) -> (isDone: Bool, microseconds: Int) {
        run.work("the process that migrates the store", killedAfterMicroseconds: time) { parent in
            var store = store
            (store.version, store.migrates) = (2, true)
            parent.hear("begins")
            try store.withCoordinator { _ in parent.hear("done") }
        }
    }

    // MARK: Checking

    /// Opens the store with the version that it has, in a process of its own.
    /// - Returns: Whether that is the new one.
    private func check() -> Bool {
        run.run("the process that checks the store") { parent in
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
            let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
            var store = store
            store.version = hashes["Entry"] == nil ? 1 : 2
            let step = try store.withCoordinator { try store.step($0, seed: run.seed, worker: Self.worker) }
            try require(step == steps, "the store has \(step) of \(steps) saves after its migration was killed")
            try StoreVerification.requireClean(store.path)
            try StoreVerification.requireOnly([original, store], in: run.folder)
            parent.hear("\(store.version)")
        } == ["2"]
    }
}
