import Foundation

@testable import MainspringGraphics

/// Whether numbers differ by no more than a tolerance, which is 1e-9 unless told.
func near(_ left: CGFloat, _ right: CGFloat, _ tolerance: CGFloat = 1e-9) -> Bool { abs(left - right) <= tolerance }

func near(_ left: CGPoint, _ right: CGPoint, _ tolerance: CGFloat = 1e-9) -> Bool {
    near(left.x, right.x, tolerance) && near(left.y, right.y, tolerance)
}

func near(_ left: CGRect, _ right: CGRect, _ tolerance: CGFloat = 1e-9) -> Bool {
    near(left.minX, right.minX, tolerance) && near(left.minY, right.minY, tolerance)
        && near(left.maxX, right.maxX, tolerance) && near(left.maxY, right.maxY, tolerance)
}

func near(_ left: CGAffineTransform, _ right: CGAffineTransform, _ tolerance: CGFloat = 1e-9) -> Bool {
    near(left.a, right.a, tolerance) && near(left.b, right.b, tolerance) && near(left.c, right.c, tolerance)
        && near(left.d, right.d, tolerance) && near(left.tx, right.tx, tolerance) && near(left.ty, right.ty, tolerance)
}

func near(_ left: SIMD4<Double>, _ right: SIMD4<Double>, _ tolerance: Double = 1e-9) -> Bool {
    (0..<4).allSatisfy { abs(left[$0] - right[$0]) <= tolerance }
}

/// Numbers that geometry can do nothing with, or next to nothing.
let strangeNumbers: [CGFloat] = [
    .nan, .infinity, -.infinity, 0, -0.0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    1e300, -1e300, 1e-300,
]

/// Whether a rectangle lies within another, give or take a billionth.
func encloses(_ outer: CGRect, _ inner: CGRect) -> Bool {
    outer.minX <= inner.minX + 1e-9 && outer.minY <= inner.minY + 1e-9 && outer.maxX >= inner.maxX - 1e-9
        && outer.maxY >= inner.maxY - 1e-9
}
