import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct PreparedPacesTests {
    @Test(arguments: Seeds.first(3)) func `a prepared timing function gives what the function gives`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var paces = PreparedPaces()
        var curves: [UnitBezier] = [
            CAMediaTimingFunction(name: .easeIn).curve, CAMediaTimingFunction(name: .easeOut).curve,
            CAMediaTimingFunction(name: .easeInEaseOut).curve, CAMediaTimingFunction(name: .default).curve,
            UnitBezier(first: (0, 1), second: (0, 1)), UnitBezier(first: (1, 0), second: (0, 1)),
            UnitBezier(first: (0, 0), second: (0, 0)), UnitBezier(first: (1, 1), second: (1, 1)),
        ]
        for _ in 0..<100 {
            func unit() -> Double { Double.random(in: 0...1, using: &generator) }
            func height() -> Double { Double.random(in: -2...3, using: &generator) }
            curves.append(UnitBezier(first: (unit(), height()), second: (unit(), height())))
        }
        let numbers = curves.map { paces.number(of: $0) }
        #expect(curves.map { paces.number(of: $0) } == numbers)
        paces.withReader { reader in
            for (curve, number) in zip(curves, numbers) {
                for step in -5...1005 {
                    let x = Double(step) / 997
                    #expect(
                        abs(reader.value(at: x, of: number) - curve.value(at: x)) < PreparedPaces.tolerance,
                        "\(curve) at \(x)")
                }
            }
            #expect(reader.value(at: 0.3, of: -1) == 0.3)
        }
    }
}
