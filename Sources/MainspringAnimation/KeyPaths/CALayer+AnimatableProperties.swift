internal import Diagnostics

/// Where the values of ``AnimatableProperty`` are.
extension CAMediaTiming where Self: CALayer {
    /// Ours: the value of a property that the class has named in ``CALayer/animatableProperties``; for the accessors of
    /// the property.
    ///
    /// Setting it is a change like that of `opacity`: actions are looked for, and the change animates. A key path that
    /// no class has named stops the program with a sentence.
    public subscript<Value>(animatable path: ReferenceWritableKeyPath<Self, Value>) -> Value {
        get {
            let property = named(path)
            if let probe = PropertyProbe.current, let value = probe.read(property, as: Value.self) { return value }
            if let own = ownValues[property.key] as? Value { return own }
            // Of an optional nothing is a value too.
            guard let value = property.defaultValue as? Value else {
                programmerError("“\(property.key)” of \(type(of: self)) has a default that is no \(Value.self).")
            }
            return value
        }
        set {
            let key = named(path).key
            guard !isEqual(self[animatable: path], newValue) else { return noteSet(key) }
            if let numbers = newValue as? any FiniteValue, !numbers.isFinite { return refuse(numbers, forKey: key) }
            changeOwn(key) { ownValues[key] = newValue as Any }
        }
    }

    /// Whether two values are known to be equal; false for those of a type that has no such thing.
    private func isEqual<Value>(_ old: Value, _ new: Value) -> Bool {
        func isEqual<Known: Equatable>(_ known: Known) -> Bool { (new as? Known) == known }
        return (old as? any Equatable).map { isEqual($0) } ?? false
    }

    private func named(_ path: AnyKeyPath) -> AnimatableProperty {
        guard let property = AnimatableProperties.of(type(of: self)).property(path) else {
            programmerError(
                """
                A property of \(type(of: self)) that is none of its animatableProperties was asked for by a key path of \
                \(type(of: path).rootType). Name it there, with the same class before the dot.
                """)
        }
        return property
    }
}
