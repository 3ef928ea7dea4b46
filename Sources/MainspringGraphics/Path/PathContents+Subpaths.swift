import Foundation

/// A subpath as it is stroked or measured: curves that hang together, without those that have no extent.
struct Subpath {
    var start: CGPoint
    var curves: [PathCurve] = []
    var isClosed = false
    /// Whether anything was drawn, even if it has no extent: a move alone draws nothing, a line to the same point is a
    /// dot.
    var isDrawn = false
}

extension PathContents {
    /// The subpaths in order. A closing line is a curve of its subpath, unless it has no extent.
    var subpaths: [Subpath] {
        var subpaths: [Subpath] = []
        var current = Subpath(start: .zero)
        // Whether the current subpath is to be kept: what follows a closing element without a move begins one where it
        // closed.
        var isOpen = false
        var point = CGPoint.zero
        func add(_ curve: PathCurve) {
            isOpen = true
            current.isDrawn = true
            if !curve.isDegenerate { current.curves.append(curve) }
            point = curve.end
        }
        func finish(next start: CGPoint) {
            if isOpen { subpaths.append(current) }
            current = Subpath(start: start)
            point = start
        }
        for element in elements {
            switch element {
            case .move(let start):
                finish(next: start)
                isOpen = true
            case .line(let end): add(.line(point, end))
            case .quad(let control, let end): add(.cubic(CubicCurve(start: point, control: control, end: end)))
            case .cubic(let control1, let control2, let end): add(.cubic(CubicCurve(point, control1, control2, end)))
            case .close:
                add(.line(point, current.start))
                current.isClosed = true
                finish(next: current.start)
                isOpen = false
            }
        }
        finish(next: point)
        return subpaths
    }
}
