internal import Foundation

/// The bits of values without a type: what can be told of them without a copy or a cast, either of which counts references.
enum ValueBits {
    /// The words of an optional existential: three for the value or a reference to it, and its type, 0 for nil.
    private typealias Words = (UInt, UInt, UInt, UInt)

    /// Whether two values are surely the same, by their bits alone; false says nothing. For who hands a value out and wants to know
    /// whether it came back.
    @inline(__always)
    static func areSame(_ left: Any?, _ right: Any?) -> Bool {
        let (left, right) = (words(left), words(right))
        guard left.3 == right.3 else { return false }
        guard left.3 != 0 else { return true }
        guard left.0 == right.0 else { return false }
        switch left.3 {
        case type(NSNumber.self), type(Date.self): return true
        case type(String.self), type(Data.self), type(UUID.self): return left.1 == right.1
        default: return false
        }
    }

    /// The object that a value is, if it was given as one of a class, or as an `NSObject`; nil says nothing.
    @inline(__always)
    static func object(_ value: Any?, givenAs type: AnyClass) -> Unmanaged<NSObject>? {
        let words = words(value)
        guard words.3 == Self.type(type) || words.3 == Self.type(NSObject.self),
            let address = UnsafeRawPointer(bitPattern: words.0)
        else { return nil }
        // Unsafe: a reference lies in the first word of an existential without constraints, and the type was asked.
        return Unmanaged.fromOpaque(address)
    }

    @inline(__always)
    private static func words(_ value: Any?) -> Words {
        // Unsafe: an optional existential without constraints is four words, of which the value is alive meanwhile.
        withUnsafeBytes(of: value) { $0.load(as: Words.self) }
    }

    @inline(__always)
    private static func type(_ type: Any.Type) -> UInt {
        // Unsafe: a type is the address of what describes it, which is only compared.
        unsafeBitCast(type, to: UInt.self)
    }
}
