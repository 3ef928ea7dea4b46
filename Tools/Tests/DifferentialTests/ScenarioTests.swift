@testable import RunLoopScenarios
import RunLoopSubject
import Testing

@Suite("Scenarios")
struct ScenarioTests {
    @Test func `a seed makes the same scenario each time`() {
        for seed in UInt64(1)...50 {
            let scenario = ScenarioGenerator.scenario(seed: seed, stage: .secondaryThread)
            #expect(scenario == ScenarioGenerator.scenario(seed: seed, stage: .secondaryThread))
        }
    }

    @Test func `different seeds make different scenarios`() {
        let texts = (UInt64(1)...50).map { ScenarioGenerator.scenario(seed: $0, stage: .mainThread).description }
        #expect(Set(texts).count == 50)
    }

    @Test func `a failing scenario shrinks to what makes it fail`() {
        let scenario = ScenarioGenerator.scenario(seed: 2, stage: .secondaryThread)
        var longer = scenario
        longer.steps.insert(.pass(7), at: scenario.steps.count / 2)
        let smallest = Shrinker.shrink(longer) { $0.steps.contains(.pass(7)) }
        #expect(smallest.steps == [.pass(7)])
        #expect(smallest.items.allSatisfy { $0.reactions.isEmpty })
    }

    @Test func `call-outs whose order is a hash table's are compared unordered`() {
        let first = trace(.schedule, "schedule 1 in M", "schedule 1 in N")
        #expect(first.canonical(.exact) == trace(.schedule, "schedule 1 in N", "schedule 1 in M").canonical(.exact))
        let blocks = trace(.block, "block 1", "block 2")
        #expect(blocks.canonical(.exact) != trace(.block, "block 2", "block 1").canonical(.exact))
    }

    @Test func `a scenario is played again, more patiently, where a run ends after its time-out`() {
        let source = Item(
            id: 0, kind: .source0(order: 0), reactions: [Reaction(call: 1, activity: nil, operations: [.pass(10)])])
        let run = Run(mode: .standard, limit: .short, returnAfterSourceHandled: true, isBare: false)
        // An odd seed is a loop on a virtual clock; 1.5 ms, 4.5 ms and 13.5 ms are the limits of its attempts.
        let scenario = Scenario(
            seed: 1, stage: .secondaryThread, style: .exact, items: [source],
            steps: [.add(0, .standard), .signal(0), .run(run)])
        #expect(ScenarioRunner.play(scenario, on: MainspringKind()).attempts == 3)
    }

    @Test func `every deviation has a reason`() {
        for deviation in Deviation.allCases { #expect(deviation.reason.hasSuffix(".")) }
    }

    private func trace(_ kind: Trace.Line.Kind, _ texts: String...) -> Trace {
        var trace = Trace()
        trace.lines = texts.map { Trace.Line(kind: kind, depth: 1, text: $0) }
        return trace
    }
}
