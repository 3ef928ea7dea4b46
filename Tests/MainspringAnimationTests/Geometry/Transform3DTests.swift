import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct Transform3DTests {
    private func point(_ t: CATransform3D, _ x: Double, _ y: Double, _ z: Double) -> SIMD4<Double> {
        Matrix4(t).transforming(SIMD4(x, y, z, 1))
    }

    @Test func `a rotation about z turns x towards y, about x y towards z, about y z towards x`() {
        let quarter = Double.pi / 2
        let rows: [(SIMD3<Double>, SIMD4<Double>, SIMD4<Double>)] = [
            (SIMD3(0, 0, 1), SIMD4(1, 0, 0, 1), SIMD4(0, 1, 0, 1)),
            (SIMD3(1, 0, 0), SIMD4(0, 1, 0, 1), SIMD4(0, 0, 1, 1)),
            (SIMD3(0, 1, 0), SIMD4(0, 0, 1, 1), SIMD4(1, 0, 0, 1)),
        ]
        for (axis, from, to) in rows {
            let turned = Matrix4.rotation(quarter, about: axis).transforming(from)
            for index in 0..<4 { #expect(isNear(turned[index], to[index])) }
        }
    }

    @Test func `what is added to a transform comes before it`() {
        let moved = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 4), 1, 1, 1)
        #expect(point(moved, 0, 0, 0) == SIMD4(2, 3, 4, 1))
        let enlarged = CATransform3DScale(CATransform3DMakeTranslation(1, 2, 3), 2, 2, 2)
        #expect(point(enlarged, 1, 1, 1) == SIMD4(3, 4, 5, 1))
        let turned = CATransform3DRotate(CATransform3DMakeTranslation(5, 0, 0), .pi, 0, 0, 1)
        #expect(isNear(point(turned, 1, 0, 0).x, 4))
    }

    @Test func `concatenating does the left one first`() {
        let both = CATransform3DConcat(CATransform3DMakeTranslation(1, 0, 0), CATransform3DMakeScale(2, 2, 2))
        #expect(point(both, 0, 0, 0) == SIMD4(2, 0, 0, 1))
    }

    @Test func `a transform without a way back is its own inverse, and a rotation about no axis turns nothing`() {
        let flat = CATransform3DMakeScale(1, 0, 1)
        #expect(CATransform3DEqualToTransform(CATransform3DInvert(flat), flat))
        let broken = CATransform3DMakeScale(.nan, 1, 1)
        #expect(CATransform3DInvert(broken).m22 == 1)
        #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
        #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(.nan, 0, 0, 1)))
    }

    @Test func `a transform of the plane goes to space and back`() {
        let plane = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let space = CATransform3DMakeAffineTransform(plane)
        #expect(CATransform3DIsAffine(space))
        #expect(CATransform3DGetAffineTransform(space) == plane)
    }

    @Test func `what is no transform of the plane is told as the identity`() {
        var sight = CATransform3DIdentity
        sight.m34 = -0.01
        for transform in [sight, CATransform3DMakeScale(1, 1, 2), CATransform3DMakeRotation(1, 1, 0, 0)] {
            #expect(!CATransform3DIsAffine(transform))
            #expect(CATransform3DGetAffineTransform(transform) == .identity)
        }
    }

    @Test(arguments: Seeds.first(3))
    func `a product is the sum over rows and columns, and the inverse undoes it`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func elements(_ m: Matrix4) -> [[Double]] {
            [m.r0, m.r1, m.r2, m.r3].map { row in (0..<4).map { row[$0] } }
        }
        for _ in 0..<200 {
            func row() -> SIMD4<Double> { .random(in: -2...2, using: &random) }
            let a = Matrix4(row(), row(), row(), row())
            let b = Matrix4(row(), row(), row(), row())
            let (left, right, product) = (elements(a), elements(b), elements(a * b))
            for i in 0..<4 {
                for j in 0..<4 {
                    let sum: Double = (0..<4).reduce(0) { $0 + left[i][$1] * right[$1][j] }
                    #expect(isNear(product[i][j], sum))
                }
            }
            guard let back = a.inverse else { continue }
            #expect(isNear(a * back, .identity, within: 1e-6), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<100) func `a turn about z is a transform of the plane, whatever the angle`(step: Int) {
        let turn = CATransform3DMakeRotation(CGFloat(step) * 0.0631, 0, 0, 2)
        #expect(turn.m33 == 1 && CATransform3DIsAffine(turn))
    }
}
