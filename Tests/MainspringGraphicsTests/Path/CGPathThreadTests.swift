import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct CGPathThreadTests {
    @Test func `paths are equal if their elements are`() {
        let rect = CGRect(x: 0, y: 0, width: 3, height: 4)
        let path = CGMutablePath()
        path.addRect(rect)
        #expect(path == CGPath(rect: rect, transform: nil))
        #expect(path.hashValue == CGPath(rect: rect, transform: nil).hashValue)
        #expect(path != CGPath(ellipseIn: rect, transform: nil))
        path.move(to: .zero)
        #expect(path != CGPath(rect: rect, transform: nil))
    }

    @Test func `a copy does not see what its path becomes`() throws {
        let path = CGMutablePath()
        path.move(to: .zero)
        let (copy, mutable) = (try #require(path.copy()), try #require(path.mutableCopy()))
        path.addLine(to: CGPoint(x: 1, y: 1))
        mutable.addLine(to: CGPoint(x: 2, y: 2))
        #expect(copy.written == "M 0,0" && path.written == "M 0,0 L 1,1" && mutable.written == "M 0,0 L 2,2")
        #expect(copy.copy() === copy && !(copy is CGMutablePath) && copy.snapshot === copy)
        var double = CGAffineTransform(scaleX: 2, y: 3)
        #expect(path.copy(using: &double)?.written == "M 0,0 L 2,3")
        #expect(path.mutableCopy(using: &double)?.written == "M 0,0 L 2,3")
        #expect(path.copy(using: nil) == path && path.mutableCopy(using: nil) == path)
    }

    @Test func `threads may add to one path`() async {
        let path = CGMutablePath()
        path.move(to: .zero)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for step in 0..<250 { path.addLine(to: CGPoint(x: task, y: step)) }
                }
            }
        }
        #expect(path.contents.types.count == 1001 && path.contents.points.count == 1001)
    }

    @Test func `apply hands the caller's pointer on`() {
        var count = 0
        withUnsafeMutablePointer(to: &count) { pointer in
            CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil).apply(info: pointer) {
                info, element in
                #expect(CGPathElementType(rawValue: element.pointee.type.rawValue) == element.pointee.type)
                info?.assumingMemoryBound(to: Int.self).pointee += 1
            }
        }
        #expect(count == 5)
    }

    @Test func `the raw values are Apple's`() {
        let types: [CGPathElementType] = [
            .moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath,
        ]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect([CGLineCap.butt, .round, .square].map(\.rawValue) == [0, 1, 2])
        #expect([CGLineJoin.miter, .round, .bevel].map(\.rawValue) == [0, 1, 2])
    }

    @Test(arguments: Seeds.first(8))
    func `a path's box holds its curves' extremes`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 {
            let path = random.path()
            var bounds = PointBounds()
            for point in path.sampled(1000).joined() { bounds.add(point) }
            #expect(near(path.boundingBoxOfPath, bounds.rect, 3e-3), "seed \(seed)")
            #expect(encloses(path.boundingBoxOfPath, bounds.rect), "seed \(seed)")
            #expect(path.boundingBox == CGRect(boundingBoxOf: path.contents.points), "seed \(seed)")
            #expect(encloses(path.boundingBox, path.boundingBoxOfPath), "seed \(seed)")
        }
    }

    @Test func `the box of a circle is the circle's, without control points`() {
        let rect = CGRect(x: 1, y: 2, width: 30, height: 40)
        #expect(near(CGPath(ellipseIn: rect, transform: nil).boundingBoxOfPath, rect))
        var turn = CGAffineTransform(rotationAngle: .pi / 4)
        let path = CGPath(ellipseIn: CGRect(x: -1, y: -1, width: 2, height: 2), transform: &turn)
        // Four curves are not quite a circle.
        #expect(near(path.boundingBoxOfPath, CGRect(x: -1, y: -1, width: 2, height: 2), 3e-4))
        #expect(path.boundingBox.width > 2.1)
    }

    @Test(
        arguments: [
            ([(0, 0), (2, 0), (2, 1), (0, 1)], true, CGRect(x: 0, y: 0, width: 2, height: 1)),
            ([(0, 0), (0, 1), (2, 1), (2, 0)], true, CGRect(x: 0, y: 0, width: 2, height: 1)),
            ([(2, 1), (0, 1), (0, 0), (2, 0), (2, 1)], false, CGRect(x: 0, y: 0, width: 2, height: 1)),
            ([(2, 1), (0, 1), (0, 0), (2, 0), (2, 1)], true, CGRect(x: 0, y: 0, width: 2, height: 1)),
            ([(0, 0), (2, 0), (2, 1), (0, 1)], false, nil), ([(0, 0), (2, 0), (2, 1), (0, 2)], true, nil),
            ([(0, 0), (2, 1), (2, 0), (0, 1)], true, nil), ([(0, 0), (2, 0), (2, 1)], true, nil), ([(0, 0)], true, nil),
            ([], false, nil), ([(0, 0), (2, 0), (2, 1), (0, 1), (1, 1)], true, nil),
        ] as [([(CGFloat, CGFloat)], Bool, CGRect?)])
    func `a rectangle is known by its corners`(corners: [(CGFloat, CGFloat)], isClosed: Bool, expected: CGRect?) {
        let path = CGMutablePath()
        path.addLines(between: corners.map { CGPoint(x: $0.0, y: $0.1) })
        if isClosed { path.closeSubpath() }
        var rect = CGRect.null
        #expect(path.isRect(&rect) == (expected != nil))
        #expect(expected == nil ? rect.isNull : rect == expected)
        path.addLines(between: [.zero, .zero])
        #expect(!path.isRect(nil))
    }

    @Test(arguments: Seeds.first(8), [1, 0.01] as [CGFloat])
    func `a flattened path is nowhere farther away than its threshold`(seed: UInt64, threshold: CGFloat) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3 {
            let path = random.path()
            let flat = path.flattened(threshold: threshold)
            #expect(flat.contents.types.allSatisfy { ![.addCurveToPoint, .addQuadCurveToPoint].contains($0) })
            let lines = flat.sampled(1)
            for point in path.sampled(16).joined() {
                #expect((lines.map { distance(point, $0) }.min() ?? .infinity) <= threshold * 1.000_001, "seed \(seed)")
            }
        }
    }

    @Test func `a threshold that is no positive number is a millionth of the path`() {
        let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
        let fine = circle.flattened(threshold: 1e-4)
        for threshold in [0, -1, .nan, -.infinity] as [CGFloat] {
            #expect(near(circle.flattened(threshold: threshold).boundingBox, circle.boundingBox))
            #expect(circle.flattened(threshold: threshold) == fine)
        }
        #expect(circle.flattened(threshold: .infinity).contents.types.count == 6)
        #expect(CGMutablePath().flattened(threshold: 0).isEmpty)
    }
}
