import Foundation

/// A subpath as it is stroked or measured: curves that hang together, without those that have no extent.
struct Subpath {
    var start: CGPoint
    var curves: [PathCurve] = []
    var isClosed = false
    /// Whether anything was drawn, even if it has no extent: a move alone draws nothing, a line to the same point is a dot.
    var isDrawn = false
}

extension PathContents {
    /// The subpaths in order. A closing line is a curve of its subpath, unless it has no extent.
    var subpaths: [Subpath] {
        var subpaths: [Subpath] = []
        var current: Subpath?
        var point = CGPoint.zero
        // What follows a closing element without a move begins where the closed subpath did.
        func open() -> Subpath { Subpath(start: point) }
        for element in elements {
            switch element {
            case .move(let start):
                if let current { subpaths.append(current) }
                current = Subpath(start: start)
                point = start
            case .line(let end):
                (current, point) = (appending(.line(point, end), to: current ?? open()), end)
            case .quad(let control, let end):
                let cubic = CubicCurve(start: point, control: control, end: end)
                (current, point) = (appending(.cubic(cubic), to: current ?? open()), end)
            case .cubic(let control1, let control2, let end):
                let cubic = CubicCurve(point, control1, control2, end)
                (current, point) = (appending(.cubic(cubic), to: current ?? open()), end)
            case .close:
                var closed = appending(.line(point, (current ?? open()).start), to: current ?? open())
                closed.isClosed = true
                point = closed.start
                subpaths.append(closed)
                current = nil
            }
        }
        if let current { subpaths.append(current) }
        return subpaths
    }

    private func appending(_ curve: PathCurve, to subpath: Subpath) -> Subpath {
        var subpath = subpath
        subpath.isDrawn = true
        if !curve.isDegenerate { subpath.curves.append(curve) }
        return subpath
    }
}
