internal import Foundation
internal import MainspringGraphics

/// Areas that go farther than a renderer can count, cut off well outside of what is seen.
///
/// Each subpath is cut by the four sides of a square, one after another (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). What
/// runs along the square's sides fills nothing inside that was not filled, since both rules count crossings.
struct FarPath {
    private let farthest: CGFloat

    init(farthest: CGFloat) { self.farthest = farthest }

    /// The area of a path, as far as it lies within the square.
    func cut(_ path: CGPath) -> CGPath {
        let result = CGMutablePath()
        let flat = path.flattened(threshold: 0.05)
        var polygon: [CGPoint] = []
        flat.applyWithBlock { element in
            switch element.pointee.type {
            case .moveToPoint:
                close(&polygon, into: result)
                polygon = [element.pointee.points[0]]
            case .closeSubpath: close(&polygon, into: result)
            default: polygon.append(element.pointee.points[0])
            }
        }
        close(&polygon, into: result)
        return result
    }

    private func close(_ polygon: inout [CGPoint], into result: CGMutablePath) {
        defer { polygon = polygon.first.map { [$0] } ?? [] }
        var kept = polygon
        for side in 0..<4 where !kept.isEmpty { kept = cut(kept, side) }
        if kept.count > 2 {
            result.addLines(between: kept)
            result.closeSubpath()
        }
    }

    /// What lies on the inner side of one side of the square.
    private func cut(_ polygon: [CGPoint], _ side: Int) -> [CGPoint] {
        // How far inside a point is.
        func depth(_ point: CGPoint) -> CGFloat {
            switch side {
            case 0: farthest - point.x
            case 1: farthest + point.x
            case 2: farthest - point.y
            default: farthest + point.y
            }
        }
        var kept: [CGPoint] = []
        guard var last = polygon.last else { return [] }
        for point in polygon {
            let (before, now) = (depth(last), depth(point))
            if (before < 0) != (now < 0) {
                let part = before / (before - now)
                var meeting = CGPoint(x: last.x + (point.x - last.x) * part, y: last.y + (point.y - last.y) * part)
                // Of numbers this large the sum is anywhere near the side: it is on it.
                switch side {
                case 0: meeting.x = farthest
                case 1: meeting.x = -farthest
                case 2: meeting.y = farthest
                default: meeting.y = -farthest
                }
                kept.append(meeting)
            }
            if now >= 0 { kept.append(point) }
            last = point
        }
        return kept
    }
}
