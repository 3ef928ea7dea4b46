import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct ContainingTests {
    @Test(arguments: Seeds.first(8))
    func `points are inside as their angles say`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 {
            let path = random.path(subpaths: 3)
            let lines = path.sampled(300)
            for _ in 0..<12 {
                let point = random.point()
                // Where the sampled path cannot tell.
                if lines.contains(where: { distance(point, $0 + $0.prefix(1)) < 0.05 }) { continue }
                let winding = windingByAngles(point, lines)
                #expect(path.contains(point) == (winding != 0), "seed \(seed), \(point)")
                #expect(path.contains(point, using: .evenOdd) == (winding % 2 != 0), "seed \(seed), \(point)")
            }
        }
    }

    @Test func `a ring has a hole by its direction, or by the even-odd rule`() {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
        path.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
        #expect(path.contains(CGPoint(x: 15, y: 15)) && !path.contains(CGPoint(x: 15, y: 15), using: .evenOdd))
        #expect(path.contains(CGPoint(x: 5, y: 15), using: .evenOdd))
        let turned = CGMutablePath()
        turned.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
        turned.addRect(
            CGRect(x: 10, y: 10, width: 10, height: 10),
            transform: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 30, ty: 0))
        #expect(!turned.contains(CGPoint(x: 15, y: 15)))
    }

    /// The corners, sides and what is beside them, of a rectangle from 0 to 20.
    @Test(
        arguments: [
            (0, 0, true), (10, 0, true), (20, 0, true), (20, 10, true), (20, 20, true), (10, 20, true), (0, 20, true),
            (0, 10, true), (10, -0.01, false), (20.01, 10, false), (10, 20.01, false), (-0.01, 10, false),
            (-0.01, 0, false), (20.01, 20, false), (10, 10, true), (-5, 0, false), (25, 0, false), (25, 20, false),
        ] as [(CGFloat, CGFloat, Bool)])
    func `the edge is inside`(x: CGFloat, y: CGFloat, inside: Bool) {
        for rule in [CGPathFillRule.winding, .evenOdd] {
            let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 20), transform: nil)
            #expect(rect.contains(CGPoint(x: x, y: y), using: rule) == inside)
        }
    }

    @Test(arguments: Seeds.first(8))
    func `every point of a path is inside it, whatever its curves`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let path = random.path(subpaths: 1)
            for curve in path.contents.subpaths.flatMap(\.curves) {
                for step in 0...20 {
                    let point = curve.point(at: CGFloat(step) / 20)
                    #expect(path.contains(point) && path.contains(point, using: .evenOdd), "seed \(seed)")
                }
            }
        }
    }

    @Test func `the map is applied to the point`() {
        let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        let move = CGAffineTransform(translationX: 100, y: 0)
        #expect(rect.contains(CGPoint(x: -95, y: 5), using: .winding, transform: move))
        #expect(!rect.contains(CGPoint(x: 5, y: 5), using: .winding, transform: move))
    }

    @Test func `a ray through corners counts each once`() {
        let diamond = CGMutablePath()
        diamond.addLines(
            between: [CGPoint(x: 0, y: -5), CGPoint(x: 5, y: 0), CGPoint(x: 0, y: 5), CGPoint(x: -5, y: 0)])
        diamond.closeSubpath()
        for (x, inside) in [(-6, false), (-5, true), (0, true), (5, true), (6, false)] as [(CGFloat, Bool)] {
            #expect(diamond.contains(CGPoint(x: x, y: 0)) == inside)
            #expect(diamond.contains(CGPoint(x: 0, y: x)) == inside)
        }
        #expect(!diamond.contains(CGPoint(x: -3, y: 5)) && !diamond.contains(CGPoint(x: -3, y: -5)))
    }

    @Test func `an empty path and points that are none contain nothing`() {
        let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        #expect(!CGMutablePath().contains(.zero))
        for number in [CGFloat.nan, .infinity, -.infinity] { #expect(!rect.contains(CGPoint(x: 5, y: number))) }
        #expect(CGPath(rect: .infinite, transform: nil).contains(.zero))
    }

    @Test func `an open subpath is closed for the question`() {
        let path = CGMutablePath()
        path.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
        #expect(path.contains(CGPoint(x: 8, y: 3)) && !path.contains(CGPoint(x: 3, y: 8)))
    }
}
