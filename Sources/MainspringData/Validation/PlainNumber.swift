internal import Foundation

/// Foundation's numbers in values without a type.
enum PlainNumber {
    /// The number, if the value is an `NSNumber` and no subclass; without a cast, which would ask whether it is bridged.
    @inline(__always)
    static func of(_ value: Any) -> NSNumber? {
        guard type(of: value) == NSNumber.self else { return nil }
        // Unsafe: a reference lies in the first word of an existential without constraints, and the type was asked.
        return withUnsafeBytes(of: value) { bytes in
            Unmanaged<NSNumber>.fromOpaque(bytes.load(as: UnsafeRawPointer.self)).takeUnretainedValue()
        }
    }
}
