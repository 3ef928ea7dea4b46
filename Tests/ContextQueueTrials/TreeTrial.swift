import Dispatch
import Foundation
import SeededRandom

@testable import MainspringData

/// A context of a tree, with something that only its queue guards.
final class TreeContext: @unchecked Sendable {
    // `@unchecked Sendable`: `queue` guards the counts; the rest is constant once the trial runs.

    let queue: ContextQueue
    let parent: TreeContext?
    /// Who has a queue waits only for one of a higher rank, or for one that is left to it.
    let rank: Int
    var visits = 0
    var inside = 0

    init(_ type: NSManagedObjectContextConcurrencyType, rank: Int, parent: TreeContext?) {
        queue = ContextQueue(type)
        (self.rank, self.parent) = (rank, parent)
    }

    func isBelow(_ other: TreeContext) -> Bool {
        guard let parent else { return false }
        return parent === other || parent.isBelow(other)
    }
}

/// Random trees of contexts: private ones, main ones above them, private ones above those; blocks perform on each other
/// from the main thread, from other threads and from tasks.
final class TreeTrial: @unchecked Sendable {
    // `@unchecked Sendable`: constant once the trial runs; the operators guard themselves.

    private let contexts: [TreeContext]
    private let seed: UInt64
    private let operators: Operators
    private let visits = VisitCount()
    private static let mainRank = 3

    init(seed: UInt64) {
        (self.seed, operators) = (seed, Operators(seed: seed))
        var random = SeededGenerator(seed: seed)
        var contexts: [TreeContext] = []
        for rank in stride(from: 6, through: 0, by: -1) {
            for _ in 0..<Int.random(in: rank == Self.mainRank ? 1...2 : 0...2, using: &random) {
                let parent = Bool.random(using: &random) ? contexts.randomElement(using: &random) : contexts.last
                let isMain = rank == Self.mainRank
                contexts.append(
                    TreeContext(
                        isMain ? .mainQueueConcurrencyType : .privateQueueConcurrencyType, rank: rank,
                        parent: parent.flatMap { $0.rank > rank ? $0 : nil }))
            }
        }
        self.contexts = contexts
    }

    func begin() {
        ConcurrencyDebug.turn(on: true)
        say("seed \(seed), \(contexts.count) contexts")
        operators.begin(threads: 150, mainRank: Self.mainRank, mainFirst: 20, mainItem: 5) {
            [self] (count, rank, random: inout SeededGenerator) in
            for _ in 0..<count { step([], rank: rank, depth: 0, &random) }
        } operateInTask: { [self] (random: inout SeededGenerator) in
            await operateInTask(&random)
        } check: { [self] in
            check()
        }
    }

    private func operateInTask(_ random: inout SeededGenerator) async {
        for _ in 0..<100 {
            guard let context = contexts.randomElement(using: &random) else { return }
            var inner = SeededGenerator(seed: random.next())
            let isImmediate = Bool.random(using: &random)
            await context.queue.perform(schedule: isImmediate ? .immediate : .enqueued) { [self] in
                visit(context, [], rank: -1, depth: 0, &inner)
            }
        }
    }

    /// One operation of who has some contexts, and queues up to a rank.
    private func step(_ held: [TreeContext], rank: Int, depth: Int, _ random: inout SeededGenerator) {
        guard depth < 6 else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            guard let context = contexts.randomElement(using: &random) else { return }
            var inner = SeededGenerator(seed: random.next())
            operators.enter()
            context.queue.perform { [self] in
                visit(context, [], rank: -1, depth: depth + 1, &inner)
                operators.leave()
            }
        case 1:
            if let context = held.randomElement(using: &random) { wait(context, held, rank, depth, &random) }
        default:
            let above = contexts.filter { context in
                context.rank > rank && (held.isEmpty || held.contains { $0.isBelow(context) })
            }
            if let context = above.randomElement(using: &random) { wait(context, held, rank, depth, &random) }
        }
    }

    private func wait(
        _ context: TreeContext, _ held: [TreeContext], _ rank: Int, _ depth: Int, _ random: inout SeededGenerator
    ) {
        context.queue.performAndWait { visit(context, held, rank: rank, depth: depth + 1, &random) }
    }

    /// A block of a context.
    private func visit(
        _ context: TreeContext, _ held: [TreeContext], rank: Int, depth: Int, _ random: inout SeededGenerator
    ) {
        context.queue.checkAccess(to: "A context of seed \(seed)")
        let nested = held.count { $0 === context }
        if context.inside != nested, !(context.rank == Self.mainRank) { fail("two blocks of a context ran at once") }
        context.inside += 1
        context.visits += 1
        visits.add()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            step(held + [context], rank: max(rank, context.rank), depth: depth, &random)
        }
        context.inside -= 1
    }

    private func check() {
        let seen = contexts.map { context in
            context.queue.performAndWait {
                if context.inside != 0 { fail("a block has not ended") }
                return context.visits
            }
        }
        if seen.reduce(0, +) != visits.value { fail("\(visits.value) blocks ran, and \(seen) are known") }
        say("\(visits.value) blocks")
        exit(0)
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence)")
        exit(1)
    }
}

/// How many blocks ran, on whatever queue.
final class VisitCount: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `count`.

    private let lock = NSLock()
    private var count = 0

    func add() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
}
