import Foundation
import MainspringData
import SeededRandom
import TrialStores

/// Saves in a process that may open too few files, write too small files, or use too little memory.
///
/// Too few descriptors and too small files give errors, and the same changes are saved when the limit is lifted.
/// Without memory Swift ends the process. In each case nothing acknowledged is lost, and the store is whole.
struct LimitAttack: AttackRound {
    private let run: AttackRun
    private let store: LedgerStore

    private static let turns = 9
    private static let worker = 1
    /// The signals by which a process ends that gets no memory.
    private static let deaths: Set<Int32> = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS]

    init(_ run: AttackRun) {
        self.run = run
        store = .random(run.folder + "/store.sqlite", using: &run.random)
    }

    func play() -> Bool {
        var acknowledged = Acknowledgments()
        for _ in 1...Self.turns {
            let limit = ResourceLimit.allCases.randomElement(using: &run.random) ?? .descriptors
            let amount = Int.random(in: 0..<1_000, using: &run.random)
            let opensFirst = Int.random(in: 0..<3, using: &run.random) > 0
            let name = "the process with the limit of \(limit) \(amount)"
            let child = run.start { try save($0, limit, amount, opensFirst: opensFirst) }
            let end = run.end(of: child)
            run.checked { try acknowledged.note(child.lines, name) }
            run.counts[.refusals] += child.lines.count { $0 == "refused" }
            switch end {
            case .status(0): break
            case .signal(let signal) where limit == .memory && Self.deaths.contains(signal): run.counts[.refusals] += 1
            default: run.fail("\(name) \(AttackRun.phrase(end)): \(AttackRun.last(child))")
            }
            let lines = run.run("the process that checks the store", check)
            run.checked { try acknowledged.note(lines, "the process that checks the store") }
            if run.isOver { break }
        }
        run.counts[.saves] += acknowledged.count
        return true
    }

    // MARK: Saving

    /// - Parameters:
    ///   - amount: A number below 1,000 that chooses how tight the limit is.
    ///   - opensFirst: Whether the store is opened without the limit.
    private func save(_ parent: Parent, _ limit: ResourceLimit, _ amount: Int, opensFirst: Bool) throws {
        signal(SIGXFSZ, SIG_IGN)
        if opensFirst {
            return try store.withCoordinator { try save(parent, $0, limit, amount) }
        }
        var opened: NSPersistentStoreCoordinator?
        do {
            opened = try limit.restricting(to: value(limit, amount)) { try store.open() }
        } catch {
            try requireSentence(error, limit)
            parent.hear("refused")
        }
        let coordinator = try opened ?? store.open()
        defer { coordinator.closeStores() }
        try save(parent, coordinator, limit, amount)
    }

    private func save(
        _ parent: Parent, _ coordinator: NSPersistentStoreCoordinator, _ limit: ResourceLimit, _ amount: Int
    ) throws {
        let context = try LedgerContext(store, coordinator, seed: run.seed, worker: Self.worker)
        parent.hear("at \(context.ledger.step)")
        for _ in 0..<4 {
            var isRefused = false
            let step = try context.save { save in
                do {
                    try limit.restricting(to: value(limit, amount), save)
                } catch {
                    isRefused = true
                    try requireSentence(error, limit)
                    try save()
                }
            }
            parent.hear("saved \(step)")
            if isRefused { parent.hear("refused") }
        }
    }

    /// The value of a limit, from far too little to nearly enough.
    private func value(_ limit: ResourceLimit, _ amount: Int) -> Int {
        switch limit {
        case .descriptors: ResourceLimit.nextDescriptor + amount % 6
        case .fileSize: amount % 2 == 0 ? amount * 512 : amount * 64
        case .memory: ResourceLimit.addressSpace + amount * 4_096
        }
    }

    private func requireSentence(_ error: any Error, _ limit: ResourceLimit) throws {
        let text = sentence(of: error)
        try require(text.contains(run.folder), "the error with the limit of \(limit) does not name the store: \(text)")
        guard limit == .descriptors else { return }
        try require(text.contains("descriptor"), "the error without descriptors does not say so: \(text)")
    }

    // MARK: Checking

    private func check(_ parent: Parent) throws {
        let step = try store.withCoordinator { try store.step($0, seed: run.seed, worker: Self.worker) }
        try StoreVerification.requireClean(store.path)
        try StoreVerification.requireOnly([store], in: run.folder)
        parent.hear("at \(step)")
    }
}
