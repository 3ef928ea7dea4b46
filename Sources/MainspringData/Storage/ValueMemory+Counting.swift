internal import Foundation

/// What memory with counted values takes more than copying bytes.
extension ValueMemory {
    /// Makes a value nil, in memory that is all zero.
    func initialize(_ place: SlotPlace) {
        let address = base + Int(place.offset)
        switch place.kind {
        case .string: address.initializeMemory(as: String?.self, to: nil)
        case .data: address.initializeMemory(as: Data?.self, to: nil)
        case .object, .toOne, .toMany, .ordered, .fetched: address.initializeMemory(as: AnyObject?.self, to: nil)
        default: setNil(true, place)
        }
    }

    /// Makes a counted value the same as another object's.
    func initialize(_ place: SlotPlace, from other: ValueMemory) {
        let address = base + Int(place.offset)
        switch place.kind {
        case .string: address.initializeMemory(as: String?.self, to: other.counted(place, as: String?.self).pointee)
        case .data: address.initializeMemory(as: Data?.self, to: other.counted(place, as: Data?.self).pointee)
        default: address.initializeMemory(as: AnyObject?.self, to: other.counted(place, as: AnyObject?.self).pointee)
        }
    }

    /// Gives a value that is no relationship to many the one of another object.
    func copy(_ place: SlotPlace, from other: ValueMemory) {
        switch place.kind {
        case .string: counted(place, as: String?.self).pointee = other.counted(place, as: String?.self).pointee
        case .data: counted(place, as: Data?.self).pointee = other.counted(place, as: Data?.self).pointee
        case .object, .toOne:
            counted(place, as: AnyObject?.self).pointee = other.counted(place, as: AnyObject?.self).pointee
            setNil(other.isNil(place), place)
        case .toMany, .ordered, .fetched, .missing: break
        default:
            (base + Int(place.offset)).copyMemory(from: other.base + Int(place.offset), byteCount: place.kind.size)
            setNil(other.isNil(place), place)
        }
    }

    /// Whether a counted value is nil.
    func isNothing(_ place: SlotPlace) -> Bool {
        switch place.kind {
        case .string: counted(place, as: String?.self).pointee == nil
        case .data: counted(place, as: Data?.self).pointee == nil
        default: reference(place) == nil
        }
    }

    /// Whether there is a value, where memory alone tells it.
    func surelyHasValue(_ place: SlotPlace) -> Bool {
        switch place.kind {
        case .string, .data, .toOne: !isNothing(place)
        case .object, .toMany, .ordered, .missing: false
        default: !isNil(place)
        }
    }

    /// Lets go of a counted value.
    func deinitialize(_ place: SlotPlace) {
        switch place.kind {
        case .string: counted(place, as: String?.self).deinitialize(count: 1)
        case .data: counted(place, as: Data?.self).deinitialize(count: 1)
        default: counted(place, as: AnyObject?.self).deinitialize(count: 1)
        }
    }
}
