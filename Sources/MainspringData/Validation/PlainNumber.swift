internal import Foundation

/// Foundation's numbers in values without a type.
enum PlainNumber {
    /// The number, if the value is an `NSNumber` and no subclass; without a cast, which would ask whether it is bridged.
    @inline(__always)
    static func of(_ value: Any?) -> NSNumber? {
        guard let object = ValueBits.object(value, givenAs: NSNumber.self) else { return nil }
        return object._withUnsafeGuaranteedRef { object in
            type(of: object) == NSNumber.self ? unsafeDowncast(object, to: NSNumber.self) : nil
        }
    }
}
