import Testing

@testable import MainspringAnimation

@Suite struct KeyframeTrackTests {
    private static func track(
        _ values: [Double], times: [Double]? = nil, paces: [UnitBezier] = [],
        mode: CAAnimationCalculationMode = .linear,
        shape: CubicStep.Shape = CubicStep.Shape()
    ) -> KeyframeTrack {
        KeyframeTrack(values: values.map(number), keyTimes: times, paces: paces, mode: mode) { _ in shape }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var values: [Double]
        var times: [Double]?
        var mode = CAAnimationCalculationMode.linear
        var at: Double
        var value: Double
        var testDescription: String { "\(mode.rawValue) \(values) \(times ?? []) at \(at)" }
    }

    static let rows: [Row] = [
        Row(values: [0, 10, 30], at: 0, value: 0), Row(values: [0, 10, 30], at: 0.25, value: 5),
        Row(values: [0, 10, 30], at: 0.5, value: 10), Row(values: [0, 10, 30], at: 0.75, value: 20),
        Row(values: [0, 10, 30], at: 1, value: 30),
        Row(values: [0, 10, 30], times: [0, 0.2, 1], at: 0.1, value: 5),
        Row(values: [0, 10, 30], times: [0, 0.2, 1], at: 0.6, value: 20),
        // Two at one time: the later one counts from then on.
        Row(values: [0, 10, 30, 40], times: [0, 0.5, 0.5, 1], at: 0.5, value: 30),
        Row(values: [0, 10, 30, 40], times: [0, 0.5, 0.5, 1], at: 0.25, value: 5),
        Row(values: [0, 10], times: [0, 1], at: 0.5, value: 5),
        Row(values: [7], at: 0.3, value: 7),
        // Times that do not fit spread the values evenly.
        Row(values: [0, 10, 30], times: [0, 0.2], at: 0.25, value: 5),
        Row(values: [0, 10, 30], times: [], at: 0.25, value: 5),
        Row(values: [0, 10, 30], times: [0.1, 0.2, 1], at: 0.25, value: 5),
        Row(values: [0, 10, 30], times: [0, 0.2, 0.9], at: 0.25, value: 5),
        Row(values: [0, 10, 30, 40], times: [0, 0.7, 0.2, 1], at: 0.5, value: 20),
        Row(values: [0, 10, 30], times: [0, .nan, 1], at: 0.25, value: 5),
        // Each value to the next one's time.
        Row(values: [0, 10, 30], mode: .discrete, at: 0.3, value: 0),
        Row(values: [0, 10, 30], mode: .discrete, at: 0.34, value: 10),
        Row(values: [0, 10, 30], mode: .discrete, at: 1, value: 30),
        Row(values: [0, 10, 30], times: [0, 0.1, 0.2, 1], mode: .discrete, at: 0.15, value: 10),
        Row(values: [0, 10, 30], times: [0, 0.1, 1], mode: .discrete, at: 0.5, value: 10),
        // At one speed, whatever the times say.
        Row(values: [0, 10, 110], times: [0, 0.9, 1], mode: .paced, at: 0.5, value: 55),
        Row(values: [0, 10, 110], mode: .paced, at: 0.1, value: 11),
        Row(values: [5, 5, 5], mode: .paced, at: 0.5, value: 5),
        // Behind the last value the curve goes on straight: its directions at the ends are not halved.
        Row(values: [0, 1, 0], mode: .cubic, at: 0.25, value: 0.625),
        Row(values: [0, 1, 0], mode: .cubic, at: 0.5, value: 1),
        Row(values: [0, 1, 0], mode: .cubic, at: 0.75, value: 0.625),
        Row(values: [0, 4], mode: .cubic, at: 0.25, value: 1),
        Row(values: [0, 1, 2, 3], mode: .cubic, at: 0.4, value: 1.2),
    ]

    @Test(arguments: rows)
    func `values come at their times`(row: Row) {
        let value = Self.track(row.values, times: row.times, mode: row.mode).value(at: row.at).number
        #expect(isNear(value, row.value), "\(value)")
    }

    @Test func `each step has a pace of its own`() {
        let easeIn = CAMediaTimingFunction(name: .easeIn).curve
        let track = Self.track([0, 1, 2], paces: [easeIn])
        #expect(track.value(at: 0.25).number == easeIn.value(at: 0.5))
        #expect(track.value(at: 0.75).number == 1.5)
        // At one speed there is no pace.
        #expect(isNear(Self.track([0, 1, 2], paces: [easeIn], mode: .paced).value(at: 0.25).number, 0.5))
    }

    @Test func `tension, continuity and bias bend the curve as Kochanek and Bartels say`() {
        // In the middle of the first of two steps: half of the value, and an eighth of the directions' difference.
        func middle(_ shape: CubicStep.Shape) -> Double {
            Self.track([0, 8, 8], mode: .cubic, shape: shape).value(at: 0.25).number
        }
        func half(plusAnEighthOf difference: Double) -> Double { 4 + difference / 8 }
        #expect(isNear(middle(CubicStep.Shape()), half(plusAnEighthOf: 8 - 4)))
        #expect(isNear(middle(CubicStep.Shape(tension: 1)), 4))
        #expect(isNear(middle(CubicStep.Shape(tension: -1)), half(plusAnEighthOf: 2 * (8 - 4))))
        // Arriving at 8 with the whole of the way there.
        #expect(isNear(middle(CubicStep.Shape(bias: 1)), half(plusAnEighthOf: 8 - 8)))
        #expect(isNear(middle(CubicStep.Shape(bias: -1)), half(plusAnEighthOf: 8 - 0)))
        #expect(isNear(middle(CubicStep.Shape(continuity: 1)), half(plusAnEighthOf: 8 - 0)))
    }

    @Test func `a smooth curve has one speed through values at unequal times`() {
        let track = Self.track([0, 3, 1, 5], times: [0, 0.1, 0.7, 1], mode: .cubic)
        for time in [0.1, 0.7] {
            let before = (track.value(at: time).number - track.value(at: time - 1e-6).number) / 1e-6
            let after = (track.value(at: time + 1e-6).number - track.value(at: time).number) / 1e-6
            #expect(isNear(before, after, within: 1e-2))
        }
    }

    @Test func `a smooth curve at one speed goes equally far in equal times`() {
        let values = [point(0, 0), point(100, 0), point(100, 50), point(0, 200)]
        let track = KeyframeTrack(values: values, keyTimes: nil, mode: .cubicPaced)
        var former = track.value(at: 0)
        var lengths: [Double] = []
        for step in 1...100 {
            let value = track.value(at: Double(step) / 100)
            lengths.append(value.distance(to: former) ?? .nan)
            former = value
        }
        let mean = lengths.reduce(0, +) / 100
        #expect(lengths.allSatisfy { abs($0 / mean - 1) < 0.02 })
        #expect(former == values[3])
    }

    @Test func `transforms go from each to the next by their parts`() {
        let quarter = Matrix4.rotation(.pi / 2, about: SIMD3(0, 0, 1))
        let track = KeyframeTrack(
            values: [.transform(.identity), .transform(quarter), .transform(quarter * quarter)], keyTimes: nil)
        #expect(isNear(track.value(at: 0.25).matrix ?? .identity, .rotation(.pi / 4, about: SIMD3(0, 0, 1))))
    }
}
