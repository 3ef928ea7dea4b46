internal import Foundation

/// The values of one object: bits that say what is nil, then the values side by side.
///
/// Unsafe in small: a place must be one of the layout that the memory was made by, and of the type that is asked for.
/// ``SlotValue`` is the safe face; whoever makes memory destroys it by the same layout.
struct ValueMemory: @unchecked Sendable {
    // `@unchecked Sendable`: whoever has an object or a row has the right to its memory.

    let base: UnsafeMutableRawPointer

    /// Of a fault: nobody reads it.
    static let none = ValueMemory(base: UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))

    /// Whether a value is nil, of a kind that has a bit for that.
    @inline(__always)  // 10 ns a read otherwise, 2 with it (read-attribute).
    func isNil(_ place: SlotPlace) -> Bool {
        let (byte, bit) = (Int(place.slot >> 3), place.slot & 7)
        return base.load(fromByteOffset: byte, as: UInt8.self) & (1 << bit) != 0
    }

    @inline(__always)
    func setNil(_ isNil: Bool, _ place: SlotPlace) {
        let (byte, bit) = (Int(place.slot >> 3), place.slot & 7)
        let bits = base.load(fromByteOffset: byte, as: UInt8.self)
        base.storeBytes(of: isNil ? bits | (1 << bit) : bits & ~(1 << bit), toByteOffset: byte, as: UInt8.self)
    }

    /// The value at a place, which is not counted. The type is said, since an optional of it is longer by a byte.
    @inline(__always)
    func word<Word: BitwiseCopyable>(_ place: SlotPlace, as type: Word.Type) -> Word {
        base.load(fromByteOffset: Int(place.offset), as: type)
    }

    @inline(__always)
    func setWord<Word: BitwiseCopyable>(_ word: Word, _ place: SlotPlace) {
        base.storeBytes(of: word, toByteOffset: Int(place.offset), as: Word.self)
        setNil(false, place)
    }

    /// The address of a counted value.
    @inline(__always)
    func counted<Value>(_ place: SlotPlace, as type: Value.Type) -> UnsafeMutablePointer<Value> {
        // `assumingMemoryBound`: the layout's `initialize` has bound it to this type.
        (base + Int(place.offset)).assumingMemoryBound(to: type)
    }
}
