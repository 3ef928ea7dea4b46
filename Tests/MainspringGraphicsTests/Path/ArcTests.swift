import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct ArcTests {
    /// The angle that a path goes round a center in all, with its direction.
    private func turn(of path: CGPath, around center: CGPoint) -> CGFloat {
        var sum: CGFloat = 0
        for line in path.sampled(64) {
            for (start, end) in zip(line, line.dropFirst()) {
                let (before, after) = (start - center, end - center)
                sum += atan2(before.cross(after), before.dot(after))
            }
        }
        return sum
    }

    @Test(
        arguments: [
            (0, 0.5, false, 0.5), (0, 0.5, true, -1.5), (0.5, 0, false, 1.5), (0.5, 0, true, -0.5),
            (0, 2, false, 2), (0, 2, true, 0), (2, 0, true, -2), (2, 0, false, 0), (0, 0, true, 0), (0, 0, false, 0),
            (0, -2, true, -2), (0, 3, false, 3), (0, 3, true, -1), (0.25, 5.25, false, 3), (0, 6, false, 2),
            (0, 100_001, false, 3), (1, 0.5, false, 1.5), (-0.5, 0.5, true, -1), (0, 4, false, 4),
        ] as [(CGFloat, CGFloat, Bool, CGFloat)])
    func `an arc turns forwards from one angle to the other`(
        start: CGFloat, end: CGFloat, clockwise: Bool, halfTurns: CGFloat
    ) {
        let (path, center) = (CGMutablePath(), CGPoint(x: 3, y: 4))
        path.addArc(center: center, radius: 10, startAngle: start * .pi, endAngle: end * .pi, clockwise: clockwise)
        #expect(near(turn(of: path, around: center), halfTurns * .pi, 1e-6))
        let begin = CGPoint(x: 3 + 10 * cos(start * .pi), y: 4 + 10 * sin(start * .pi))
        #expect(near(path.contents.points[0], begin))
        let last = CGPoint(x: 3 + 10 * cos(end * .pi), y: 4 + 10 * sin(end * .pi))
        #expect(near(path.currentPoint, last, 1e-6))
    }

    @Test func `a clockwise turn a little longer than a circle's starts anew`() {
        let path = CGMutablePath()
        let circle: CGFloat = 2 * .pi
        path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: circle + 0.01, clockwise: true)
        #expect(near(turn(of: path, around: .zero), 0.01 - circle, 1e-9))
    }

    @Test(arguments: [0.1, -0.1, 1.5, -3, 6.3, -12.5, 1e6, -1e6, 1e300] as [CGFloat])
    func `a relative arc turns by its angle, two turns at most`(delta: CGFloat) {
        let path = CGMutablePath()
        path.addRelativeArc(center: .zero, radius: 5, startAngle: 1, delta: delta)
        let turned = turn(of: path, around: .zero)
        let most: CGFloat = 4 * .pi
        #expect((turned < 0) == (delta < 0) && abs(turned) <= most + 1e-9)
        if abs(delta) < most { #expect(near(turned, delta, 1e-9)) }
        #expect(path.contents.types.count <= 9)
    }

    @Test(arguments: Seeds.first(8))
    func `an arc is nowhere farther from its circle than three ten-thousandths of the radius`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (path, center, radius) = (CGMutablePath(), random.point(), random.number(0.1...100))
            path.addArc(
                center: center, radius: radius, startAngle: random.number(-9...9), endAngle: random.number(-9...9),
                clockwise: Bool.random(using: &random))
            for point in path.sampled(50).joined() {
                #expect(near(point.distance(to: center), radius, radius * 2.8e-4), "seed \(seed)")
            }
        }
    }

    @Test func `an arc is reached by a line, if there is a current point`() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(center: CGPoint(x: 10, y: 0), radius: 1, startAngle: 0, endAngle: .pi, clockwise: false)
        #expect(path.written.hasPrefix("M 0,0 L 11,0 C 11,0.552 10.552,1 10,1 C"))
        #expect(near(path.currentPoint, CGPoint(x: 9, y: 0)))
    }

    @Test func `an arc is mapped as a whole`() {
        let path = CGMutablePath()
        let stretch = CGAffineTransform(scaleX: 2, y: 1)
        path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi, clockwise: false, transform: stretch)
        #expect(near(path.boundingBoxOfPath, CGRect(x: -2, y: -1, width: 4, height: 2), 1e-9))
    }

    @Test(arguments: Seeds.first(8))
    func `an arc between tangents touches both lines`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (start, corner, end) = (random.point(), random.point(), random.point())
            let (path, radius) = (CGMutablePath(), random.number(0.1...50))
            path.move(to: start)
            path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
            guard path.contents.types.count > 2 else { continue }
            let begin = path.contents.points[1]
            let (incoming, outgoing) = ((corner - start).normalized ?? .zero, (end - corner).normalized ?? .zero)
            let size = 1 + begin.distance(to: corner)
            // Both ends are on the lines, equally far from the corner, and the center is a radius from either.
            #expect(near(incoming.cross(begin - corner), 0, size * 1e-9), "seed \(seed)")
            #expect(near(outgoing.cross(path.currentPoint - corner), 0, size * 1e-6), "seed \(seed)")
            #expect(
                near(begin.distance(to: corner), path.currentPoint.distance(to: corner), size * 1e-6), "seed \(seed)")
            let side: CGFloat = incoming.cross(outgoing) > 0 ? radius : -radius
            let center = begin + CGVector(dx: -incoming.dy, dy: incoming.dx) * side
            #expect(near(center.distance(to: path.currentPoint), radius, size * 1e-6), "seed \(seed)")
            let first = path.contents.subpaths[0].curves[1]
            #expect(near(first.tangent(at: 0).dot(incoming), 1, 1e-6), "seed \(seed)")
        }
    }

    @Test func `an arc between tangents on one line is a line to the first`() {
        for (corner, end, radius) in [
            (CGPoint(x: 5, y: 0), CGPoint(x: 9, y: 0), CGFloat(1)), (CGPoint(x: 5, y: 0), CGPoint(x: 5, y: 5), 0),
            (CGPoint(x: 5, y: 0), CGPoint(x: 0, y: 0), 1),
        ] {
            let path = CGMutablePath()
            path.move(to: .zero)
            path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
            #expect(path.written == "M 0,0 L 5,0")
        }
    }
}
