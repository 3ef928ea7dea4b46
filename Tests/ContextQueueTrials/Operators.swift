import Dispatch
import Foundation
import SeededRandom

/// Who operates on the contexts of a random trial: three threads, three tasks, the main thread before and between its
/// items, and twenty items of the main queue. Each has a number, and random numbers of its own.
final class Operators: Sendable {
    private let seed: UInt64
    private let work = DispatchGroup()

    init(seed: UInt64) { self.seed = seed }

    /// Something goes on until as many calls of `leave`.
    func enter() { work.enter() }
    func leave() { work.leave() }

    /// Lets all begin.
    /// - Parameters:
    ///   - rank: is that of the main thread; other threads have -1.
    ///   - operate: is called by threads with how often they are to operate: those of the main queue less.
    ///   - operateInTask: is called by tasks.
    ///   - check: is called when everything is over.
    func begin(
        threads: Int, mainRank rank: Int, mainFirst: Int, mainItem: Int,
        operate: @escaping @Sendable (_ count: Int, _ rank: Int, _ random: inout SeededGenerator) -> Void,
        operateInTask: @escaping @Sendable (_ random: inout SeededGenerator) async -> Void,
        check: @escaping @Sendable () -> Void
    ) {
        for number in 0..<3 {
            work.enter()
            Thread.detachNewThread { [self] in
                var random = generator(number)
                operate(threads, -1, &random)
                work.leave()
            }
        }
        for number in 3..<6 {
            work.enter()
            Task { [self] in
                var random = generator(number)
                await operateInTask(&random)
                work.leave()
            }
        }
        var random = generator(6)
        operate(mainFirst, rank, &random)
        for number in 7..<27 {
            work.enter()
            DispatchQueue.main.async { [self] in
                var random = generator(number)
                operate(mainItem, rank, &random)
                work.leave()
            }
        }
        work.notify(queue: .global(), execute: check)
    }

    private func generator(_ number: Int) -> SeededGenerator { SeededGenerator(seed: seed &* 1_000 &+ UInt64(number)) }
}
