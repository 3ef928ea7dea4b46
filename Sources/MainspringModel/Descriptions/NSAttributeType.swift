/// What kind of value an attribute has, with the raw values that stand in compiled models.
public enum NSAttributeType: UInt, Sendable, CaseIterable {
    /// No type; only a transient attribute may have it.
    case undefinedAttributeType = 0
    /// An integer of 16 bits.
    case integer16AttributeType = 100
    /// An integer of 32 bits.
    case integer32AttributeType = 200
    /// An integer of 64 bits.
    case integer64AttributeType = 300
    /// A decimal number, `NSDecimalNumber`.
    case decimalAttributeType = 400
    /// A number of double precision.
    case doubleAttributeType = 500
    /// A number of single precision.
    case floatAttributeType = 600
    /// A string.
    case stringAttributeType = 700
    /// Yes or no.
    case booleanAttributeType = 800
    /// A moment in time, `Date`.
    case dateAttributeType = 900
    /// Bytes, `Data`.
    case binaryDataAttributeType = 1000
    /// A `UUID`.
    case UUIDAttributeType = 1100
    /// A `URL`.
    case URIAttributeType = 1200
    /// Any object that a value transformer turns into bytes and back.
    case transformableAttributeType = 1800
    /// The identity of a managed object, in results of fetches.
    case objectIDAttributeType = 2000
    /// A group of attributes, a dictionary by their names.
    case compositeAttributeType = 2100
}
