internal import Diagnostics
public import Foundation

/// The pace of an animation: what part of its way it has made after a part of its time.
///
/// Immutable; may be shared by threads. What animations do is what the control points say, whatever a subclass
/// overrides.
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: constant; a subclass has to be so too.

    private let first: SIMD2<Float>
    private let second: SIMD2<Float>
    /// The curve, ready to be evaluated.
    let curve: UnitBezier

    /// One of the named functions; an unknown name gives the linear one, with a sentence on standard error.
    public convenience init(name: CAMediaTimingFunctionName) {
        let points = name.controlPoints
        self.init(controlPoints: points.0, points.1, points.2, points.3)
    }

    /// A cubic Bézier curve from (0, 0) to (1, 1), by its two inner control points.
    ///
    /// The curve's x is time and has to run from 0 to 1 without turning: the control points' x count as lying in that
    /// range.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        first = SIMD2(c1x, c1y)
        second = SIMD2(c2x, c2y)
        curve = UnitBezier(first: (Double(c1x), Double(c1y)), second: (Double(c2x), Double(c2y)))
        super.init()
    }

    /// Writes the x and y of a control point: 0 and 3 are the ends (0, 0) and (1, 1). Any other index writes nothing.
    open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
        let points = [SIMD2(0, 0), first, second, SIMD2(1, 1)]
        guard points.indices.contains(idx) else {
            report("Mainspring: CAMediaTimingFunction has no control point \(idx): ask for one of 0 to 3.")
            return
        }
        ptr[0] = points[idx].x
        ptr[1] = points[idx].y
    }

    /// Functions of the same control points are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CAMediaTimingFunction else { return false }
        return other.first == first && other.second == second
    }

    /// The same for functions of the same control points.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(first)
        hasher.combine(second)
        return hasher.finalize()
    }

    /// The class and the two inner control points.
    open override var description: String {
        "CAMediaTimingFunction(\(first.x), \(first.y), \(second.x), \(second.y))"
    }
}
