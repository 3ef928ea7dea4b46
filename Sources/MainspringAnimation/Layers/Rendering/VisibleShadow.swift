package import Foundation
package import MainspringGraphics

/// A shadow that is seen.
package struct VisibleShadow {
    package var color: CGColor
    package var offset: CGSize
    package var radius: CGFloat
}

extension LayerValues {
    /// The layer's shadow; nil where it has none, or cuts it off itself.
    package var visibleShadow: VisibleShadow? {
        let shadow = look.shadow
        guard shadow.opacity > 0, !masksToBounds, let color = shadow.color, shadow.offset.width.isFinite,
            shadow.offset.height.isFinite, shadow.radius.isFinite,
            let faint = color.copy(alpha: color.alpha * CGFloat(min(shadow.opacity, 1)))
        else { return nil }
        return VisibleShadow(color: faint, offset: shadow.offset, radius: max(shadow.radius, 0))
    }
}
