internal import Foundation

/// Along what a constraint counts.
enum ConstraintAxis: Int, CaseIterable {
    case x, y
}

/// A line or the length of an axis.
enum ConstraintPart: Int32 {
    case low, middle, high, length

    /// The line's place as a part of the length.
    var position: CGFloat { CGFloat(rawValue) / 2 }
}

extension CAConstraintAttribute {
    var axis: ConstraintAxis { rawValue < 4 ? .x : .y }
    var part: ConstraintPart { ConstraintPart(rawValue: rawValue % 4) ?? .low }
}

/// Where something begins along an axis, and how long it is.
struct ConstraintSpan: Equatable {
    var low: CGFloat
    var length: CGFloat

    init(_ rect: CGRect, along axis: ConstraintAxis) {
        (low, length) = axis == .x ? (rect.minX, rect.width) : (rect.minY, rect.height)
    }

    /// The value of a line, or the length.
    subscript(part: ConstraintPart) -> CGFloat { part == .length ? length : low + length * part.position }

    /// Takes over what is known; of the rest what was.
    mutating func take(_ known: [(part: ConstraintPart, value: CGFloat)]) {
        let lines = known.filter { $0.part != .length }
        let wanted = known.first { $0.part == .length }
        if let wanted { length = wanted.value }
        guard let first = lines.first else { return }
        if wanted == nil, lines.count > 1 {
            let second = lines[1]
            length = (second.value - first.value) / (second.part.position - first.part.position)
        }
        low = first.value - length * first.part.position
    }
}
