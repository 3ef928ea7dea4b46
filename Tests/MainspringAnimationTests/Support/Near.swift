@testable import MainspringAnimation

/// Whether two numbers differ by no more than a tolerance; two that are none, or infinite alike, do not differ.
func isNear(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
    a == b || (a.isNaN && b.isNaN) || abs(a - b) <= tolerance
}

/// Whether all elements of two transforms are near each other.
func isNear(_ a: Matrix4, _ b: Matrix4, within tolerance: Double = 1e-9) -> Bool {
    zip([a.r0, a.r1, a.r2, a.r3], [b.r0, b.r1, b.r2, b.r3]).allSatisfy { left, right in
        (0..<4).allSatisfy { isNear(left[$0], right[$0], within: tolerance) }
    }
}

/// Whether two values are the same but for rounding; `Float` properties are rounded to it.
func isNear(_ a: AnimatedValue?, _ b: AnimatedValue?, within tolerance: Double = 1e-6) -> Bool {
    switch (a, b) {
    case (.vector(let a)?, .vector(let b)?): (0..<4).allSatisfy { isNear(a[$0], b[$0], within: tolerance) }
    case (.transform(let a)?, .transform(let b)?): isNear(a, b, within: tolerance)
    case (.step(let a)?, .step(let b)?): String(describing: a.value) == String(describing: b.value)
    default: a == b
    }
}
