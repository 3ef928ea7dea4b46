/// Two kinds of loop on one scenario.
package struct Comparison: Sendable {
    package let scenario: Scenario
    package let expected: Outcome
    package let actual: Outcome

    /// Plays a scenario on both.
    package init(_ scenario: Scenario, oracle: any LoopKind, subject: any LoopKind) {
        self.scenario = scenario
        expected = ScenarioRunner.play(scenario, on: oracle)
        actual = ScenarioRunner.play(scenario, on: subject)
    }

    /// Both could be played in time.
    package var isConclusive: Bool { expected.attempts != nil && actual.attempts != nil }

    /// The canonical traces differ.
    package var differs: Bool {
        expected.trace.canonical(scenario.style) != actual.trace.canonical(scenario.style)
    }

    /// The scenario and both traces, from a little before the first difference on.
    package var report: String {
        let left = expected.trace.canonical(scenario.style).description.split(separator: "\n")
        let right = actual.trace.canonical(scenario.style).description.split(separator: "\n")
        let same = zip(left, right).prefix { $0 == $1 }.count
        var text = "\(scenario)first difference in line \(same + 1)\n"
        text += "  \("expected".padded) | actual\n"
        for place in 0..<max(left.count, right.count) {
            let mark = place < same ? " " : "*"
            text +=
                "\(mark) \((place < left.count ? String(left[place]) : "").padded) | \(place < right.count ? String(right[place]) : "")\n"
        }
        return text
    }
}

extension String {
    /// The text in a column of its own.
    fileprivate var padded: String { count < 50 ? self + String(repeating: " ", count: 50 - count) : self }
}
