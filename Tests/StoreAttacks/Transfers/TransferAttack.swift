import Foundation
import MainspringData
import SeededRandom
import TrialStores

/// Transfers between accounts by eight threads.
///
/// The sum of all accounts stays the same, each account has what its transfers give, and each acknowledged transfer is
/// in the history once.
struct TransferAttack: AttackRound {
    /// What the threads share.
    private enum Way: CaseIterable {
        /// A coordinator: each thread has a context.
        case siblings
        /// A process: two threads share a coordinator.
        case coordinators
        /// The store: two threads share a process. One process may be killed.
        case processes
        /// A context: each thread has a child of it. The children take turns.
        case children
        /// A context: each thread has a child of it, and a child's save conflicts with other children's saves into it.
        case conflictingChildren
        /// A context: it has four children, each with two children of its own. Saves on both levels may conflict.
        case nestedChildren
    }

    private let run: AttackRun
    private let bank: Bank
    private let way: Way
    private let transfers: Int

    private static let threads = 8
    private static let groups = 4

    init(_ run: AttackRun) {
        self.run = run
        bank = Bank(path: run.folder + "/bank.sqlite")
        way = Way.allCases[Int(run.seed % UInt64(Way.allCases.count))]
        transfers = Int.random(in: 5...40, using: &run.random)
    }

    func play() -> Bool {
        run.run("the process that creates the accounts") { _ in try bank.make() }
        let isKilled = way == .processes && Bool.random(using: &run.random)
        var children: [ChildProcess] = []
        switch way {
        case .siblings: children.append(run.start { try siblings(0..<Self.threads, $0) })
        case .coordinators: children.append(run.start(coordinators))
        case .processes:
            for group in 0..<Self.groups { children.append(run.start { try siblings(Self.threads(of: group), $0) }) }
        case .children, .conflictingChildren:
            let contexts = ChildContexts(
                bank: bank, seed: run.seed, transfers: transfers, detectsConflicts: way == .conflictingChildren)
            children.append(run.start { try contexts.run(0..<Self.threads, $0) })
        case .nestedChildren:
            let contexts = ChildContexts(bank: bank, seed: run.seed, transfers: transfers, detectsConflicts: true)
            children.append(run.start { try contexts.runNested(0..<Self.threads, $0) })
        }
        let name = "the process that transfers (\(way))"
        if isKilled, let victim = children.popLast() {
            run.kill(victim, afterMicroseconds: Int.random(in: 0..<400_000, using: &run.random), name)
            finish(children, name)
            children.append(victim)
        } else {
            finish(children, name)
        }
        let lines = children.flatMap(\.lines)
        let moved = lines.filter { $0.hasPrefix("moved ") }.map { String($0.dropFirst(6)) }
        run.run("the process that checks the accounts (\(way))") { _ in
            try bank.check(
                acknowledged: moved, mayHaveMore: isKilled,
                // Children save into a context, which has no author.
                isNamed: [.siblings, .coordinators, .processes].contains(way))
        }
        run.counts[.transfers] += moved.count
        run.counts[.conflicts] += lines.count { $0 == "conflict" }
        return true
    }

    private func finish(_ children: [ChildProcess], _ name: String) {
        // All are heard at once: one that could not print would wait.
        while children.contains(where: { !$0.isSilent }) { ChildProcess.listen(to: children) }
        for child in children { run.finish(child, name) }
    }

    private static func threads(of group: Int) -> Range<Int> {
        let size = threads / groups
        return group * size..<(group + 1) * size
    }

    // MARK: In the other processes

    /// Each thread has a context of one coordinator.
    private func siblings(_ threads: Range<Int>, _ parent: Parent) throws {
        let file = try bank.open()
        try run(threads, parent) { _ in file }
        try file.close()
    }

    /// Two threads each have a context of one coordinator.
    private func coordinators(_ parent: Parent) throws {
        let files = try (0..<Self.groups).map { _ in try bank.open() }
        let size = Self.threads / Self.groups
        try run(0..<Self.threads, parent) { files[$0 / size] }
        for file in files { try file.close() }
    }

    private func run(
        _ threads: Range<Int>, _ parent: Parent, _ file: @escaping @Sendable (Int) -> OpenStore
    ) throws {
        let (seed, transfers) = (run.seed, transfers)
        try Clerk.onThreads(threads) { thread in
            let context = file(thread).context()
            let clerk = Clerk(
                name: "\(thread)", seed: seed &+ UInt64(thread), transfers: transfers, parent: parent)
            try clerk.run(context) { body in try Clerk.save(context, body) }
        }
    }
}
