public import Foundation

extension CGPath {
    /// The path with straight lines in the place of its curves, nowhere farther away from them than a threshold.
    ///
    /// A threshold that is no positive number is taken as a millionth of the path's size. Each curve becomes equal
    /// steps of its parameter, as many as Wang, Shi and Liu's bound asks for, at most 65,536.
    public func flattened(threshold: CGFloat) -> CGPath {
        let box = boundingBox
        let finest = box.isNull ? 1 : max(box.width, box.height, .leastNormalMagnitude) * 1e-6
        return CGPath(contents: contents.flattened(tolerance: threshold > 0 ? threshold : finest))
    }
}

extension PathContents {
    func flattened(tolerance: CGFloat) -> PathContents {
        var flat = PathContents()
        for element in elements {
            switch element {
            case .quad(let control, let end):
                flat.addLines(along: CubicCurve(start: flat.currentPoint, control: control, end: end), tolerance)
            case .cubic(let control1, let control2, let end):
                flat.addLines(along: CubicCurve(flat.currentPoint, control1, control2, end), tolerance)
            default: flat.add(element)
            }
        }
        return flat
    }

    private mutating func addLines(along cubic: CubicCurve, _ tolerance: CGFloat) {
        let count = cubic.stepCount(tolerance: tolerance)
        for step in 1..<count where count > 1 { addLine(to: cubic.point(at: CGFloat(step) / CGFloat(count))) }
        addLine(to: cubic.end)
    }
}
