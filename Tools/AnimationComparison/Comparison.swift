internal import Foundation

/// The differences between the two sides, by what was compared.
struct Comparison {
    /// How far two progresses may be from each other.
    private static let progressTolerance = 1e-6
    /// How far two values may be from each other, as a part of their size.
    private static let valueTolerance = 1e-5

    /// A line of the table.
    private struct Row {
        var count = 0
        var worst = 0.0
        var worstCase: Int?
    }

    private var rows: [String: Row] = [:]
    /// What is wrong first in each case that does not agree, and how often more.
    private var failures: [Int: (first: String, count: Int)] = [:]

    /// Compares a case at all its instants.
    mutating func compare(_ each: AnimationCase, with answers: [Sample]) {
        guard answers.count == each.instants.count else {
            return fail(each, "the browser gave \(answers.count) samples for \(each.instants.count) instants")
        }
        let stage = Stage(each)
        for (instant, theirs) in zip(each.instants, answers) {
            let samples = stage.samples(at: instant.time)
            if samples.isEmpty { fail(each, "the frame at \(instant.time) has no such layer") }
            for (meter, ours) in zip(["position", "zPosition"], samples) {
                compare(each, instant, meter, ours, theirs)
            }
        }
    }

    private mutating func compare(
        _ each: AnimationCase, _ instant: AnimationCase.Instant, _ meter: String, _ ours: Sample, _ theirs: Sample
    ) {
        let place = "at \(instant.time) (\(instant.place)), by \(meter)"
        note("has an effect", each, difference: (ours.progress == nil) == (theirs.progress == nil) ? 0 : 1, limit: 0) {
            "\(place): progress \(ours.progress.shown), Chromium \(theirs.progress.shown)"
        }
        // A boundary belongs to the later of two runs. In Core Animation that is the later one in the animation's own time, which
        // runs backwards here; in Web Animations it is the one that is played later.
        if each.direction == .reverse, instant.place == .boundary {
            let isByRule = ours.progress == 0 && theirs.progress == 1
            return note("boundary in reverse, by rule", each, difference: isByRule ? 0 : 1, limit: 0) {
                "\(place): progress \(ours.progress.shown) and not 0, or Chromium \(theirs.progress.shown) and not 1"
            }
        }
        let slack = each.easing.flatMap { easing in theirs.evenProgress.map { Pace(easing).slack(at: $0) } } ?? 0
        let isSteep = slack > Self.progressTolerance
        if let our = ours.progress, let their = theirs.progress {
            let row = isSteep ? "progress, steep curve" : "progress by \(meter)"
            let limit = isSteep ? slack + Self.progressTolerance : Self.progressTolerance
            note(row, each, difference: abs(our - their), limit: limit) {
                "\(place): progress \(our), Chromium \(their)"
            }
        }
        // Where the curve is so steep that Chromium's own accuracy shows in the progress, it would show in the values all the more.
        if isSteep { return }
        let sizes = each.kind.sizes(of: [each.from, each.to, theirs.value])
        guard ours.value.count == theirs.value.count, sizes.count == ours.value.count else {
            return fail(each, "\(place): value \(ours.value), Chromium \(theirs.value)")
        }
        for (index, size) in sizes.enumerated() where size > 0 || ours.value[index] != theirs.value[index] {
            let difference = abs(ours.value[index] - theirs.value[index])
            note("value: \(each.kind)", each, difference: difference / size, limit: Self.valueTolerance) {
                "\(place): member \(index) is \(ours.value[index]), Chromium \(theirs.value[index])"
            }
        }
    }

    private mutating func note(
        _ row: String, _ each: AnimationCase, difference: Double, limit: Double, _ text: () -> String
    ) {
        rows[row, default: Row()].count += 1
        // Written so that what is no number fails.
        if !(difference <= limit) { fail(each, text()) }
        if !(difference <= rows[row, default: Row()].worst) {
            rows[row, default: Row()].worst = difference
            rows[row, default: Row()].worstCase = each.number
        }
    }

    private mutating func fail(_ each: AnimationCase, _ text: String) {
        failures[each.number, default: (text, 0)].count += 1
    }

    /// The cases that do not agree, each with what is wrong.
    var failed: [Int: String] {
        failures.mapValues { $0.count == 1 ? $0.first : "\($0.first); \($0.count - 1) more" }
    }

    /// The worst differences.
    var table: String {
        func line(_ name: String, _ count: String, _ worst: String, _ number: String) -> String {
            func padded(_ text: String, _ width: Int) -> String {
                String(repeating: " ", count: max(0, width - text.count)) + text
            }
            return name.padding(toLength: 30, withPad: " ", startingAt: 0) + padded(count, 10) + padded(worst, 12)
                + padded(number, 8)
        }
        let lines = rows.sorted { $0.key < $1.key }.map { name, row in
            line(name, "\(row.count)", String(format: "%.1e", row.worst), row.worstCase.map { "\($0)" } ?? "-")
        }
        return ([line("compared", "times", "worst", "case")] + lines).joined(separator: "\n")
    }
}

extension AnimationCase.Kind {
    /// For each member of a value how large it is: its group's largest member among some values.
    fileprivate func sizes(of values: [[Double]]) -> [Double] {
        func largest(_ members: [Int]) -> Double {
            values.flatMap { value in members.filter(value.indices.contains).map { abs(value[$0]) } }.max() ?? 0
        }
        switch self {
        case .number, .opacity: return [largest([0])]
        case .position: return [largest([0, 1]), largest([0, 1])]
        // Sines and cosines of an angle are as exact as the angle is.
        case .rotation:
            return [Double](repeating: max(1, abs(values[0][0]), abs(values[1][0])), count: 16)
        case .plane, .space:
            let (linear, sight, move) = ([0, 1, 2, 4, 5, 6, 8, 9, 10, 15], [3, 7, 11], [12, 13, 14])
            return (0..<16).map { index in
                largest(sight.contains(index) ? sight : move.contains(index) ? move : linear)
            }
        }
    }
}

extension Double? {
    fileprivate var shown: String { map { "\($0)" } ?? "none" }
}
