import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct GeometryTests {
    @Test func `a vector is coded as two numbers`() throws {
        let vector = CGVector(dx: 1.5, dy: -2)
        let data = try JSONEncoder().encode(vector)
        #expect(String(decoding: data, as: UTF8.self) == "[1.5,-2]")
        #expect(try JSONDecoder().decode(CGVector.self, from: data) == vector)
        #expect(vector.debugDescription == "(1.5, -2.0)")
        #expect(CGVector() == .zero && CGVector(dx: 1, dy: 2) == CGVectorMake(1, 2))
    }

    @Test(
        arguments: [
            (CGVector(dx: 3, dy: 4), CGVector(dx: 0.6, dy: 0.8)),
            (CGVector(dx: 0, dy: -CGFloat.leastNonzeroMagnitude), CGVector(dx: CGFloat(0), dy: -1)),
            (CGVector(dx: 1e300, dy: 0), CGVector(dx: 1, dy: 0)), (.zero, nil),
            (CGVector(dx: CGFloat.infinity, dy: 0), nil),
            (CGVector(dx: CGFloat.nan, dy: 0), nil),
        ] as [(CGVector, CGVector?)])
    func `a vector of any length has a direction, and one of none has none`(vector: CGVector, direction: CGVector?) {
        guard let direction else {
            #expect(vector.normalized == nil)
            return
        }
        #expect(vector.normalized.map { near($0.dx, direction.dx) && near($0.dy, direction.dy) } == true)
    }

    @Test func `dictionaries carry points, sizes and rectangles`() {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4.5)
        let dictionary = rect.dictionaryRepresentation
        #expect(dictionary as? [String: Double] == ["X": 1, "Y": 2, "Width": 3, "Height": 4.5])
        #expect(CGRect(dictionaryRepresentation: dictionary) == rect)
        #expect(CGPoint(dictionaryRepresentation: rect.origin.dictionaryRepresentation) == rect.origin)
        #expect(CGSize(dictionaryRepresentation: rect.size.dictionaryRepresentation) == rect.size)
        #expect(CGPoint(dictionaryRepresentation: ["X": 1, "Y": NSNumber(value: 2)]) == CGPoint(x: 1, y: 2))
        #expect(CGPoint(dictionaryRepresentation: ["X": 1]) == nil)
        #expect(CGSize(dictionaryRepresentation: ["Width": "1", "Height": 2]) == nil)
        #expect(CGRect(dictionaryRepresentation: rect.origin.dictionaryRepresentation) == nil)
    }

    @Test(arguments: Seeds.first(8))
    func `a mapped rectangle is the box of its mapped points`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let rect = CGRect(
                x: random.number(-9...9), y: random.number(-9...9), width: random.number(-9...9),
                height: random.number(-9...9))
            let transform = random.transform()
            var bounds = PointBounds()
            for x in 0...8 {
                for y in 0...8 {
                    let point = CGPoint(
                        x: rect.minX + rect.width * CGFloat(x) / 8, y: rect.minY + rect.height * CGFloat(y) / 8)
                    bounds.add(point.applying(transform))
                }
            }
            #expect(near(rect.applying(transform), bounds.rect, 1e-9), "seed \(seed)")
        }
    }

    @Test func `null and infinite rectangles stay what they are under a map`() {
        let transform = CGAffineTransform(rotationAngle: 1)
        #expect(CGRect.null.applying(transform).isNull)
        #expect(CGRect.infinite.applying(transform).isInfinite)
        #expect(CGRect(boundingBoxOf: []).isNull)
    }

    @Test func `the functions are the members`() {
        let rect = CGRectMake(10, 20, -4, 6)
        #expect(CGRectGetMinX(rect) == 6 && CGRectGetMidX(rect) == 8 && CGRectGetMaxX(rect) == 10)
        #expect(CGRectGetMinY(rect) == 20 && CGRectGetMidY(rect) == 23 && CGRectGetMaxY(rect) == 26)
        #expect(CGRectGetWidth(rect) == 4 && CGRectGetHeight(rect) == 6)
        #expect(
            CGRectStandardize(rect).origin == CGPointMake(6, 20) && CGRectStandardize(rect).size == CGSizeMake(4, 6))
        #expect(!CGRectIsEmpty(rect) && !CGRectIsNull(rect) && !CGRectIsInfinite(rect))
        #expect(CGRectInset(rect, 1, 1) == rect.insetBy(dx: 1, dy: 1) && CGRectIntegral(rect) == rect.integral)
        let other = CGRectOffset(rect, 2, 2)
        #expect(CGRectUnion(rect, other) == rect.union(other))
        #expect(CGRectIntersection(rect, other) == rect.intersection(other) && CGRectIntersectsRect(rect, other))
        #expect(CGRectContainsPoint(rect, CGPointMake(7, 21)) && CGRectContainsRect(rect, rect))
        #expect(CGPointEqualToPoint(.zero, .zero) && CGSizeEqualToSize(.zero, .zero) && CGRectEqualToRect(rect, rect))
        let scale = CGAffineTransform(scaleX: 2, y: 2)
        #expect(CGPointApplyAffineTransform(CGPointMake(1, 2), scale) == CGPointMake(2, 4))
        #expect(CGSizeApplyAffineTransform(CGSizeMake(1, 2), scale) == CGSizeMake(2, 4))
        #expect(CGRectApplyAffineTransform(CGRectMake(1, 2, 3, 4), scale) == CGRectMake(2, 4, 6, 8))
    }
}
