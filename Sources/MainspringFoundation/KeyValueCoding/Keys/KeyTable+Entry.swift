extension KeyTable {
    /// A key of a class: its name, its type, and how to read and set it. Ours.
    ///
    /// Immutable, and may be used by any thread; the object is used on the calling one.
    public class Entry: @unchecked Sendable {
        // `@unchecked Sendable`: constant; closures that are called with an object are Sendable themselves.

        /// The key.
        public let name: String
        /// The type of the property, such as `CGFloat` or `String?`.
        public let valueType: Any.Type
        /// Whether the property can be `nil`.
        public let allowsNil: Bool
        /// Whether the property can be set.
        public let isWritable: Bool
        /// Swift's key path, if the key was declared with one.
        let keyPath: (any AnyKeyPath & Sendable)?

        init(
            name: String, valueType: Any.Type, allowsNil: Bool, isWritable: Bool, keyPath: (any AnyKeyPath & Sendable)?
        ) {
            self.name = name
            self.valueType = valueType
            self.allowsNil = allowsNil
            self.isWritable = isWritable
            self.keyPath = keyPath
        }

        /// The entry with its type, for access without `Any`; `nil` if the property is of another type.
        public final func typed<Value>(as type: Value.Type) -> TypedEntry<Value>? { self as? TypedEntry<Value> }

        /// Reads the property of an object of the entry's class.
        func read(_ object: AnyObject) -> Any? { nil }

        /// Converts a value and sets the property of an object of the entry's class.
        func write(_ value: Any?, _ object: AnyObject) throws(KeyValueError) {}

        /// Converts a value to the property's type.
        func converted(_ value: Any?, for object: AnyObject) throws(KeyValueError) -> Any? { value }

        /// Access to a member of the property, which is a structure; to the property itself if no names are given.
        func access<Member>(_ names: ArraySlice<String>, as type: Member.Type) -> ObjectAccess<Member>? { nil }
    }
}
