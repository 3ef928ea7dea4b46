import Foundation

extension PathContents {
    /// How far the control points of a quarter of a circle are from its ends, for a radius of 1: 4/3 (√2 - 1).
    static let quarterHandle: CGFloat = 4.0 / 3 * (2.squareRoot() - 1)

    mutating func addRect(_ rect: CGRect, transform: CGAffineTransform) {
        guard !rect.isNull else { return }
        let corners = [
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
            CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
        ]
        addClosed(.move(corners[0]), corners.dropFirst().map { .line($0) }, transform: transform)
    }

    mutating func addLines(between points: [CGPoint], transform: CGAffineTransform) {
        guard let first = points.first else { return }
        move(to: first.applying(transform))
        for point in points.dropFirst() { addLine(to: point.applying(transform)) }
    }

    mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform) {
        guard !rect.isNull else { return }
        let (handleX, handleY) = (rect.width / 2 * Self.quarterHandle, rect.height / 2 * Self.quarterHandle)
        let right = CGPoint(x: rect.maxX, y: rect.midY)
        let top = CGPoint(x: rect.midX, y: rect.maxY)
        let left = CGPoint(x: rect.minX, y: rect.midY)
        let bottom = CGPoint(x: rect.midX, y: rect.minY)
        let (x, y) = (CGVector(dx: handleX, dy: 0), CGVector(dx: 0, dy: handleY))
        addClosed(
            .move(right),
            [
                .cubic(control1: right + y, control2: top + x, end: top),
                .cubic(control1: top - x, control2: left + y, end: left),
                .cubic(control1: left - y, control2: bottom - x, end: bottom),
                .cubic(control1: bottom + x, control2: right - y, end: right),
            ], transform: transform)
    }

    mutating func addRoundedRect(
        _ rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform
    ) {
        guard !rect.isNull else { return }
        let cornerX = min(max(cornerWidth, 0), rect.width / 2)
        let cornerY = min(max(cornerHeight, 0), rect.height / 2)
        guard cornerX > 0, cornerY > 0 else { return addRect(rect, transform: transform) }
        // From a corner's start to where the control point lies.
        let (restX, restY) = (cornerX * (1 - Self.quarterHandle), cornerY * (1 - Self.quarterHandle))
        let (minX, minY, maxX, maxY) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        addClosed(
            .move(CGPoint(x: maxX, y: rect.midY)),
            [
                .line(CGPoint(x: maxX, y: maxY - cornerY)),
                .cubic(
                    control1: CGPoint(x: maxX, y: maxY - restY), control2: CGPoint(x: maxX - restX, y: maxY),
                    end: CGPoint(x: maxX - cornerX, y: maxY)),
                .line(CGPoint(x: minX + cornerX, y: maxY)),
                .cubic(
                    control1: CGPoint(x: minX + restX, y: maxY), control2: CGPoint(x: minX, y: maxY - restY),
                    end: CGPoint(x: minX, y: maxY - cornerY)),
                .line(CGPoint(x: minX, y: minY + cornerY)),
                .cubic(
                    control1: CGPoint(x: minX, y: minY + restY), control2: CGPoint(x: minX + restX, y: minY),
                    end: CGPoint(x: minX + cornerX, y: minY)),
                .line(CGPoint(x: maxX - cornerX, y: minY)),
                .cubic(
                    control1: CGPoint(x: maxX - restX, y: minY), control2: CGPoint(x: maxX, y: minY + restY),
                    end: CGPoint(x: maxX, y: minY + cornerY)),
            ], transform: transform)
    }

    /// Adds a closed subpath as a whole; nothing of it if one of its points is not finite.
    private mutating func addClosed(_ move: PathElement, _ rest: [PathElement], transform: CGAffineTransform) {
        var shape = PathContents()
        shape.add(move.applying(transform))
        for element in rest { shape.add(element.applying(transform)) }
        shape.close()
        guard shape.types.count == rest.count + 2 else { return }
        add(shape, transform: .identity)
    }
}
