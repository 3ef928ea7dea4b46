internal import Diagnostics

extension KeyTable {
    /// What the keys of a class are added to while its table is made. Ours.
    ///
    /// A name must be a single component of a key path: not empty, without a dot, not beginning with `@`. A second key
    /// of the same name is a mistake.
    public struct Declaration<Object: AnyObject> {
        var entries: [String: Entry] = [:]

        /// Adds a property that can be read and set.
        ///
        /// A key path costs some 200 ns more than a closure, on which see ``add(_:get:set:)``; measured in a release
        /// build.
        public mutating func add<Value>(
            _ name: String, _ keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable
        ) {
            add(name, keyPath, get: { $0[keyPath: keyPath] }, set: { $0[keyPath: keyPath] = $1 })
        }

        /// Adds a property that can only be read.
        public mutating func add<Value>(_ name: String, _ keyPath: any KeyPath<Object, Value> & Sendable) {
            add(name, keyPath, get: { $0[keyPath: keyPath] }, set: nil)
        }

        /// Adds a property that is computed by closures, and can only be read if there is no second one.
        ///
        /// The quickest form, and the one for keys that are no properties.
        /// - Parameters:
        ///   - get: returns the value; called on the object's thread.
        ///   - set: stores a value of the right type; called on the object's thread.
        public mutating func add<Value>(
            _ name: String, get: @escaping @Sendable (Object) -> Value,
            set: (@Sendable (Object, Value) -> Void)? = nil
        ) {
            add(name, nil, get: get, set: set)
        }

        private mutating func add<Value>(
            _ name: String, _ keyPath: (any KeyPath<Object, Value> & Sendable)?,
            get: @escaping @Sendable (Object) -> Value, set: (@Sendable (Object, Value) -> Void)?
        ) {
            let owner = String(describing: Object.self)
            checkKeyName(name, owner: owner)
            let entry = TypedEntry(name: name, keyPath: keyPath, get: get, set: set)
            if entries.updateValue(entry, forKey: name) != nil {
                programmerError("The key \"\(name)\" of \(owner) is declared twice. Remove one of the two.")
            }
        }
    }
}

/// Stops the program if a name cannot be a component of a key path.
func checkKeyName(_ name: String, owner: String) {
    if name.isEmpty || name.contains(".") || name.hasPrefix("@") {
        programmerError(
            "\"\(name)\" cannot be a key of \(owner). Use a name without dots that is not empty and does not begin with @."
        )
    }
}
