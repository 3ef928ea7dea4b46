import Foundation

@testable import MainspringGraphics

extension CGPath {
    /// Its elements as letters and numbers with up to three digits, in the manner of SVG.
    var written: String {
        func number(_ value: CGFloat) -> String {
            guard abs(value) < 1e9 else { return "\(value)" }
            let rounded = (value.native * 1000).rounded() / 1000
            return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
        }
        var words: [String] = []
        applyWithBlock { element in
            let (letter, count) =
                switch element.pointee.type {
                case .moveToPoint: ("M", 1)
                case .addLineToPoint: ("L", 1)
                case .addQuadCurveToPoint: ("Q", 2)
                case .addCurveToPoint: ("C", 3)
                case .closeSubpath: ("Z", 0)
                }
            words.append(letter)
            for index in 0..<count {
                let point = element.pointee.points[index]
                words.append("\(number(point.x)),\(number(point.y))")
            }
        }
        return words.joined(separator: " ")
    }

    /// Points along its curves, closely spaced, subpath by subpath; the reference for what is computed in closed form.
    func sampled(_ count: Int = 500) -> [[CGPoint]] {
        contents.subpaths.map { subpath in
            [subpath.start]
                + subpath.curves.flatMap { curve in
                    (1...count).map { curve.point(at: CGFloat($0) / CGFloat(count)) }
                }
        }
    }
}

/// The distance of a point from a polyline. Plain numbers, since it is asked a million times in unoptimized builds.
func distance(_ point: CGPoint, _ line: [CGPoint]) -> CGFloat {
    let (x, y) = (point.x.native, point.y.native)
    var smallest = Double.infinity
    var (startX, startY) = (line[0].x.native - x, line[0].y.native - y)
    for index in line.indices {
        let (endX, endY) = (line[index].x.native - x, line[index].y.native - y)
        let (wayX, wayY) = (endX - startX, endY - startY)
        let square = wayX * wayX + wayY * wayY
        var fraction = 0.0
        if square > 0 {
            fraction = -(startX * wayX + startY * wayY) / square
            if fraction < 0 { fraction = 0 } else if fraction > 1 { fraction = 1 }
        }
        let (nearX, nearY) = (startX + wayX * fraction, startY + wayY * fraction)
        let away = nearX * nearX + nearY * nearY
        if away < smallest { smallest = away }
        (startX, startY) = (endX, endY)
    }
    return CGFloat(smallest.squareRoot())
}

/// How often closed polylines go round a point, by the angles under which it sees them.
func windingByAngles(_ point: CGPoint, _ lines: [[CGPoint]]) -> Int {
    var sum: CGFloat = 0
    for line in lines {
        guard let first = line.first else { continue }
        var (startX, startY) = ((first.x - point.x).native, (first.y - point.y).native)
        for index in line.indices {
            let end = line[(index + 1) % line.count]
            let (endX, endY) = ((end.x - point.x).native, (end.y - point.y).native)
            sum += CGFloat(atan2(startX * endY - startY * endX, startX * endX + startY * endY))
            (startX, startY) = (endX, endY)
        }
    }
    return Int((sum / (2 * .pi)).rounded())
}
