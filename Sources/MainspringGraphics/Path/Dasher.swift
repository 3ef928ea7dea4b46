import Foundation

/// Cuts subpaths into dashes by arc length.
struct Dasher {
    /// More dashes than this are not made: a pattern that fine is a mistake, and would take all memory.
    private static let greatestCount: CGFloat = 1_000_000

    /// The pieces of the dash that is being drawn, and of those before it.
    private var finished: [[PathCurve]] = []
    private var open: [PathCurve]?

    /// The dashes of subpaths; nil if there are too many.
    static func dashes(of subpaths: [Subpath], pattern: DashPattern) -> PathContents? {
        let measured = subpaths.map { $0.curves.map(CurveLength.init) }
        let total = measured.joined().reduce(0) { $0 + $1.length }
        let count = total / pattern.period * CGFloat(pattern.lengths.count)
        guard total.isFinite, count <= greatestCount else { return nil }
        var contents = PathContents()
        for (subpath, curves) in zip(subpaths, measured) where subpath.isDrawn {
            if curves.isEmpty {
                // A dot stays a dot, unless the pattern begins with a gap.
                if pattern.first.index % 2 == 0 { contents.add(dash: [.line(subpath.start, subpath.start)]) }
                continue
            }
            var dasher = Dasher()
            let isWhole = dasher.cut(curves, pattern)
            if isWhole, subpath.isClosed {
                contents.add(dash: subpath.curves, isClosed: true)
            } else {
                for dash in dasher.joined(isClosed: subpath.isClosed) { contents.add(dash: dash) }
            }
        }
        return contents
    }

    /// Goes along the curves of a subpath; true if one dash covers all of them.
    private mutating func cut(_ curves: [CurveLength], _ pattern: DashPattern) -> Bool {
        var (index, rest) = pattern.first
        var hasGap = index % 2 != 0
        open = hasGap ? nil : []
        for curve in curves {
            var position: CGFloat = 0
            // What is left of the current length ends within the curve.
            while rest <= curve.length - position {
                let end = position + rest
                open?.append(rest > 0 ? curve.part(from: position, to: end) : .dot(curve, at: position))
                position = end
                index = (index + 1) % pattern.lengths.count
                rest = pattern.lengths[index]
                if index % 2 == 0 {
                    open = []
                } else {
                    if let open { finished.append(open) }
                    open = nil
                    hasGap = true
                }
            }
            if position < curve.length { open?.append(curve.part(from: position, to: curve.length)) }
            rest -= curve.length - position
        }
        return !hasGap
    }

    /// The dashes; in a closed subpath the last one goes on in the first one.
    private func joined(isClosed: Bool) -> [[PathCurve]] {
        var dashes = finished
        guard let open, !open.isEmpty else { return dashes }
        if isClosed, let first = dashes.first, let begin = first.first, let end = open.last, end.end == begin.start {
            dashes[0] = open + first
        } else {
            dashes.append(open)
        }
        return dashes
    }
}

extension PathCurve {
    /// A line of no length on a curve.
    fileprivate static func dot(_ curve: CurveLength, at length: CGFloat) -> PathCurve {
        let point = curve.curve.point(at: curve.parameter(atLength: length))
        return .line(point, point)
    }
}

extension PathContents {
    fileprivate mutating func add(dash: [PathCurve], isClosed: Bool = false) {
        guard let first = dash.first else { return }
        move(to: first.start)
        for curve in dash { add(curve.element) }
        if isClosed { close() }
    }
}
