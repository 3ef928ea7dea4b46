import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct DashingTests {
    private func line(_ length: CGFloat) -> CGPath {
        let path = CGMutablePath()
        path.addLines(between: [.zero, CGPoint(x: length, y: 0)])
        return path
    }

    @Test(
        arguments: [
            (0, [3, 2], "M 0,0 L 3,0 M 5,0 L 8,0"), (1, [3, 2], "M 0,0 L 2,0 M 4,0 L 7,0 M 9,0 L 10,0"),
            (3, [3, 2], "M 2,0 L 5,0 M 7,0 L 10,0"), (-1, [3, 2], "M 1,0 L 4,0 M 6,0 L 9,0"),
            (5, [3, 2], "M 0,0 L 3,0 M 5,0 L 8,0"), (0, [4], "M 0,0 L 4,0 M 8,0 L 10,0"),
            (0, [1, 2, 3], "M 0,0 L 1,0 M 3,0 L 6,0 M 7,0 L 9,0"), (0, [100, 1], "M 0,0 L 10,0"), (100, [100, 20], ""),
            (0, [0, 4], "M 0,0 L 0,0 M 4,0 L 4,0 M 8,0 L 8,0"), (0, [5, 0], "M 0,0 L 5,0 M 5,0 L 10,0"),
        ] as [(CGFloat, [CGFloat], String)])
    func `dashes lie where the pattern says`(phase: CGFloat, lengths: [CGFloat], written: String) {
        #expect(line(10).copy(dashingWithPhase: phase, lengths: lengths).written == written)
    }

    @Test(
        arguments: [
            [], [0], [0, 0], [-1, 2], [.nan, 1], [1, .infinity], [1e-7, 1e-7], [1e300, 1e308, 1e308],
        ] as [[CGFloat]])
    func `what is no pattern leaves the path as it is`(lengths: [CGFloat]) {
        #expect(line(10).copy(dashingWithPhase: 0, lengths: lengths).written == "M 0,0 L 10,0")
    }

    @Test(arguments: [CGFloat.nan, .infinity, -.infinity])
    func `a phase that is no number leaves the path as it is`(phase: CGFloat) {
        #expect(line(10).copy(dashingWithPhase: phase, lengths: [1, 1]).written == "M 0,0 L 10,0")
    }

    @Test func `each subpath begins the pattern anew, and the result is mapped`() {
        let path = CGMutablePath()
        path.addLines(between: [.zero, CGPoint(x: 5, y: 0)])
        path.addLines(between: [CGPoint(x: 0, y: 1), CGPoint(x: 5, y: 1)])
        path.move(to: CGPoint(x: 9, y: 9))
        let double = CGAffineTransform(scaleX: 2, y: 2)
        #expect(
            path.copy(dashingWithPhase: 0, lengths: [4, 4], transform: double).written == "M 0,0 L 8,0 M 0,2 L 8,2")
    }

    @Test func `a dash goes on over the corner where a subpath was closed`() {
        let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        #expect(
            rect.copy(dashingWithPhase: 2, lengths: [4, 16]).written
                == "M 0,2 L 0,0 L 2,0 M 10,8 L 10,10 L 8,10")
        #expect(rect.copy(dashingWithPhase: 0, lengths: [100, 1]).written == "M 0,0 L 10,0 L 10,10 L 0,10 L 0,0 Z")
        #expect(rect.copy(dashingWithPhase: 0, lengths: [38, 2]).written == "M 0,0 L 10,0 L 10,10 L 0,10 L 0,2")
    }

    @Test(arguments: Seeds.first(8))
    func `dashes are as long as the pattern says, and lie on the path`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            let path = CGMutablePath()
            path.move(to: random.point())
            for _ in 0..<3 { path.addCurve(to: random.point(), control1: random.point(), control2: random.point()) }
            let lengths = (0..<4).map { _ in random.number(1...40) }
            let dashed = path.copy(dashingWithPhase: 0, lengths: lengths)
            let found = dashed.contents.subpaths.map { subpath in
                subpath.curves.reduce(0) { $0 + CurveLength($1).length }
            }
            let total = CGPathMeasure(path).length
            var (expected, position, index): ([CGFloat], CGFloat, Int) = ([], 0, 0)
            while position < total {
                if index % 2 == 0 { expected.append(min(lengths[index % 4], total - position)) }
                position += lengths[index % 4]
                index += 1
            }
            #expect(found.count == expected.count, "seed \(seed)")
            for (found, expected) in zip(found, expected) {
                #expect(near(found, expected, total * 1e-7), "seed \(seed)")
            }
            let lines = path.sampled(400)
            for point in dashed.sampled(3).joined() { #expect(distance(point, lines[0]) < 0.02, "seed \(seed)") }
        }
    }

    @Test func `a dot is dashed as a dot`() {
        let dot = CGMutablePath()
        dot.addLines(between: [.zero, .zero])
        #expect(dot.copy(dashingWithPhase: 0, lengths: [1, 1]).written == "M 0,0 L 0,0")
        #expect(dot.copy(dashingWithPhase: 1, lengths: [1, 1]).isEmpty)
    }
}
