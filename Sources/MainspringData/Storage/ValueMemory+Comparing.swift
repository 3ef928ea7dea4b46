internal import Foundation

/// Comparing the values of two objects of a layout.
extension ValueMemory {
    /// Whether a value is the same in both. Relationships to one are compared by identity, those to many, and fetched properties, are always.
    @inline(__always)
    func isSame(_ place: SlotPlace, as other: ValueMemory) -> Bool {
        switch place.kind {
        case .integer16: isSameWord(place, as: other, Int16.self)
        case .integer32: isSameWord(place, as: other, Int32.self)
        case .integer64, .boolean: isSameWord(place, as: other, place.kind == .boolean ? 1 : 8)
        case .float: isSameWord(place, as: other, UInt32.self)
        // By their bits: one that is no number is the same as itself.
        case .double, .date: isSameWord(place, as: other, UInt64.self)
        case .uuid: isSameWord(place, as: other, 16)
        case .string:
            isSameReference(place, as: other)
                || ExactEquality.areSame(
                    counted(place, as: String?.self).pointee, other.counted(place, as: String?.self).pointee)
        case .data:
            isSameReference(place, as: other)
                || counted(place, as: Data?.self).pointee == other.counted(place, as: Data?.self).pointee
        case .object: Self.isSame(reference(place), other.reference(place))
        case .toOne: isSameDestination(place, as: other)
        case .toMany, .ordered, .fetched, .missing: true
        }
    }

    private func isSameWord<Word: BitwiseCopyable & Equatable>(
        _ place: SlotPlace, as other: ValueMemory, _ type: Word.Type
    ) -> Bool {
        isNil(place) == other.isNil(place) && word(place, as: type) == other.word(place, as: type)
    }

    private func isSameWord(_ place: SlotPlace, as other: ValueMemory, _ size: Int) -> Bool {
        guard isNil(place) == other.isNil(place) else { return false }
        let offset = Int(place.offset)
        return isNil(place) || memcmp(base + offset, other.base + offset, size) == 0
    }

    /// Whether a text, or data, has the same bits in both: what it refers to is one object then. A copy of an object's values has
    /// most of them so.
    @inline(__always)
    func isSameReference(_ place: SlotPlace, as other: ValueMemory) -> Bool {
        let (left, right) = (base + Int(place.offset), other.base + Int(place.offset))
        return left.load(as: UInt64.self) == right.load(as: UInt64.self)
            && left.load(fromByteOffset: 8, as: UInt64.self) == right.load(fromByteOffset: 8, as: UInt64.self)
    }

    private static func isSame(_ left: AnyObject?, _ right: AnyObject?) -> Bool {
        if left === right { return true }
        guard let left, let right else { return false }
        return ExactEquality.areSame((left as? ValueBox)?.value ?? left, (right as? ValueBox)?.value ?? right)
    }

    private func isSameDestination(_ place: SlotPlace, as other: ValueMemory) -> Bool {
        if reference(place) === other.reference(place) { return true }
        return destinationKey(place) == other.destinationKey(place)
    }
}
