@testable import MainspringAnimation

/// A number as an animated value.
func number(_ value: Double) -> AnimatedValue { .vector(SIMD4(value, 0, 0, 0)) }

/// A point as an animated value.
func point(_ x: Double, _ y: Double) -> AnimatedValue { .vector(SIMD4(x, y, 0, 0)) }

extension AnimatedValue {
    /// The first of the numbers.
    var number: Double {
        if case .vector(let vector) = self { vector.x } else { .nan }
    }

    /// The second of the numbers.
    var second: Double {
        if case .vector(let vector) = self { vector.y } else { .nan }
    }

    var matrix: Matrix4? {
        if case .transform(let matrix) = self { matrix } else { nil }
    }
}
