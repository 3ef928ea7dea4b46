public import Foundation

/// Ours: a path measured by arc length, to find points and directions along it.
///
/// Making one costs some fifteen microseconds a curve, a point one; it is a value of its own that later changes to a
/// mutable path do not reach. Lengths are right to ten digits, except along a curve that stops and turns back within
/// itself, where they are right to six.
///
/// A subpath's move begins it and is no segment. A closing line is one, unless it has no length. A segment whose points
/// are all one has no length and is kept, so that the segments are the steps that were written.
public struct CGPathMeasure: Sendable {
    /// The segments in the order of the path.
    public let segments: [Segment]
    /// The sum of the segments' lengths; the gaps between subpaths do not count.
    public let length: CGFloat
    let subpaths: [MeasuredSubpath]

    /// Which segments make a subpath.
    struct MeasuredSubpath {
        var segments: Range<Int>
        var isClosed = false
    }

    /// Measures a path as it is now.
    public init(_ path: CGPath) {
        var segments: [Segment] = []
        var sum: CGFloat = 0
        var subpaths: [MeasuredSubpath] = []
        var (point, start, isOpen) = (CGPoint.zero, CGPoint.zero, false)
        func add(_ curve: PathCurve, isClosing: Bool = false) {
            if !isOpen {
                subpaths.append(MeasuredSubpath(segments: segments.count..<segments.count))
                isOpen = true
            }
            let (measured, last) = (CurveLength(curve), subpaths.count - 1)
            segments.append(Segment(measured: measured, startLength: sum, subpath: last, isClosing: isClosing))
            subpaths[last].segments = subpaths[last].segments.lowerBound..<segments.count
            sum += measured.length
            point = curve.end
        }
        for element in path.contents.elements {
            switch element {
            case .move(let begin): (point, start, isOpen) = (begin, begin, false)
            case .line(let end): add(.line(point, end))
            case .quad(let control, let end): add(.cubic(CubicCurve(start: point, control: control, end: end)))
            case .cubic(let control1, let control2, let end): add(.cubic(CubicCurve(point, control1, control2, end)))
            case .close:
                if point != start { add(.line(point, start), isClosing: true) }
                if isOpen { subpaths[subpaths.count - 1].isClosed = true }
                (point, isOpen) = (start, false)
            }
        }
        (self.segments, self.subpaths, length) = (segments, subpaths, sum)
    }

    /// The point after a length along the path, which is taken within the path's; nil if the path has no segment.
    public func point(atLength length: CGFloat) -> CGPoint? {
        segment(atLength: length).map { $0.point(atLength: length - $0.startLength) }
    }

    /// The direction of length 1 after a length along the path; nil if the path has no segment with a direction there.
    ///
    /// In a corner it is the one of the segment that ends there.
    public func tangent(atLength length: CGFloat) -> CGVector? {
        guard let segment = segment(atLength: length) else { return nil }
        let tangent = segment.tangent(at: segment.parameter(atLength: length - segment.startLength))
        return tangent == .zero ? nil : tangent
    }

    /// The segment in which a length along the path lies: in a corner the one that ends there, at 0 the first one; nil
    /// if there is none.
    ///
    /// A number that is none counts as 0. Segments without a length are passed over, if there is another.
    public func segment(atLength length: CGFloat) -> Segment? {
        var (low, high) = (0, segments.count - 1)
        guard high >= 0 else { return nil }
        while low < high {
            let middle = (low + high) / 2
            // A length of 0 lies in the first segment that has any.
            let end = segments[middle].startLength + segments[middle].length
            if end >= length, end > 0 { high = middle } else { low = middle + 1 }
        }
        if length.isNaN { return segments.first { $0.length > 0 } ?? segments[0] }
        if segments[low].length == 0, let last = segments[...low].last(where: { $0.length > 0 }) { return last }
        return segments[low]
    }
}
