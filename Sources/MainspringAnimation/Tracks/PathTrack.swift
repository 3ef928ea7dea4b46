internal import Foundation
internal import MainspringGraphics

/// What a keyframe animation along a path does: the point on the path, and the direction there.
struct PathTrack: Sendable {
    private let measure: CGPathMeasure
    private let times: KeyTimes
    private let paces: [UnitBezier]
    private let mode: CAAnimationCalculationMode

    /// Nil where the path has no line or curve.
    /// - Parameters:
    ///   - keyTimes: When each segment begins, and when the last one ends; where they do not fit all take the same
    ///     time.
    ///   - paces: By segment; of those that are missing the pace is even.
    init?(_ path: CGPath, keyTimes: [Double]?, paces: [UnitBezier] = [], mode: CAAnimationCalculationMode = .linear) {
        measure = CGPathMeasure(path)
        self.mode = mode
        let count = measure.segments.count
        guard count > 0 else { return nil }
        self.paces = mode.isPaced || mode == .discrete ? [] : paces
        if mode.isPaced {
            times = KeyTimes(lengths: measure.segments.map { $0.length }) ?? KeyTimes(evenly: count)
        } else {
            // In the discrete mode each keyframe, the start among them, lasts to the next one.
            let steps = mode == .discrete ? count + 1 : count
            times = keyTimes.flatMap { KeyTimes($0, steps: steps) } ?? KeyTimes(evenly: steps)
        }
    }

    /// At which parts of the duration point and direction change; nil where they may change at any.
    var bounds: [Double]? { mode == .discrete ? times.bounds : nil }

    /// The point at a part of the duration.
    func point(at progress: Double) -> AnimatedValue {
        let point: CGPoint
        switch place(at: progress) {
        case .keyframe(let index):
            point = index == 0 ? measure.segments[0].start : measure.segments[index - 1].end
        case .along(let segment, let parameter): point = segment.point(at: parameter)
        }
        return .vector(SIMD4(point.x, point.y, 0, 0))
    }

    /// The direction at a part of the duration, as an angle from x towards y in radians; 0 where there is none.
    func angle(at progress: Double) -> Double {
        let tangent: CGVector
        switch place(at: progress) {
        case .keyframe(let index):
            tangent = index == 0 ? measure.segments[0].tangent(at: 0) : measure.segments[index - 1].tangent(at: 1)
        case .along(let segment, let parameter): tangent = segment.tangent(at: parameter)
        }
        return atan2(tangent.dy, tangent.dx)
    }

    private enum Place {
        case keyframe(Int)
        case along(CGPathMeasure.Segment, parameter: CGFloat)
    }

    private func place(at progress: Double) -> Place {
        var (index, part) = times.step(at: progress)
        if mode == .discrete { return .keyframe(index) }
        if index < paces.count { part = paces[index].value(at: part) }
        let segment = measure.segments[index]
        return .along(segment, parameter: mode.isPaced ? segment.parameter(atLength: part * segment.length) : part)
    }
}
