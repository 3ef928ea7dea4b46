public import Foundation

extension CGMutablePath {
    /// Adds a rectangle, which begins in its corner of the smallest coordinates and goes along x first; nothing for the
    /// null one.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        change { $0.addRect(rect, transform: transform) }
    }

    /// Adds rectangles in order.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        change { contents in
            for rect in rects { contents.addRect(rect, transform: transform) }
        }
    }

    /// Begins a subpath at the first point and adds lines to the others.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        change { $0.addLines(between: points, transform: transform) }
    }

    /// Adds an ellipse of four cubic curves in a rectangle; it begins at the greatest x and goes towards the greatest
    /// y.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        change { $0.addEllipse(in: rect, transform: transform) }
    }

    /// Adds a rectangle with elliptical corners; it begins in the middle of the side of the greatest x, towards the
    /// greatest y.
    ///
    /// **Differences from Apple**: corners that are larger than half the rectangle are taken as half of it, and
    /// negative ones as zero, where Apple's stops the program.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        change {
            $0.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform)
        }
    }

    /// Adds an arc of a circle, after a line from the current point to its start if there is one.
    ///
    /// - Parameters:
    ///   - startAngle: Where it begins, in radians from the x axis towards the y axis.
    ///   - endAngle: Where it ends, in radians.
    ///   - clockwise: The direction where y points up: false for growing angles, true for shrinking ones. A turn from 0
    ///     to 2 π is a full circle if false, and nothing if true.
    ///
    /// Of an arc of more than two turns one turn and the rest are drawn.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let delta = Arc.delta(from: startAngle, to: endAngle, clockwise: clockwise)
        change {
            $0.addArc(Arc(center: center, radius: radius, start: startAngle, delta: delta), transform: transform)
        }
    }

    /// Adds an arc of a circle that covers an angle, after a line from the current point to its start if there is one.
    ///
    /// The angles are in radians; a positive `delta` goes from the x axis towards the y axis. Of more than two turns
    /// one turn and the rest are drawn.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        change {
            $0.addArc(
                Arc(center: center, radius: radius, start: startAngle, delta: Arc.limited(delta)),
                transform: transform)
        }
    }

    /// Adds the arc of a circle that touches the line from the current point to the first tangent point and the one
    /// from there to the second, after a line to where it begins.
    ///
    /// If the three points are on one line, or the radius is zero, there is only the line to the first tangent point.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        change {
            $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: transform)
        }
    }
}
