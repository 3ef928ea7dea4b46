internal import Foundation
package import MainspringGraphics

extension PlaneMap {
    /// The map as a transform of the plane; nil where there is perspective in it, or a number that is none.
    package var affineTransform: CGAffineTransform? {
        let sum = r0.sum() + r1.sum() + r2.sum()
        guard isAffine, sum.isFinite else { return nil }
        return CGAffineTransform(a: r0.x, b: r0.y, c: r1.x, d: r1.y, tx: r2.x, ty: r2.y)
    }
}
