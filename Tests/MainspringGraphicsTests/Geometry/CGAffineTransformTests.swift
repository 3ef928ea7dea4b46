import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct CGAffineTransformTests {
    @Test func `a point is a row vector that the matrix multiplies`() {
        let transform = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(CGPoint(x: 1, y: 10).applying(transform) == CGPoint(x: 2 + 50 + 11, y: 3 + 70 + 13))
        #expect(CGSize(width: 1, height: 10).applying(transform) == CGSize(width: 52, height: 73))
        #expect(
            CGRect(x: 0, y: 0, width: 1, height: 1).applying(transform) == CGRect(x: 11, y: 13, width: 7, height: 10))
    }

    @Test func `a positive angle turns x towards y`() {
        #expect(near(CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2)), CGPoint(x: 0, y: 1)))
    }

    @Test func `translatedBy, scaledBy and rotated act before the map that they are called on`() {
        let scale = CGAffineTransform(scaleX: 2, y: 3)
        #expect(scale.translatedBy(x: 10, y: 10) == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 20, ty: 30))
        let move = CGAffineTransform(translationX: 5, y: 7)
        #expect(move.scaledBy(x: 2, y: 3) == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 7))
        #expect(near(CGPoint(x: 1, y: 0).applying(move.rotated(by: .pi / 2)), CGPoint(x: 5, y: 8)))
    }

    @Test(arguments: Seeds.first(8))
    func `a product acts like its factors from left to right`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (first, second, point) = (random.transform(), random.transform(), random.point())
            let once = point.applying(first.concatenating(second))
            #expect(near(once, point.applying(first).applying(second), 1e-8), "seed \(seed)")
            let (x, y, angle) = (random.number(-9...9), random.number(-9...9), random.number(-9...9))
            #expect(near(first.translatedBy(x: x, y: y), CGAffineTransform(translationX: x, y: y).concatenating(first)))
            #expect(near(first.scaledBy(x: x, y: y), CGAffineTransform(scaleX: x, y: y).concatenating(first)))
            #expect(near(first.rotated(by: angle), CGAffineTransform(rotationAngle: angle).concatenating(first)))
        }
    }

    @Test(arguments: Seeds.first(8))
    func `an inverse undoes, and the components make the map again`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let transform = random.transform()
            guard abs(transform.determinant) > 1e-3 else { continue }
            #expect(near(transform.concatenating(transform.inverted()), .identity, 1e-6), "seed \(seed)")
            let parts = transform.decomposed()
            #expect(near(CGAffineTransform(parts), transform, 1e-6), "seed \(seed)")
            #expect(parts.scale.width > 0)
            #expect((parts.scale.height < 0) == (transform.determinant < 0))
        }
    }

    @Test func `components tell a scale, a shear, a rotation and a move apart`() {
        let parts = CGAffineTransformComponents(
            scale: CGSize(width: 2, height: -3), horizontalShear: 0.5, rotation: 1, translation: CGVector(dx: 7, dy: 8))
        let found = CGAffineTransform(parts).decomposed()
        #expect(near(found.scale.width, 2) && near(found.scale.height, -3) && near(found.horizontalShear, 0.5))
        #expect(near(found.rotation, 1) && found.translation == CGVector(dx: 7, dy: 8))
        #expect(CGAffineTransform(CGAffineTransformComponents()) == CGAffineTransform())
        let one = CGSize(width: 1, height: 1)
        #expect(
            CGAffineTransform.identity.decomposed()
                == CGAffineTransformComponents(scale: one, horizontalShear: 0, rotation: 0, translation: .zero))
    }

    @Test(
        arguments: [
            CGAffineTransform(), CGAffineTransform(scaleX: 0, y: 1),
            CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 3, ty: 4),
            CGAffineTransform(scaleX: .leastNonzeroMagnitude, y: 1), CGAffineTransform(scaleX: .infinity, y: 1),
        ])
    func `a map that cannot be undone is its own inverse`(transform: CGAffineTransform) {
        #expect(transform.inverted() == transform)
        _ = transform.decomposed()
    }

    @Test func `the empty initializer makes zeroes, and identity is the identity`() {
        #expect(CGAffineTransform() == CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
        #expect(CGAffineTransform.identity.isIdentity && CGAffineTransformIdentity.isIdentity)
        #expect(!CGAffineTransform(translationX: 1e-300, y: 0).isIdentity)
        #expect(CGAffineTransform(1, 2, 3, 4, 5, 6) == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    }

    @Test func `a map is coded as six numbers`() throws {
        let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5.5, ty: -6)
        let data = try JSONEncoder().encode(transform)
        #expect(String(decoding: data, as: UTF8.self) == "[1,2,3,4,5.5,-6]")
        #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == transform)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CGAffineTransform.self, from: Data("[1,2]".utf8))
        }
        let described = "CGAffineTransform(a: 1.0, b: 2.0, c: 3.0, d: 4.0, tx: 5.5, ty: -6.0)"
        #expect(transform.debugDescription == described)
    }

    @Test func `the functions are the members`() {
        let transform = CGAffineTransformMake(1, 2, 3, 5, 5, 6)
        #expect(CGAffineTransformTranslate(transform, 1, 2) == transform.translatedBy(x: 1, y: 2))
        #expect(CGAffineTransformScale(transform, 1, 2) == transform.scaledBy(x: 1, y: 2))
        #expect(CGAffineTransformRotate(transform, 1) == transform.rotated(by: 1))
        #expect(CGAffineTransformInvert(transform) == transform.inverted())
        let move = CGAffineTransformMakeTranslation(1, 2)
        #expect(CGAffineTransformConcat(transform, move) == transform.concatenating(move))
        #expect(CGAffineTransformMakeScale(2, 3) == CGAffineTransform(scaleX: 2, y: 3))
        #expect(CGAffineTransformMakeRotation(2) == CGAffineTransform(rotationAngle: 2))
        #expect(!CGAffineTransformIsIdentity(transform) && CGAffineTransformEqualToTransform(move, move))
    }
}
