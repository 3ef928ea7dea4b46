internal import Foundation

/// Values without their types, as key-value coding has them.
extension ValueMemory {
    /// The value at a place: numbers as `NSNumber`, which becomes whatever number is asked for.
    func loose(_ place: SlotPlace) -> Any? {
        switch place.kind {
        case .integer16: Int16.read(self, place).map { NSNumber(value: $0) }
        case .integer32: Int32.read(self, place).map { NSNumber(value: $0) }
        case .integer64: Int64.read(self, place).map { NSNumber(value: $0) }
        case .boolean: Bool.read(self, place).map { NSNumber(value: $0) }
        case .float: Float.read(self, place).map { NSNumber(value: $0) }
        case .double: Double.read(self, place).map { NSNumber(value: $0) }
        case .date: Date.read(self, place)
        case .string: String.read(self, place)
        case .data: Data.read(self, place)
        case .uuid: UUID.read(self, place)
        case .object: reference(place).map { ($0 as? ValueBox)?.value ?? $0 }
        case .toOne, .toMany, .ordered, .fetched, .missing: nil
        }
    }

    /// Sets a place of an attribute to a value of its type, as `AttributeConversion` gives it; nil for another one.
    func setLoose(_ value: Any?, _ place: SlotPlace) {
        switch place.kind {
        case .integer16: Int16.write((value as? NSNumber)?.int16Value, self, place)
        case .integer32: Int32.write((value as? NSNumber)?.int32Value, self, place)
        case .integer64: Int64.write((value as? NSNumber)?.int64Value, self, place)
        case .boolean: Bool.write((value as? NSNumber)?.boolValue, self, place)
        case .float: Float.write((value as? NSNumber)?.floatValue, self, place)
        case .double: Double.write((value as? NSNumber)?.doubleValue, self, place)
        case .date: Date.write(value as? Date, self, place)
        case .string: String.write(value as? String, self, place)
        case .data: Data.write(value as? Data, self, place)
        case .uuid: UUID.write(value as? UUID, self, place)
        case .object: setReference(value.map(Self.boxed), place)
        case .toOne, .toMany, .ordered, .fetched, .missing: break
        }
    }

    private static func boxed(_ value: Any) -> AnyObject {
        if let number = value as? NSDecimalNumber { return number }
        return ValueBox(value)
    }

    /// The reference at a place of the kinds that hold one.
    @inline(__always)
    func reference(_ place: SlotPlace) -> AnyObject? { counted(place, as: AnyObject?.self).pointee }

    @inline(__always)
    func setReference(_ reference: AnyObject?, _ place: SlotPlace) {
        counted(place, as: AnyObject?.self).pointee = reference
    }
}
