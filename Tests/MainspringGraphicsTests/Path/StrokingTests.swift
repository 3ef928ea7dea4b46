import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct StrokingTests {
    private func lines(_ points: [(CGFloat, CGFloat)], closed: Bool = false) -> CGMutablePath {
        let path = CGMutablePath()
        path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
        if closed { path.closeSubpath() }
        return path
    }

    private func stroke(
        _ path: CGPath, _ width: CGFloat, _ cap: CGLineCap = .butt, _ join: CGLineJoin = .miter, limit: CGFloat = 10
    ) -> CGPath {
        path.copy(strokingWithWidth: width, lineCap: cap, lineJoin: join, miterLimit: limit)
    }

    @Test(
        arguments: [
            (.butt, "M 0,-1 L 10,-1 L 10,1 L 0,1 L 0,-1 Z"),
            (.square, "M 0,-1 L 10,-1 L 11,-1 L 11,1 L 10,1 L 0,1 L -1,1 L -1,-1 L 0,-1 Z"),
        ] as [(CGLineCap, String)])
    func `a line becomes a rectangle`(cap: CGLineCap, written: String) {
        #expect(stroke(lines([(0, 0), (10, 0)]), 2, cap).written == written)
    }

    @Test func `a rectangle becomes two, one for each side`() {
        let outline = stroke(CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil), 2)
        #expect(outline.boundingBox == CGRect(x: -1, y: -1, width: 12, height: 12))
        #expect(outline.contents.subpaths.count == 2)
        for (x, inside) in [(-1.5, false), (-0.5, true), (0.5, true), (1.5, false), (5, false)] as [(CGFloat, Bool)] {
            #expect(outline.contains(CGPoint(x: x, y: 5)) == inside)
        }
        #expect(outline.contents.points.contains(CGPoint(x: 1, y: 1)))
    }

    @Test func `a corner is mitred, round or cut, and the limit cuts it`() {
        let corner = lines([(0, 0), (10, 0), (10, 10)])
        let (tip, arc, cut) = (CGPoint(x: 10.99, y: -0.99), CGPoint(x: 10.69, y: -0.69), CGPoint(x: 10.49, y: -0.49))
        for (join, limit, expected) in [
            (.miter, 10, [true, true, true]), (.round, 10, [false, true, true]), (.bevel, 10, [false, false, true]),
            // A right angle's mitre is √2 widths long.
            (.miter, 1.41, [false, false, true]), (.miter, 1.42, [true, true, true]),
            (.miter, 0, [false, false, true]),
            (.miter, .nan, [false, false, true]),
        ] as [(CGLineJoin, CGFloat, [Bool])] {
            let outline = stroke(corner, 2, .butt, join, limit: limit)
            #expect([tip, arc, cut].map { outline.contains($0) } == expected, "\(join), \(limit)")
        }
    }

    @Test func `a subpath of no extent is a dot, if the cap is round`() {
        for path in [lines([(5, 5), (5, 5)]), lines([(5, 5)], closed: true)] {
            #expect(stroke(path, 2).isEmpty && stroke(path, 2, .square).isEmpty)
            #expect(near(stroke(path, 2, .round).boundingBoxOfPath, CGRect(x: 4, y: 4, width: 2, height: 2)))
        }
        #expect(stroke(lines([(5, 5)]), 2, .round).isEmpty)
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [CGFloat])
    func `a width that is no positive number strokes nothing`(width: CGFloat) {
        #expect(stroke(lines([(0, 0), (10, 0)]), width).isEmpty)
    }

    @Test func `the outline is mapped at last`() {
        let outline = lines([(0, 0), (10, 0)]).copy(
            strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
            transform: CGAffineTransform(scaleX: 1, y: 5))
        #expect(outline.boundingBox == CGRect(x: 0, y: -5, width: 10, height: 10))
    }

    /// With round caps and joins the stroke is what is nearer to the path than half the width, however it bends.
    @Test(arguments: Seeds.first(8), [0.5, 6, 60] as [CGFloat])
    func `a round stroke is what is near the path`(seed: UInt64, width: CGFloat) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3 {
            let path = random.path(subpaths: 2, elements: 3)
            let outline = stroke(path, width, .round, .round)
            let lines = path.sampled(400)
            let points = lines.flatMap { line in
                (0..<40).map { _ in
                    // Near the path, where it matters.
                    let angle = random.number(0...(2 * .pi))
                    let reach = random.number(0...width)
                    return (line.randomElement(using: &random) ?? .zero)
                        + CGVector(dx: cos(angle), dy: sin(angle)) * reach
                }
            }
            for point in points {
                let away = lines.map { distance(point, $0) }.min() ?? .infinity
                // Chords and the outline's tolerance blur the border.
                if abs(away - width / 2) < 0.01 + width * 1e-3 { continue }
                #expect(outline.contains(point) == (away < width / 2), "seed \(seed), \(point), \(away) away")
            }
        }
    }

    /// Whatever the joins, the strips on both sides of each curve are covered, and nothing beyond the longest mitre.
    @Test(arguments: Seeds.first(8), [CGLineJoin.miter, .bevel])
    func `every strip is covered, whatever the join`(seed: UInt64, join: CGLineJoin) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3 {
            let path = random.path(subpaths: 1, elements: 4)
            let outline = stroke(path, 10, .butt, join, limit: 4)
            let lines = path.sampled(400)
            for curve in path.contents.subpaths.flatMap(\.curves) {
                for _ in 0..<20 {
                    let parameter = random.number(0.001...0.999)
                    let tangent = curve.tangent(at: parameter)
                    let side = CGVector(dx: tangent.dy, dy: -tangent.dx) * random.number(-4.98...4.98)
                    #expect(outline.contains(curve.point(at: parameter) + side), "seed \(seed), \(join)")
                }
            }
            for _ in 0..<20 {
                let point = random.point(-150...150)
                let away = lines.map { distance(point, $0) }.min() ?? .infinity
                let reach: CGFloat = join == .miter ? 20.05 : 5.05
                if away > reach { #expect(!outline.contains(point), "seed \(seed), \(join)") }
            }
        }
    }

    @Test func `a circle narrower than its stroke has no hole`() {
        let circle = CGPath(ellipseIn: CGRect(x: -5, y: -5, width: 10, height: 10), transform: nil)
        let thick = stroke(circle, 20)
        for x in stride(from: CGFloat(0), to: 14.9, by: 0.3) { #expect(thick.contains(CGPoint(x: x, y: 0))) }
        #expect(!thick.contains(CGPoint(x: 15.1, y: 0)))
        let thin = stroke(circle, 2)
        #expect(!thin.contains(.zero) && thin.contains(CGPoint(x: 4.1, y: 0)) && !thin.contains(CGPoint(x: 3.9, y: 0)))
        #expect(thin.contents.types.count < 80)
    }

    @Test func `curves with cusps and coincident control points are stroked`() {
        for cubic in [
            CubicCurve(.zero, CGPoint(x: 10, y: 10), CGPoint(x: 0, y: 10), CGPoint(x: 10, y: 0)),
            CubicCurve(.zero, CGPoint(x: 30, y: 0), CGPoint(x: -20, y: 0), CGPoint(x: 10, y: 0)),
            CubicCurve(.zero, .zero, CGPoint(x: 10, y: 10), CGPoint(x: 10, y: 10)),
            CubicCurve(.zero, .zero, .zero, CGPoint(x: 10, y: 10)),
            CubicCurve(.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 0), .zero),
        ] {
            let path = CGMutablePath()
            path.move(to: cubic.start)
            path.addCurve(to: cubic.end, control1: cubic.control1, control2: cubic.control2)
            let outline = stroke(path, 2, .round, .round)
            for step in 0...50 {
                let parameter = CGFloat(step) / 50
                #expect(outline.contains(cubic.point(at: parameter)), "\(cubic) at \(parameter)")
            }
            #expect(outline.contents.types.count < 3_000)
            let box = path.boundingBoxOfPath.insetBy(dx: -1.01, dy: -1.01)
            #expect(encloses(box, outline.boundingBoxOfPath), "\(cubic)")
        }
    }

    @Test func `a path of very many lines is stroked and dashed in proportion`() {
        let path = CGMutablePath()
        let count = 5_000
        path.addLines(between: (0...count).map { CGPoint(x: CGFloat($0), y: CGFloat($0 % 2)) })
        #expect(path.contents.subpaths.map(\.curves.count) == [count])
        #expect(stroke(path, 0.1).contents.types.count > 2 * count)
        #expect(path.copy(dashingWithPhase: 0, lengths: [2, 2]).contents.subpaths.count > count / 4)
    }
}
