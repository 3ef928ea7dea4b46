import RunLoopScenarios
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

    @Test func `every deviation has a reason`() {
        for deviation in Deviation.allCases { #expect(deviation.reason.hasSuffix(".")) }
    }

    private func trace(_ kind: Trace.Line.Kind, _ texts: String...) -> Trace {
        var trace = Trace()
        trace.lines = texts.map { Trace.Line(kind: kind, depth: 1, text: $0) }
        return trace
    }
}
