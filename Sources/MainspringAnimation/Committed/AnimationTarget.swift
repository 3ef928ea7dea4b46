internal import Foundation

/// A property of a layer that an animation changes, or a member of one.
struct AnimationTarget: Hashable, Sendable {
    /// The property's name.
    let key: String
    /// The property, if every layer has it.
    let layerKey: LayerKey?
    /// What kind of value the whole property has.
    let kind: ValueKind
    let member: Member

    /// What of the property is changed.
    enum Member: Hashable, Sendable {
        case whole
        /// So many numbers of a vector, from an index on.
        case numbers(from: Int, count: Int)
        case transform(TransformMember)
        /// How far a transform moves along x and y.
        case translation
    }

    /// Nil where a property of that kind has no such member.
    init?(key: String, kind: ValueKind, path: String?) {
        self.key = key
        self.kind = kind
        layerKey = LayerKey(rawValue: key)
        if let path {
            guard let found = kind.members.first(where: { $0.name == path }) else { return nil }
            member = found.member
        } else {
            member = .whole
        }
    }

    /// What kind of value the member has.
    var memberKind: ValueKind {
        switch member {
        case .whole: kind
        case .numbers(_, 1), .transform: .number
        case .numbers(0, _): .point
        case .numbers, .translation: .size
        }
    }

    /// The member of a value of the property.
    func member(of value: AnimatedValue) -> AnimatedValue {
        switch (member, value) {
        case (.numbers(let first, let count), .vector(let vector)):
            .vector(SIMD4(vector[first], count > 1 ? vector[first + 1] : 0, 0, 0))
        case (.transform(let part), .transform(let matrix)): .vector(SIMD4(part.value(in: matrix), 0, 0, 0))
        case (.translation, .transform(let matrix)): .vector(SIMD4(matrix.r3.x, matrix.r3.y, 0, 0))
        default: value
        }
    }

    /// The property's value with another member.
    func setting(_ member: AnimatedValue, in value: AnimatedValue) -> AnimatedValue {
        switch (self.member, member, value) {
        case (.numbers(let first, let count), .vector(let numbers), .vector(var vector)):
            vector[first] = numbers.x
            if count > 1 { vector[first + 1] = numbers.y }
            return .vector(vector)
        case (.transform(let part), .vector(let number), .transform(let matrix)):
            return .transform(part.setting(number.x, in: matrix))
        case (.translation, .vector(let move), .transform(var matrix)):
            (matrix.r3.x, matrix.r3.y) = (move.x, move.y)
            return .transform(matrix)
        default: return member
        }
    }
}
