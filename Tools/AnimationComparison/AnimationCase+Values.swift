internal import Foundation
internal import MainspringAnimation
internal import SeededRandom

extension AnimationCase.Kind {
    /// Two random values.
    func ends(_ random: inout SeededGenerator) -> (from: [Double], to: [Double]) {
        let hasPerspective = Bool.random(using: &random)
        let from = value(&random, hasPerspective)
        var to = value(&random, hasPerspective)
        while isTakenApartOtherwise(from, to) { to = value(&random, hasPerspective) }
        return (from, to)
    }

    private func value(_ random: inout SeededGenerator, _ hasPerspective: Bool) -> [Double] {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        func distance() -> Double { number(-1...1) * pow(10, number(-2...4)) }
        switch self {
        case .number: return [distance()]
        case .opacity: return [number(0...1)]
        case .position: return [distance(), distance()]
        case .rotation: return [number(-20...20)]
        case .plane:
            var matrix = CATransform3DMakeRotation(number(-Double.pi...Double.pi), 0, 0, 1)
            matrix = CATransform3DConcat(Self.scale(&random, isPlanar: true), matrix)
            var lean = CATransform3DIdentity
            lean.m21 = number(-1...1)
            matrix = CATransform3DConcat(lean, matrix)
            return CATransform3DConcat(matrix, CATransform3DMakeTranslation(distance(), distance(), 0)).numbers
        case .space:
            let axis = (number(-1...1), number(-1...1), number(-1...1))
            var matrix = CATransform3DMakeRotation(number(-Double.pi...Double.pi), axis.0, axis.1, axis.2)
            matrix = CATransform3DConcat(Self.scale(&random, isPlanar: false), matrix)
            var lean = CATransform3DIdentity
            (lean.m21, lean.m31, lean.m32) = (number(-1...1), number(-1...1), number(-1...1))
            matrix = CATransform3DConcat(lean, matrix)
            guard hasPerspective else {
                let move = CATransform3DMakeTranslation(distance(), distance(), distance())
                return CATransform3DConcat(matrix, move).numbers
            }
            // Chromium rounds perspective to 1e-7: it is strong, so that this is little beside it, and the moves are of its size.
            let viewer = number(0.5...1.5)
            matrix = CATransform3DConcat(
                matrix, CATransform3DMakeTranslation(number(-2...2), number(-2...2), viewer * number(-0.5...0.5)))
            var sight = CATransform3DIdentity
            sight.m34 = -1 / viewer
            let seen = CATransform3DConcat(matrix, sight).numbers
            return seen.map { $0 / seen[15] }
        }
    }

    /// Whether the two sides take these matrices apart by different rules, so that the way between them is another.
    ///
    /// Of matrices of the plane that are mirrored in another axis each ours, as CSS Transforms Level 1 says, counts one as turned by half;
    /// Chromium does not.
    private func isTakenApartOtherwise(_ from: [Double], _ to: [Double]) -> Bool {
        guard self == .plane else { return false }
        func isMirrored(_ m: [Double]) -> Bool { m[0] * m[5] - m[1] * m[4] < 0 }
        return isMirrored(from) && isMirrored(to) && (from[0] < from[5]) != (to[0] < to[5])
    }

    /// An enlargement that takes no dimension away, mirrored now and then.
    private static func scale(_ random: inout SeededGenerator, isPlanar: Bool) -> CATransform3D {
        func factor() -> Double {
            let size = Double.random(in: 0.2...4, using: &random)
            return Int.random(in: 0..<5, using: &random) == 0 ? -size : size
        }
        return CATransform3DMakeScale(factor(), factor(), isPlanar ? 1 : factor())
    }
}

extension CATransform3D {
    /// A matrix by its elements, row by row.
    init(numbers m: [Double]) {
        self.init(
            m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
            m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
    }

    /// The elements, row by row.
    var numbers: [Double] {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
    }
}
