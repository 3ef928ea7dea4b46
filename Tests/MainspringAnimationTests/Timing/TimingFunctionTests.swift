import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct TimingFunctionTests {
    struct Sample: Sendable {
        var name: CAMediaTimingFunctionName
        var at: Double
        var value: Double
    }

    /// Asserted by tests that others run against QuartzCore, whose own solution is exact to about 5e-6.
    static let samples = [
        Sample(name: .easeIn, at: 0.25, value: 0.093465), Sample(name: .easeIn, at: 0.5, value: 0.315357),
        Sample(name: .easeIn, at: 0.75, value: 0.621861), Sample(name: .easeOut, at: 0.25, value: 0.378140),
        Sample(name: .easeOut, at: 0.5, value: 0.684643), Sample(name: .easeOut, at: 0.75, value: 0.906535),
        Sample(name: .easeInEaseOut, at: 0.25, value: 0.129162), Sample(name: .easeInEaseOut, at: 0.5, value: 0.5),
        Sample(name: .easeInEaseOut, at: 0.75, value: 0.870838), Sample(name: .linear, at: 0.3, value: 0.3),
        // Chromium's, to all digits.
        Sample(name: .default, at: 0.5, value: 0.802403),
    ]

    @Test(arguments: samples)
    func `a named function has Apple's values`(sample: Sample) {
        #expect(isNear(CAMediaTimingFunction(name: sample.name).curve.value(at: sample.at), sample.value, within: 5e-6))
    }

    @Test(arguments: [(0.25, 0.105889), (0.5, 0.5), (0.75, 0.894111)])
    func `a function is what its control points say`(at: Double, value: Double) {
        let function = CAMediaTimingFunction(controlPoints: 0.5, 0, 0.5, 1)
        #expect(isNear(function.curve.value(at: at), value, within: 5e-6))
    }

    @Test func `Chromium's value of the default function is met to twelve digits`() {
        // 0.1 and 0.25 are not exact as Float, which is what control points are.
        let curve = UnitBezier(first: (0.25, 0.1), second: (0.25, 1))
        #expect(isNear(curve.value(at: 0.5), 0.8024033877399112, within: 1e-8))
    }

    @Test(
        arguments: [
            (CAMediaTimingFunctionName.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
            (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
        ] as [(CAMediaTimingFunctionName, [Float])])
    func `control points can be asked for, the ends too`(name: CAMediaTimingFunctionName, points: [Float]) {
        let function = CAMediaTimingFunction(name: name)
        let all: [Float] = [0, 0] + points + [1, 1]
        for index in 0..<4 {
            var values: [Float] = [-1, -1]
            function.getControlPoint(at: index, values: &values)
            #expect(values == Array(all[2 * index..<2 * index + 2]))
        }
    }

    @Test(arguments: [-1, 4, Int.max])
    func `a control point that does not exist leaves the values alone`(index: Int) {
        var values: [Float] = [7, 8]
        CAMediaTimingFunction(name: .easeIn).getControlPoint(at: index, values: &values)
        #expect(values == [7, 8])
    }

    @Test func `functions of the same control points are equal`() {
        let named = CAMediaTimingFunction(name: .easeIn)
        let made = CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1)
        #expect(named == made && named.hash == made.hash)
        #expect(named != CAMediaTimingFunction(name: .easeOut))
    }

    @Test func `an unknown name gives the linear function`() {
        let function = CAMediaTimingFunction(name: .init(rawValue: "bouncy"))
        #expect(function == CAMediaTimingFunction(name: .linear))
    }

    @Test(arguments: [(-1.0, 0.0), (-.infinity, 0), (.nan, 0), (0, 0), (1, 1), (1.5, 1), (.infinity, 1)])
    func `times outside of the unit count as its nearer end`(time: Double, value: Double) {
        for name in [CAMediaTimingFunctionName.linear, .easeIn, .default] {
            #expect(CAMediaTimingFunction(name: name).curve.value(at: time) == value)
        }
    }

    @Test(arguments: Seeds.first(3))
    func `the value lies on the curve at that time, whatever the control points`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let x1 = Double.random(in: 0...1, using: &random)
            let x2 = Double.random(in: 0...1, using: &random)
            let y1 = Double.random(in: -3...3, using: &random)
            let y2 = Double.random(in: -3...3, using: &random)
            let curve = UnitBezier(first: (x1, y1), second: (x2, y2))
            let s = Double.random(in: 0...1, using: &random)
            func bernstein(_ a: Double, _ b: Double) -> Double {
                3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
            }
            // Where the curve stands still in x its y is known less exactly.
            let slope = 3 * (1 - s) * (1 - s) * x1 + 6 * (1 - s) * s * (x2 - x1) + 3 * s * s * (1 - x2)
            guard slope > 1e-3 else { continue }
            #expect(isNear(curve.value(at: bernstein(x1, x2)), bernstein(y1, y2), within: 1e-8), "seed \(seed)")
        }
    }

    @Test func `control points that are no numbers, or turn time back, give some function that ends`() {
        for point in [Float.nan, .infinity, -.infinity, -5, 5] {
            let function = CAMediaTimingFunction(controlPoints: point, point, point, point)
            for time in stride(from: 0.0, through: 1, by: 0.01) {
                #expect(function.curve.value(at: time).isFinite)
            }
            #expect(function.curve.value(at: 0) == 0 && function.curve.value(at: 1) == 1)
        }
    }
}
