import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct CGPathMeasureTests {
    /// The length of a curve by very many chords, improved by Richardson's step: chords err by the square of their number.
    private func reference(_ cubic: CubicCurve) -> CGFloat {
        func chords(_ count: Int) -> CGFloat {
            var sum: CGFloat = 0
            var last = cubic.start
            for step in 1...count {
                let next = cubic.point(at: CGFloat(step) / CGFloat(count))
                sum += last.distance(to: next)
                last = next
            }
            return sum
        }
        let (coarse, fine) = (chords(4_000), chords(8_000))
        return fine + (fine - coarse) / 3
    }

    private func path(_ cubic: CubicCurve) -> CGPath {
        let path = CGMutablePath()
        path.move(to: cubic.start)
        path.addCurve(to: cubic.end, control1: cubic.control1, control2: cubic.control2)
        return path
    }

    @Test(arguments: Seeds.first(8))
    func `a curve's length is the one of its chords`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let cubic = random.cubic()
            let (length, expected) = (CGPathMeasure(path(cubic)).length, reference(cubic))
            #expect(abs(length - expected) <= 1e-6 * expected, "seed \(seed): \(length) for \(expected)")
        }
    }

    @Test func `known lengths`() {
        let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 3, height: 4), transform: nil)
        #expect(CGPathMeasure(rect).length == 14)
        let circle = CGPath(ellipseIn: CGRect(x: -1, y: -1, width: 2, height: 2), transform: nil)
        // The curves are a little outside of the circle.
        let round = 2 * CGFloat.pi
        #expect(near(CGPathMeasure(circle).length, round, round * 3e-4))
        // A parabola, y = x² from 0 to 1: (2 √5 + asinh 2) / 4.
        let parabola = CGMutablePath()
        parabola.move(to: .zero)
        parabola.addQuadCurve(to: CGPoint(x: 1, y: 1), control: CGPoint(x: 0.5, y: 0))
        let expected = (2 * 5.0.squareRoot() + asinh(2.0)) / 4
        #expect(near(CGPathMeasure(parabola).length, CGFloat(expected), 1e-12))
    }

    @Test func `a curve that turns back within itself is right to six digits`() {
        // There and back on one line, and a true cusp.
        let back = CubicCurve(.zero, CGPoint(x: 30, y: 0), CGPoint(x: -20, y: 0), CGPoint(x: 10, y: 0))
        let cusp = CubicCurve(.zero, CGPoint(x: 10, y: 10), CGPoint(x: 0, y: 10), CGPoint(x: 10, y: 0))
        for cubic in [back, cusp] {
            let expected = reference(cubic)
            #expect(abs(CGPathMeasure(path(cubic)).length - expected) <= 1e-6 * expected)
        }
    }

    @Test(arguments: Seeds.first(8))
    func `a point lies where its length says`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let cubic = random.cubic()
            let measure = CGPathMeasure(path(cubic))
            for step in 0...10 {
                let length = measure.length * CGFloat(step) / 10
                let parameter = measure.segments[0].parameter(atLength: length)
                let before = CGPathMeasure(path(cubic.part(from: 0, to: parameter))).length
                #expect(near(before, length, measure.length * 1e-8), "seed \(seed)")
                #expect(measure.point(atLength: length).map { near($0, cubic.point(at: parameter)) } == true)
                let tangent = measure.tangent(atLength: length) ?? .zero
                let velocity = cubic.velocity(at: parameter)
                #expect(near(tangent.cross(velocity) / velocity.length, 0, 1e-9) && tangent.dot(velocity) > 0)
            }
        }
    }

    @Test func `segments are what was drawn, not what was moved over`() throws {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 10, y: 0))
        path.addLine(to: CGPoint(x: 10, y: 0))
        path.addLine(to: CGPoint(x: 110, y: 0))
        path.move(to: CGPoint(x: 0, y: 50))
        path.move(to: CGPoint(x: 0, y: 60))
        path.addLine(to: CGPoint(x: 0, y: 70))
        path.addLine(to: CGPoint(x: 10, y: 70))
        path.closeSubpath()
        path.addLine(to: CGPoint(x: 5, y: 60))
        let measure = CGPathMeasure(path)
        let lengths: [CGFloat] = measure.segments.map(\.length).dropLast(2)
        #expect(lengths == [10, 0, 100, 10, 10])
        #expect(measure.segments.map(\.isClosing) == [false, false, false, false, false, true, false])
        #expect(measure.segments.map(\.subpath) == [0, 0, 0, 1, 1, 1, 2])
        let startLengths: [CGFloat] = Array(measure.segments.map(\.startLength).prefix(5))
        #expect(startLengths == [0, 10, 10, 110, 120])
        let ends: [CGFloat] = measure.segments.map(\.end.x)
        #expect(ends == [10, 10, 110, 0, 10, 0, 5])
        #expect(measure.segments[0].start == .zero && measure.segments[0].controls == nil)
        // A gap is no way: 110 is the end of the first subpath, and what follows is in the second.
        #expect(measure.point(atLength: 110) == CGPoint(x: 110, y: 0))
        #expect(try #require(measure.point(atLength: 111)) == CGPoint(x: 0, y: 61))
        #expect(measure.tangent(atLength: 10) == CGVector(dx: 1, dy: 0))
    }

    @Test func `lengths outside of the path are its ends`() {
        let path = CGMutablePath()
        path.addLines(between: [.zero, .zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10), CGPoint(x: 10, y: 10)])
        let measure = CGPathMeasure(path)
        for length in [-1, 0, -.infinity, .nan] as [CGFloat] {
            #expect(measure.point(atLength: length) == .zero)
            #expect(measure.tangent(atLength: length) == CGVector(dx: 1, dy: 0))
        }
        for length in [20, 21, .infinity] as [CGFloat] {
            #expect(measure.point(atLength: length) == CGPoint(x: 10, y: 10))
            #expect(measure.tangent(atLength: length) == CGVector(dx: 0, dy: 1))
        }
    }

    @Test func `a closed curve has no segment for a closing line of no length`() {
        let circle = CGPathMeasure(CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil))
        #expect(circle.segments.count == 4 && circle.segments.allSatisfy { $0.controls != nil })
        let rect = CGPathMeasure(CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil))
        #expect(rect.segments.count == 4 && rect.segments.last?.isClosing == true)
    }

    @Test func `a path without segments has no points`() {
        let path = CGMutablePath()
        path.move(to: .zero)
        for measure in [CGPathMeasure(CGMutablePath()), CGPathMeasure(path)] {
            #expect(measure.length == 0 && measure.segments.isEmpty && measure.point(atLength: 0) == nil)
            #expect(measure.tangent(atLength: 0) == nil && measure.segment(atLength: 1) == nil)
        }
        path.addLine(to: .zero)
        #expect(CGPathMeasure(path).point(atLength: 3) == .zero && CGPathMeasure(path).tangent(atLength: 3) == nil)
    }

    @Test func `a curve whose control points are its ends still has directions`() {
        let cubic = CubicCurve(.zero, .zero, CGPoint(x: 10, y: 10), CGPoint(x: 10, y: 10))
        let segment = CGPathMeasure(path(cubic)).segments[0]
        for parameter in [0, 0.5, 1, -3, 7, .nan] as [CGFloat] {
            let tangent = segment.tangent(at: parameter)
            #expect(near(tangent.dx, sqrt(0.5)) && near(tangent.dy, sqrt(0.5)))
        }
        #expect(near(segment.length, sqrt(200)))
    }

    @Test(
        arguments: [
            (0, 50, "M 0,0 L 10,0 L 10,10 L 0,10 Z M 0,20 L 10,20"), (5, 15, "M 5,0 L 10,0 L 10,5"),
            (35, 45, "M 0,5 L 0,0 M 0,20 L 5,20"), (0, 40, "M 0,0 L 10,0 L 10,10 L 0,10 Z"),
            (0, 30, "M 0,0 L 10,0 L 10,10 L 0,10"),
            (-5, 1_000, "M 0,0 L 10,0 L 10,10 L 0,10 Z M 0,20 L 10,20"), (10, 20, "M 10,0 L 10,10"),
            (5, 5, ""), (6, 5, ""), (.nan, .nan, ""), (60, 70, ""),
        ] as [(CGFloat, CGFloat, String)])
    func `a part of a path lies between two lengths`(first: CGFloat, last: CGFloat, written: String) {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        path.addLines(between: [CGPoint(x: 0, y: 20), CGPoint(x: 10, y: 20)])
        #expect(CGPathMeasure(path).path(from: first, to: last).written == written)
    }

    @Test(arguments: Seeds.first(8))
    func `parts are as long as they should be`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let path = random.path(subpaths: 3)
        let measure = CGPathMeasure(path)
        for _ in 0..<5 {
            let bounds = [random.number(0...measure.length), random.number(0...measure.length)].sorted()
            let part = CGPathMeasure(measure.path(from: bounds[0], to: bounds[1]))
            #expect(near(part.length, bounds[1] - bounds[0], measure.length * 1e-7), "seed \(seed)")
        }
        #expect(near(CGPathMeasure(measure.path(from: 0, to: .infinity)).length, measure.length, 1e-6), "seed \(seed)")
    }
}
