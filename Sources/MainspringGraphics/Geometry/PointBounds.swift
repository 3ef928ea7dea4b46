import Foundation

/// The smallest and the greatest coordinates of points seen so far; numbers that are none are passed over.
struct PointBounds {
    var minX = CGFloat.infinity
    var minY = CGFloat.infinity
    var maxX = -CGFloat.infinity
    var maxY = -CGFloat.infinity

    mutating func add(_ point: CGPoint) {
        if point.x < minX { minX = point.x }
        if point.x > maxX { maxX = point.x }
        if point.y < minY { minY = point.y }
        if point.y > maxY { maxY = point.y }
    }

    /// The rectangle around the points; null before the first one.
    var rect: CGRect {
        minX <= maxX && minY <= maxY ? CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) : .null
    }
}
