import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct PathTrackTests {
    private static func polyline(_ points: [(Double, Double)]) -> CGPath {
        let path = CGMutablePath()
        path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
        return path
    }

    private static let short = polyline([(0, 0), (10, 0), (110, 0)])

    @Test(arguments: [(0.0, 0.0), (0.25, 5), (0.5, 10), (0.75, 60), (1, 110)])
    func `each line takes the same time`(at: Double, x: Double) throws {
        let track = try #require(PathTrack(Self.short, keyTimes: nil))
        #expect(isNear(track.point(at: at).number, x))
    }

    @Test(arguments: [(0.5, 55.0), (0.1, 11), (1, 110)])
    func `at one speed the length decides`(at: Double, x: Double) throws {
        let track = try #require(PathTrack(Self.short, keyTimes: [0, 0.9, 1], mode: .paced))
        #expect(isNear(track.point(at: at).number, x))
    }

    @Test func `key times are those of the lines' ends`() throws {
        let track = try #require(PathTrack(Self.short, keyTimes: [0, 0.8, 1]))
        #expect(isNear(track.point(at: 0.4).number, 5))
        #expect(isNear(track.point(at: 0.9).number, 60))
    }

    @Test func `in the discrete mode the point is at a line's end`() throws {
        let track = try #require(PathTrack(Self.short, keyTimes: nil, mode: .discrete))
        #expect([0.1, 0.4, 0.9, 1].map { track.point(at: $0).number } == [0, 10, 110, 110])
    }

    @Test func `a move is no keyframe`() throws {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: 10, y: 0))
        path.move(to: CGPoint(x: 100, y: 0))
        path.addLine(to: CGPoint(x: 110, y: 0))
        let track = try #require(PathTrack(path, keyTimes: nil))
        #expect(isNear(track.point(at: 0.25).number, 5))
        #expect(isNear(track.point(at: 0.75).number, 105))
    }

    @Test func `the direction is the path's`() throws {
        let corner = try #require(PathTrack(Self.polyline([(0, 0), (10, 0), (10, 10)]), keyTimes: nil))
        #expect(isNear(corner.angle(at: 0.25), 0))
        #expect(isNear(corner.angle(at: 0.75), .pi / 2))
        let circle = CGPath(ellipseIn: CGRect(x: -1, y: -1, width: 2, height: 2), transform: nil)
        let round = try #require(PathTrack(circle, keyTimes: nil, mode: .paced))
        for step in 0..<20 {
            let progress = (Double(step) + 0.5) / 20
            let at = round.point(at: progress)
            let angle = round.angle(at: progress)
            // Perpendicular to the radius.
            #expect(abs(cos(angle) * at.number + sin(angle) * at.second) < 1e-2)
        }
    }

    @Test func `a path without a line has no track`() {
        let empty = CGMutablePath()
        empty.move(to: .zero)
        #expect(PathTrack(empty, keyTimes: nil) == nil)
    }
}
