package import Foundation
package import MainspringGraphics

/// The edge of a layer, with its rounded corners.
package struct RoundedOutline {
    package var rect: CGRect
    package var radius: CGFloat
    package var corners: CACornerMask
    /// Whether corners begin gently; else they are parts of circles.
    package var isContinuous: Bool

    package init(rect: CGRect, radius: CGFloat, corners: CACornerMask, isContinuous: Bool) {
        (self.rect, self.radius, self.corners, self.isContinuous) = (rect, radius, corners, isContinuous)
    }

    package init(_ values: LayerValues) {
        rect = values.geometry.bounds
        let wanted = values.look.corners.radius
        radius = wanted > 0 ? min(wanted, min(rect.width, rect.height) / 2) : 0
        corners = values.look.corners.masked
        isContinuous = values.look.corners.curve == .continuous
    }

    /// The edge that lies further inside everywhere; nil if nothing is left.
    package func inset(by width: CGFloat) -> RoundedOutline? {
        var inner = self
        inner.rect = rect.insetBy(dx: width, dy: width)
        inner.radius = max(radius - width, 0)
        return width * 2 < min(rect.width, rect.height) ? inner : nil
    }

    /// The edge as a path.
    package func path() -> CGPath {
        guard radius > 0, !corners.isEmpty else { return CGPath(rect: rect, transform: nil) }
        let path = CGMutablePath()
        path.move(to: CGPoint(x: rect.midX, y: rect.minY))
        let turns: [(CACornerMask, CGPoint, CGPoint, CGPoint)] = [
            (
                .layerMaxXMinYCorner, CGPoint(x: rect.midX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
                CGPoint(x: rect.maxX, y: rect.midY)
            ),
            (
                .layerMaxXMaxYCorner, CGPoint(x: rect.maxX, y: rect.midY), CGPoint(x: rect.maxX, y: rect.maxY),
                CGPoint(x: rect.midX, y: rect.maxY)
            ),
            (
                .layerMinXMaxYCorner, CGPoint(x: rect.midX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
                CGPoint(x: rect.minX, y: rect.midY)
            ),
            (
                .layerMinXMinYCorner, CGPoint(x: rect.minX, y: rect.midY), CGPoint(x: rect.minX, y: rect.minY),
                CGPoint(x: rect.midX, y: rect.minY)
            ),
        ]
        for (corner, before, point, next) in turns {
            if !corners.contains(corner) {
                path.addLine(to: point)
            } else if isContinuous {
                addGentleCorner(to: path, from: before, point, next)
            } else {
                path.addArc(tangent1End: point, tangent2End: next, radius: radius)
            }
        }
        path.closeSubpath()
        return path
    }
}

// MARK: Gentle corners

extension RoundedOutline {
    /// So much farther than its radius reaches a corner that begins gently.
    private static let gentleReach = 1.528665

    /// How far the ends and control points of three curves lie from the corner, in radii: along the edge that comes first, and along the one
    /// that comes next.
    ///
    /// Of a corner that begins gently by measurements of UIKit's `UIBezierPath(roundedRect:cornerRadius:)` that PaintCode has published; that layers
    /// have the same is assumed.
    private static let gentle: [(Double, Double)] = [
        (1.528665, 0), (1.088493, 0), (0.868407, 0), (0.631494, 0.074911), (0.372824, 0.169060), (0.169060, 0.372824),
        (0.074911, 0.631494), (0, 0.868407), (0, 1.088493), (0, 1.528665),
    ]

    /// The same of a circle, whose arc is three of 30 degrees.
    private static let circle: [(Double, Double)] = {
        let arm = 4.0 / 3 * tan(Double.pi / 24)
        var points: [(Double, Double)] = [(1, 0)]
        for index in 0..<3 {
            let (a, b) = (Double(index) * .pi / 6, Double(index + 1) * .pi / 6)
            points += [
                (1 - sin(a) - arm * cos(a), 1 - cos(a) + arm * sin(a)),
                (1 - sin(b) + arm * cos(b), 1 - cos(b) - arm * sin(b)),
                (1 - sin(b), 1 - cos(b)),
            ]
        }
        return points
    }()

    /// Where there is no room for a gentle beginning it becomes a circle by and by.
    private func addGentleCorner(to path: CGMutablePath, from before: CGPoint, _ corner: CGPoint, _ next: CGPoint) {
        let room = min(rect.width, rect.height) / 2 / radius
        let part = min(max((room - 1) / (Self.gentleReach - 1), 0), 1)
        func direction(_ point: CGPoint) -> CGVector {
            let (x, y) = (point.x - corner.x, point.y - corner.y)
            let length = max(abs(x), abs(y))
            return length > 0 ? CGVector(dx: x / length, dy: y / length) : CGVector(dx: 0, dy: 0)
        }
        let (first, second) = (direction(before), direction(next))
        let points = zip(Self.circle, Self.gentle).map { round, gentle in
            let along = (round.0 + (gentle.0 - round.0) * part) * radius
            let across = (round.1 + (gentle.1 - round.1) * part) * radius
            return CGPoint(
                x: corner.x + first.dx * along + second.dx * across, y: corner.y + first.dy * along + second.dy * across
            )
        }
        path.addLine(to: points[0])
        for index in stride(from: 1, to: 10, by: 3) {
            path.addCurve(to: points[index + 2], control1: points[index], control2: points[index + 1])
        }
    }
}
