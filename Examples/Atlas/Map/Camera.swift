import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

/// What part of the map is seen.
struct Camera: Equatable, Sendable {
    /// The point of the map in the middle of the view.
    var center: CGPoint
    /// How many points of the view a point of the map has.
    var zoom: CGFloat

    static let world = Camera(center: CGPoint(x: Projection.size.width / 2, y: Projection.size.height / 2), zoom: 1)
    static let zooms: ClosedRange<CGFloat> = 1...220

    init(center: CGPoint, zoom: CGFloat) { (self.center, self.zoom) = (center, zoom) }

    /// The one whose ``position(in:)`` in a view is known.
    init(position: CGPoint, zoom: CGFloat, in view: CGSize) {
        self.zoom = zoom
        center = CGPoint(
            x: Projection.size.width / 2 - (position.x - view.width / 2) / zoom,
            y: Projection.size.height / 2 - (position.y - view.height / 2) / zoom)
    }

    /// Where the middle of the map's layer lies in a view.
    func position(in view: CGSize) -> CGPoint {
        CGPoint(
            x: view.width / 2 + (Projection.size.width / 2 - center.x) * zoom,
            y: view.height / 2 + (Projection.size.height / 2 - center.y) * zoom)
    }

    var transform: CATransform3D { CATransform3DMakeScale(zoom, zoom, 1) }

    /// The point of the map at a point of a view.
    func point(at place: CGPoint, in view: CGSize) -> CGPoint {
        CGPoint(
            x: center.x + (place.x - view.width / 2) / zoom, y: center.y + (place.y - view.height / 2) / zoom)
    }

    /// What is seen in a view.
    func visible(in view: CGSize) -> CGRect {
        let (width, height) = (view.width / zoom, view.height / zoom)
        return CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }

    /// Moved by a way on the screen.
    func moved(by way: CGVector) -> Camera {
        Camera(center: CGPoint(x: center.x - way.dx / zoom, y: center.y - way.dy / zoom), zoom: zoom).kept
    }

    /// Nearer or farther, so that a point of the view shows the same as before.
    func zoomed(by factor: CGFloat, at place: CGPoint, in view: CGSize) -> Camera {
        let fixed = point(at: place, in: view)
        let new = min(max(zoom * factor, Self.zooms.lowerBound), Self.zooms.upperBound)
        return Camera(
            center: CGPoint(
                x: fixed.x - (place.x - view.width / 2) / new, y: fixed.y - (place.y - view.height / 2) / new),
            zoom: new
        ).kept
    }

    /// The same, with its middle on the map.
    private var kept: Camera {
        Camera(
            center: CGPoint(
                x: min(max(center.x, 0), Projection.size.width), y: min(max(center.y, 0), Projection.size.height)),
            zoom: zoom)
    }

    /// The way to another one that seems the shortest: away from the map, over it, and near again.
    ///
    /// Source: J. J. van Wijk and W. A. A. Nuij, “Smooth and efficient zooming and panning”, InfoVis 2003, equation 9.
    /// - Parameter count: How many there are, the ends among them; at least 2.
    /// - Returns: Cameras at even distances of what is seen to move, and that distance in all.
    func path(to other: Camera, view: CGSize, count: Int) -> (cameras: [Camera], length: CGFloat) {
        let rho: CGFloat = 1.35
        let (w0, w1) = (view.width / zoom, view.width / other.zoom)
        let (dx, dy) = (other.center.x - center.x, other.center.y - center.y)
        let u1 = hypot(dx, dy)
        let steps = (0..<count).map { CGFloat($0) / CGFloat(count - 1) }
        guard u1 > 1e-6 else {
            let length = abs(log(w1 / w0)) / rho
            return (steps.map { Camera(center: center, zoom: view.width / (w0 * pow(w1 / w0, $0))) }, length)
        }
        func r(_ w: CGFloat, _ sign: CGFloat) -> CGFloat {
            let b = (w1 * w1 - w0 * w0 + sign * pow(rho, 4) * u1 * u1) / (2 * w * rho * rho * u1)
            return log(-b + (b * b + 1).squareRoot())
        }
        let (r0, r1) = (r(w0, 1), r(w1, -1))
        let length = (r1 - r0) / rho
        let cameras = steps.map { step in
            let s = step * length
            let u = w0 / (rho * rho) * (cosh(r0) * tanh(rho * s + r0) - sinh(r0))
            let w = w0 * cosh(r0) / cosh(rho * s + r0)
            let part = u / u1
            return Camera(center: CGPoint(x: center.x + dx * part, y: center.y + dy * part), zoom: view.width / w)
        }
        return (cameras, length)
    }
}
