import Foundation

extension PathContents {
    /// The elements one after the other, with their points.
    var elements: Elements { Elements(contents: self) }

    struct Elements: Sequence, IteratorProtocol {
        private let contents: PathContents
        private var element = 0
        private var point = 0

        init(contents: PathContents) { self.contents = contents }

        mutating func next() -> PathElement? {
            guard element < contents.types.count else { return nil }
            let type = contents.types[element]
            let first = point
            element += 1
            point += type.pointCount
            switch type {
            case .moveToPoint: return .move(contents.points[first])
            case .addLineToPoint: return .line(contents.points[first])
            case .addQuadCurveToPoint:
                return .quad(control: contents.points[first], end: contents.points[first + 1])
            case .addCurveToPoint:
                return .cubic(
                    control1: contents.points[first], control2: contents.points[first + 1],
                    end: contents.points[first + 2])
            case .closeSubpath: return .close
            }
        }
    }

    /// Adds the elements of another path, each point mapped; those that come out infinite or as no number are left out.
    mutating func add(_ other: PathContents, transform: CGAffineTransform) {
        if transform.isIdentity, isEmpty {
            self = other
            return
        }
        for element in other.elements { add(element.applying(transform)) }
    }

    func applying(_ transform: CGAffineTransform) -> PathContents {
        guard !transform.isIdentity else { return self }
        var mapped = PathContents()
        mapped.add(self, transform: transform)
        return mapped
    }
}

extension PathElement {
    func applying(_ transform: CGAffineTransform) -> PathElement {
        switch self {
        case .move(let point): .move(point.applying(transform))
        case .line(let point): .line(point.applying(transform))
        case .quad(let control, let end): .quad(control: control.applying(transform), end: end.applying(transform))
        case .cubic(let control1, let control2, let end):
            .cubic(
                control1: control1.applying(transform), control2: control2.applying(transform),
                end: end.applying(transform))
        case .close: .close
        }
    }
}
