internal import Diagnostics

extension KeyTable {
    /// A key of a class whose type is known: reads and sets without `Any` and without conversion. Ours.
    ///
    /// ```swift
    /// let opacity = KeyTable.of(CALayer.self)["opacity"]?.typed(as: Float.self)
    /// opacity?.set(0.5, on: layer)
    /// ```
    public final class TypedEntry<Value>: Entry, @unchecked Sendable {
        // `@unchecked Sendable`: see `Entry`.

        /// Both are called with objects of the entry's class only.
        private let getter: (AnyObject) -> Value
        private let setter: ((AnyObject, Value) -> Void)?
        private let anyGetter: (AnyObject) -> Any?
        /// What the property wraps if it is an optional.
        private let wrappedType: Any.Type?
        private let isOfClass: (AnyObject) -> Bool
        private let convert: (Any) -> Value?

        init<Object: AnyObject>(
            name: String, keyPath: (any KeyPath<Object, Value> & Sendable)?,
            get: @escaping @Sendable (Object) -> Value, set: (@Sendable (Object, Value) -> Void)?
        ) {
            // An entry is found in the table of the object's class, which has those of the superclasses' entries only
            // that were declared for them; handles that users keep are checked in `get` and `set`.
            let getter: (AnyObject) -> Value = { get(unsafeDowncast($0, to: Object.self)) }
            self.getter = getter
            let optional = Value.self as? any OptionalValue.Type
            // What is wrapped twice is left to the conversion.
            wrappedType = optional.flatMap { $0.wrappedType is any OptionalValue.Type ? nil : $0.wrappedType }
            anyGetter =
                optional?.unwrapping(getter) ?? (Value.self == Any.self ? { flattened(getter($0)) } : { getter($0) })
            setter = set.map { set in { set(unsafeDowncast($0, to: Object.self), $1) } }
            isOfClass = { $0 is Object }
            convert = ValueConversion.converter(to: Value.self)
            super.init(
                name: name, valueType: Value.self, allowsNil: optional != nil, isWritable: set != nil, keyPath: keyPath)
        }

        /// Reads the property.
        public func get(from object: AnyObject) -> Value {
            check(object)
            return getter(object)
        }

        /// Sets the property; it must be writable.
        public func set(_ value: Value, on object: AnyObject) {
            check(object)
            guard let setter else {
                programmerError("The key \"\(name)\" can only be read. Ask isWritable before setting it.")
            }
            setter(object, value)
        }

        private func check(_ object: AnyObject) {
            if !isOfClass(object) {
                programmerError(
                    "The key \"\(name)\" is not one of \(type(of: object)). Use the entry with objects of the class whose table "
                        + "it is from.")
            }
        }

        /// Whether a value of a type needs no conversion.
        private func isPassed(_ type: Any.Type) -> Bool { type == Value.self || type == wrappedType }

        override func read(_ object: AnyObject) -> Any? { anyGetter(object) }

        override func write(_ value: Any?, _ object: AnyObject) throws(KeyValueError) {
            guard let setter else { throw .readOnlyKey(name, owner: KeyValueError.owner(object)) }
            setter(object, try typedValue(value, for: object))
        }

        override func converted(_ value: Any?, for object: AnyObject) throws(KeyValueError) -> Any? {
            flattened(try typedValue(value, for: object))
        }

        private func typedValue(_ value: Any?, for object: AnyObject) throws(KeyValueError) -> Value {
            if let value, isPassed(Swift.type(of: value)), let same = value as? Value { return same }
            guard let value = flattened(value) else {
                // An optional converts from nothing to nil.
                if let none = (Value.self as? any OptionalValue.Type)?.noValue as? Value { return none }
                throw .nilValue(name, owner: KeyValueError.owner(object), expected: "\(Value.self)")
            }
            guard let converted = convert(value) else {
                throw .wrongValue(
                    name, owner: KeyValueError.owner(object), expected: "\(Value.self)",
                    given: KeyValueError.naming(value))
            }
            return converted
        }

        override func access<Member>(_ names: ArraySlice<String>, as type: Member.Type) -> ObjectAccess<Member>? {
            guard !names.isEmpty else {
                guard let same = self as? TypedEntry<Member> else { return nil }
                return ObjectAccess(read: same.getter, write: same.setter)
            }
            guard let structure = Value.self as? any KeyValueStructure.Type else { return nil }
            return access(names, in: structure, as: type)
        }

        private func access<Structure: KeyValueStructure, Member>(
            _ names: ArraySlice<String>, in structure: Structure.Type, as type: Member.Type
        ) -> ObjectAccess<Member>? {
            guard let entry = self as? TypedEntry<Structure>,
                let member = Structure.keyValueMembers.access(names, as: type)
            else { return nil }
            let getter = entry.getter
            var write: ((AnyObject, Member) -> Void)?
            if let setter = entry.setter, let writeMember = member.write {
                write = { object, value in
                    var whole = getter(object)
                    writeMember(&whole, value)
                    setter(object, whole)
                }
            }
            return ObjectAccess(read: { member.read(getter($0)) }, write: write)
        }
    }
}
