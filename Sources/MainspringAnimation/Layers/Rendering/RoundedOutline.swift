internal import Foundation
internal import MainspringGraphics

/// The edge of a layer, with its rounded corners, which are parts of circles.
struct RoundedOutline {
    var rect: CGRect
    var radius: CGFloat
    var corners: CACornerMask

    init(_ values: LayerValues) {
        rect = values.geometry.bounds
        let wanted = values.look.corners.radius
        radius = wanted > 0 ? min(wanted, min(rect.width, rect.height) / 2) : 0
        corners = values.look.corners.masked
    }

    /// The edge that lies further inside everywhere; nil if nothing is left.
    func inset(by width: CGFloat) -> RoundedOutline? {
        var inner = self
        inner.rect = rect.insetBy(dx: width, dy: width)
        inner.radius = max(radius - width, 0)
        return width * 2 < min(rect.width, rect.height) ? inner : nil
    }

    /// The edge as a path.
    func path() -> CGPath {
        guard radius > 0, !corners.isEmpty else { return CGPath(rect: rect, transform: nil) }
        let path = CGMutablePath()
        path.move(to: CGPoint(x: rect.midX, y: rect.minY))
        let turns: [(CACornerMask, CGPoint, CGPoint)] = [
            (.layerMaxXMinYCorner, CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.midY)),
            (.layerMaxXMaxYCorner, CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.midX, y: rect.maxY)),
            (.layerMinXMaxYCorner, CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.midY)),
            (.layerMinXMinYCorner, CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.midX, y: rect.minY)),
        ]
        for (corner, point, next) in turns {
            if corners.contains(corner) {
                path.addArc(tangent1End: point, tangent2End: next, radius: radius)
            } else {
                path.addLine(to: point)
            }
        }
        path.closeSubpath()
        return path
    }
}
