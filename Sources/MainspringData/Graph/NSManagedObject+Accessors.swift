internal import Diagnostics
public import Foundation
internal import MainspringFoundation
internal import MainspringModel

// Ours: what generated accessors call, each with the number that the model compiler has given the property. Overloads by
// type, so that a value goes from memory to the caller without a box.
//
// A property that is not optional in Swift and has no value reads as 0, false, an empty text or an empty collection, as
// on Apple's platforms, or as the case of an enumeration whose raw value that is; one of a type that has no such value
// stops the program with a sentence. Where the model says another type than Swift, values are converted as in key-value
// coding, and dates are seconds since the reference date where Swift says `TimeInterval`.

extension NSManagedObject {
    /// A number.
    public final subscript(managed number: Int) -> Int16 {
        get { read(number) ?? 0 }
        set { write(newValue, number) }
    }
    /// A number, or nil.
    public final subscript(managed number: Int) -> Int16? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A number.
    public final subscript(managed number: Int) -> Int32 {
        get { read(number) ?? 0 }
        set { write(newValue, number) }
    }
    /// A number, or nil.
    public final subscript(managed number: Int) -> Int32? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A number.
    public final subscript(managed number: Int) -> Int64 {
        get { read(number) ?? 0 }
        set { write(newValue, number) }
    }
    /// A number, or nil.
    public final subscript(managed number: Int) -> Int64? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A number.
    public final subscript(managed number: Int) -> Int {
        get { read(number) ?? 0 }
        set { write(newValue, number) }
    }
    /// A number, or nil.
    public final subscript(managed number: Int) -> Int? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A number.
    public final subscript(managed number: Int) -> Float {
        get { read(number) ?? 0 }
        set { write(newValue, number) }
    }
    /// A number, or nil.
    public final subscript(managed number: Int) -> Float? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A number.
    public final subscript(managed number: Int) -> Double {
        get { read(number) ?? 0 }
        set { write(newValue, number) }
    }
    /// A number, or nil.
    public final subscript(managed number: Int) -> Double? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A truth value.
    public final subscript(managed number: Int) -> Bool {
        get { read(number) ?? false }
        set { write(newValue, number) }
    }
    /// A truth value, or nil.
    public final subscript(managed number: Int) -> Bool? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A text.
    public final subscript(managed number: Int) -> String {
        get { read(number) ?? "" }
        set { write(newValue, number) }
    }
    /// A text, or nil.
    public final subscript(managed number: Int) -> String? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// An instant.
    public final subscript(managed number: Int) -> Date {
        get { required(read(number), number) }
        set { write(newValue, number) }
    }
    /// An instant, or nil.
    public final subscript(managed number: Int) -> Date? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// Bytes.
    public final subscript(managed number: Int) -> Data {
        get { read(number) ?? Data() }
        set { write(newValue, number) }
    }
    /// Bytes, or nil.
    public final subscript(managed number: Int) -> Data? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// An identifier.
    public final subscript(managed number: Int) -> UUID {
        get { required(read(number), number) }
        set { write(newValue, number) }
    }
    /// An identifier, or nil.
    public final subscript(managed number: Int) -> UUID? {
        get { read(number) }
        set { write(newValue, number) }
    }
    /// A value of any other type; nil, for an optional, if there is none or it cannot be converted.
    @_disfavoredOverload
    public final subscript<Value>(managed number: Int) -> Value {
        get { any(number) }
        set { writeConverted(newValue, number) }
    }

    /// A value of any type. What is written by the model compiler says so where no other subscript has the very type:
    /// an `NSObject?` could be the result of several.
    public final subscript<Value>(managedValue number: Int) -> Value {
        get { any(number) }
        set { writeConverted(newValue, number) }
    }

    /// The same by the number of a property whose accessors are written by hand, which are not called. An `NSMutableSet`,
    /// and an `NSMutableOrderedSet`, is that of ``primitiveValue(forKey:)``.
    public final subscript<Value>(managedPrimitive number: Int) -> Value {
        get { lent(number) ?? any(number) }
        set { writeConverted(newValue, number) }
    }

    /// The number of a property that the model compiler had no number for.
    public final func managedSlot(named name: StaticString) -> Int {
        guard let number = shape.number(named: "\(name)") else {
            programmerError(
                """
                The entity “\(entity.name ?? "")” has no property “\(name)”, which \(type(of: self)) declares. Add it to the model, \
                or remove @NSManaged.
                """)
        }
        return number
    }

    /// The set that may be changed, if such a one is asked for.
    private func lent<Value>(_ number: Int) -> Value? {
        guard
            Value.self is NSMutableSet.Type || Value.self is NSMutableSet?.Type
                || Value.self is NSMutableOrderedSet.Type
                || Value.self is NSMutableOrderedSet?.Type, let place = knownPlace(number)
        else { return nil }
        if !state.isReadable { prepareToRead() }
        noteRead(place)
        return primitive(place) as? Value
    }

    private func any<Value>(_ number: Int) -> Value {
        if let value = readConverted(number, as: Value.self) { return value }
        if let optional = Value.self as? any ExpressibleByNilLiteral.Type {
            return required(optional.init(nilLiteral: ()) as? Value, number)
        }
        return required(ValueForNil.value(of: Value.self), number)
    }

    /// What a date is to a property that is declared as `TimeInterval`, optional or not; nil for anything else.
    static func seconds<Value>(of value: Any, as type: Value.Type) -> Value? {
        guard let date = value as? Date, type is Double.Type || type is Double?.Type else { return nil }
        return date.timeIntervalSinceReferenceDate as? Value
    }

    /// A value that there must be.
    final func required<Value>(_ value: Value?, _ number: Int) -> Value {
        guard let value else {
            programmerError(
                """
                “\(shape.name(number))” of the entity “\(entity.name ?? "")” is nil, which the type \(Value.self) has no value for. \
                Declare the property as \(Value.self)?, or give it a default value in the model.
                """)
        }
        return value
    }
}
