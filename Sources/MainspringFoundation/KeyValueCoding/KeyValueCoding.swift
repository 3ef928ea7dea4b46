/// Objects whose properties are read and set by name.
///
/// Ours: Apple's is an informal protocol of `NSObject` that asks the Objective-C runtime. Here a class says which keys
/// it has:
///
/// ```swift
/// class Person: KeyValueCoding {
///     var name = ""
///     var age = 0
///     class var keyTable: KeyTable { table }
///     private static let table = KeyTable(Person.self) {
///         $0.add("name", \.name)
///         $0.add("age", \.age)
///     }
/// }
/// ```
/// A subclass overrides ``keyTable`` with a table of its own keys alone; those of its superclasses come with them.
/// Where that is not possible, ``KeyTable/register(_:declare:)`` adds keys to any class.
///
/// Everything has a default that goes by the class's keys. A class whose subclasses are to override a method declares
/// it, and reaches the default through ``keyValueDefaults``:
///
/// ```swift
/// open func value(forUndefinedKey key: String) -> Any? {
///     style[key] ?? keyValueDefaults.value(forUndefinedKey: key)
/// }
/// ```
/// A class whose keys are known at run time only answers ``value(forKey:)`` itself and needs no table.
///
/// **Differences from Apple**: where Apple raises an exception, which Swift cannot catch, a sentence goes to standard
/// error, once for each class and key, of layers for each layer and key; nothing is changed, and `nil` is returned. ``KeyValuePath`` and
/// ``KeyValueError/throwing(_:)`` throw instead. A value is returned as the property's own type has it, not as an
/// `NSNumber` or `NSValue`; `as? NSNumber` works on it.
///
/// Call on the object's own thread, as anything else of the object.
public protocol KeyValueCoding: AnyObject {
    /// The keys that the class itself declares, without those of its superclasses.
    ///
    /// Asked on any thread, once for each class. Empty unless declared.
    static var keyTable: KeyTable { get }

    /// Returns the value of a property; `nil` if it has none.
    ///
    /// A key that the class does not have goes to ``value(forUndefinedKey:)``. Costs one look-up by the name, which
    /// does not allocate, and the property's getter.
    func value(forKey key: String) -> Any?

    /// Sets the value of a property, converted to the property's type.
    ///
    /// `nil` for a property that cannot be `nil` goes to ``setNilValueForKey(_:)``, a key that the class does not have
    /// to ``setValue(_:forUndefinedKey:)``. A value of a wrong type, or for a property that cannot be set, changes
    /// nothing.
    func setValue(_ value: Any?, forKey key: String)

    /// Returns what a path leads to, such as `bounds.size.width` or `employees.@avg.salary`; `nil` if something on the
    /// way is `nil`.
    ///
    /// The object's own method is asked for the first key, and so on; see ``KeyValuePath``.
    func value(forKeyPath keyPath: String) -> Any?

    /// Sets the property that a path leads to; does nothing if something on the way is `nil`.
    ///
    /// A member of a structure is changed by reading the structure, changing the member and setting the structure.
    func setValue(_ value: Any?, forKeyPath keyPath: String)

    /// Called for a key that the class does not have; by default says so and returns `nil`.
    func value(forUndefinedKey key: String) -> Any?

    /// Called to set a key that the class does not have; by default says so.
    func setValue(_ value: Any?, forUndefinedKey key: String)

    /// Called to set `nil` where the property cannot be `nil`; by default says so and leaves the value.
    func setNilValueForKey(_ key: String)

    /// Throws if a value may not be set for a key; may replace it by one that may.
    ///
    /// By default a value that can be converted to the property's type is replaced by the converted one, and any other
    /// is an error; a key that the class does not have takes every value.
    ///
    /// **Differences from Apple**: the value is an `inout Any?`, since there are no autoreleasing pointers on Linux;
    /// and no method `validate<Key>` is looked for.
    func validateValue(_ value: inout Any?, forKey key: String) throws

    /// Throws if a value may not be set where a path leads to; asks the last object of the path.
    func validateValue(_ value: inout Any?, forKeyPath keyPath: String) throws

    /// Returns the values of some properties, with `NSNull` for `nil`.
    func dictionaryWithValues(forKeys keys: [String]) -> [String: Any]

    /// Sets some properties, with `nil` for `NSNull`; in no particular order.
    func setValuesForKeys(_ keyedValues: [String: Any])
}
