extension KeyValuePath {
    /// Returns what the path leads to from an object or a value; `nil` if something on the way is `nil`.
    ///
    /// On the thread of the objects that the path leads through.
    /// - Throws: the first ``KeyValueError`` on the way, that of an object that says it in its methods too.
    public func value(of root: Any?) throws -> Any? {
        guard let root = flattened(root) else { return nil }
        return try KeyValueError.throwing { try read(root) }
    }

    /// Sets what the path leads to; does nothing if something on the way is `nil`.
    ///
    /// A member of a structure, or an entry of a Swift dictionary, is set by changing a copy and setting that.
    /// - Throws: the first ``KeyValueError`` on the way; then nothing is set.
    public func setValue(_ value: Any?, of object: AnyObject) throws {
        try KeyValueError.throwing { try write(value, object) }
    }

    /// The path for objects of a class and values of a type, without any more look-ups; `nil` if the class does not
    /// have the key, or what the path leads to is of another type.
    ///
    /// The first component must be a key of the class, and all others members of structures. The getters and setters of
    /// the keys are called directly, not the object's `value(forKey:)`. Keys that are registered later are not seen.
    public func resolved<Object: AnyObject, Value>(
        for object: Object.Type, as value: Value.Type
    ) -> ResolvedKeyPath<Object, Value>? {
        guard parsed.operation == nil, let first = keys.first,
            let access = KeyTable.of(object)[first]?.access(keys.dropFirst(), as: value)
        else { return nil }
        return ResolvedKeyPath(path: self, access: access)
    }
}
