import Foundation
import SeededRandom
import Testing

/// Random steps in random trees of contexts over random models, beside the rules told plainly: after each step each context
/// has what the rules say, and no more.
@Suite struct RandomTreeContextTests {
    private static let stepCount = 80
    private static let seeds = Seeds.first(60)

    /// The first failure of a list of steps; nil if there is none.
    private func failure(_ seed: UInt64, _ steps: [TreeStep]) throws -> String? {
        let run = try TreeRun(seed: seed)
        for (number, step) in steps.enumerated() {
            do {
                try run.run(step)
            } catch {
                return "step \(number), \(step): \(error)"
            }
        }
        return nil
    }

    private func steps(_ seed: UInt64) throws -> [TreeStep] {
        let run = try TreeRun(seed: seed)
        var maker = TreeStepMaker(seed: seed &+ 2, run.schema, contexts: run.contexts.count)
        return maker.steps(Self.stepCount)
    }

    /// Takes steps out as long as it fails all the same.
    private func shrunk(_ seed: UInt64, _ steps: [TreeStep]) throws -> [TreeStep] {
        var steps = steps
        var length = steps.count / 2
        while length > 0 {
            var start = 0
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + length, steps.count))
                if try failure(seed, fewer) != nil { steps = fewer } else { start += length }
            }
            length /= 2
        }
        return steps
    }

    @Test(arguments: seeds) func `every context has what the rules say after each step`(seed: UInt64) throws {
        let steps = try steps(seed)
        guard try failure(seed, steps) != nil else { return }
        let fewer = try shrunk(seed, steps)
        let run = try TreeRun(seed: seed)
        let tree = run.plain.contexts.map { context in
            (context.parent.map(String.init) ?? "store") + (context.mergesAutomatically ? "+" : "")
        }
        Issue.record(
            """
            seed \(seed): \(try failure(seed, fewer) ?? "fails once in a while")
            \(run.schema)
            parents: \(tree.joined(separator: " "))
            \(fewer.map { "\($0)" }.joined(separator: "\n"))
            """)
    }
}
