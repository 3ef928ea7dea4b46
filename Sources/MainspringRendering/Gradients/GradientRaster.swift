internal import Foundation
internal import MainspringGraphics

/// The colours of a gradient, pixel by pixel.
///
/// Each pixel has the colour at its centre. The parts of a line, a pair of circles and a turn are those of Apple's gradients: along a
/// line the projection; of circles the greatest one, with a radius that is not negative, that goes through the point; of a turn the angle.
struct GradientRaster {
    private let table: GradientTable
    private let geometry: CGGradientGeometry
    private let before: UInt32?
    private let after: UInt32?
    /// From pixels to the space in which the geometry is.
    private let map: CGAffineTransform

    init(
        _ table: GradientTable, _ geometry: CGGradientGeometry, _ options: CGGradientDrawingOptions,
        _ map: CGAffineTransform
    ) {
        (self.table, self.geometry, self.map) = (table, geometry, map)
        before = options.contains(.drawsBeforeStartLocation) ? table.first : nil
        after = options.contains(.drawsAfterEndLocation) ? table.last : nil
    }

    /// Writes a row of pixels, the first of which is at a place.
    func fill(_ line: UnsafeMutablePointer<UInt32>, count: Int, x: Int, y: Int) {
        let start = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(map)
        table.colors.withUnsafeBufferPointer { colors in
            switch geometry {
            case .linear(let from, let to): fillLinear(line, count, start, from, to, colors)
            case .radial(let center0, let radius0, let center1, let radius1):
                let circles = GradientCircles(center0, radius0, center1, radius1)
                for index in 0..<count {
                    let point = CGPoint(x: start.x + map.a * CGFloat(index), y: start.y + map.b * CGFloat(index))
                    line[index] =
                        circles.part(at: point, isBefore: before != nil, isAfter: after != nil).map {
                            color($0, colors)
                        } ?? 0
                }
            case .conic(let center, let angle):
                for index in 0..<count {
                    let point = CGPoint(x: start.x + map.a * CGFloat(index), y: start.y + map.b * CGFloat(index))
                    let turn = (atan2(point.y - center.y, point.x - center.x) - angle) / (2 * .pi)
                    line[index] = color((turn - turn.rounded(.down)).native, colors)
                }
            }
        }
    }

    private func fillLinear(
        _ line: UnsafeMutablePointer<UInt32>, _ count: Int, _ start: CGPoint, _ from: CGPoint, _ to: CGPoint,
        _ colors: UnsafeBufferPointer<UInt32>
    ) {
        let way = CGVector(dx: to.x - from.x, dy: to.y - from.y)
        let length = way.dx * way.dx + way.dy * way.dy
        guard length > 0 else {
            // Without a way all is after the end.
            return line.update(repeating: after ?? 0, count: count)
        }
        let first = ((start.x - from.x) * way.dx + (start.y - from.y) * way.dy) / length
        let step = (map.a * way.dx + map.b * way.dy) / length
        for index in 0..<count { line[index] = color((first + step * CGFloat(index)).native, colors) }
    }

    private func color(_ part: Double, _ colors: UnsafeBufferPointer<UInt32>) -> UInt32 {
        // What is no number, as at infinite distances, is before the start.
        guard part >= 0 else { return before ?? 0 }
        if part > 1 { return after ?? 0 }
        return colors[Int(part * Double(GradientTable.steps) + 0.5)]
    }
}

/// Circles that go from one to another, each with its part of the way.
struct GradientCircles {
    private let center: CGPoint
    private let radius: CGFloat
    private let way: CGVector
    private let growth: CGFloat
    /// Of the square of the part, in the equation for those that go through a point.
    private let square: CGFloat

    init(_ center0: CGPoint, _ radius0: CGFloat, _ center1: CGPoint, _ radius1: CGFloat) {
        (center, radius) = (center0, radius0)
        way = CGVector(dx: center1.x - center0.x, dy: center1.y - center0.y)
        growth = radius1 - radius0
        square = way.dx * way.dx + way.dy * way.dy - growth * growth
    }

    /// The part of the way of the circle that covers a point last; nil where none does.
    ///
    /// |p - c0 - t (c1 - c0)| = r0 + t (r1 - r0), which is a quadratic equation for t.
    func part(at point: CGPoint, isBefore: Bool, isAfter: Bool) -> Double? {
        let (x, y) = (point.x - center.x, point.y - center.y)
        let half = x * way.dx + y * way.dy + radius * growth
        let rest = x * x + y * y - radius * radius
        func isThere(_ part: CGFloat) -> Bool {
            radius + part * growth >= 0 && (part >= 0 || isBefore) && (part <= 1 || isAfter)
        }
        guard abs(square) > 1e-12 * max(1, growth * growth) else {
            guard half != 0 else { return nil }
            let part = rest / (2 * half)
            return isThere(part) ? part.native : nil
        }
        let discriminant = half * half - square * rest
        guard discriminant >= 0 else { return nil }
        let root = discriminant.squareRoot()
        let (one, other) = ((half + root) / square, (half - root) / square)
        let (greater, lesser) = (max(one, other), min(one, other))
        if isThere(greater) { return greater.native }
        return isThere(lesser) ? lesser.native : nil
    }
}
