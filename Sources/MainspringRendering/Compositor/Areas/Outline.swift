internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// The edge of what a layer paints, in the layer's own coordinates.
struct Outline: Hashable {
    var rect: CGRect
    var radius: Double = 0
    var corners: CACornerMask = []
    /// Whether corners begin gently, as those of ``CALayerCornerCurve/continuous``.
    var isContinuous = false

    init(_ rect: CGRect) { self.rect = rect }

    /// The layer's own.
    init(_ values: LayerValues) {
        let edge = RoundedOutline(values)
        rect = edge.rect
        guard !edge.corners.isEmpty, edge.radius > 0 else { return }
        radius = edge.radius
        corners = edge.corners
        isContinuous = values.look.corners.curve == .continuous
    }

    /// The one that lies further inside everywhere; nil if nothing is left.
    func inset(by width: Double) -> Outline? {
        var inner = self
        inner.rect = rect.insetBy(dx: width, dy: width)
        inner.radius = max(radius - width, 0)
        return width * 2 < min(rect.width, rect.height) ? inner : nil
    }

    /// Of the corners, from the one at the least coordinates on round about.
    var radii: (Double, Double, Double, Double) {
        func radius(_ corner: CACornerMask) -> Double { corners.contains(corner) ? self.radius : 0 }
        return (
            radius(.layerMinXMinYCorner), radius(.layerMaxXMinYCorner), radius(.layerMaxXMaxYCorner),
            radius(.layerMinXMaxYCorner)
        )
    }

    /// As a path.
    var path: CGPath {
        let edge = RoundedOutline(rect: rect, radius: radius, corners: corners, isContinuous: isContinuous)
        return edge.path()
    }
}
