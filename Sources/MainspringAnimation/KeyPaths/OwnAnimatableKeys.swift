internal import MainspringFoundation

/// The animatable keys of a class of layers that not every layer has: what a commit keeps beside the layer's values,
/// for animations to begin at.
///
/// Those of a key table, with a kind of value; so a class that declares keys and kinds needs to do nothing else.
final class OwnAnimatableKeys: Sendable {
    let kinds: [(key: String, kind: ValueKind)]

    private init(_ type: CALayer.Type) {
        kinds = KeyTable.of(type).keys.compactMap { key in
            guard LayerKey(rawValue: key) == nil else { return nil }
            return type.valueKind(forKey: key).map { (key, $0) }
        }
    }

    private init() { kinds = [] }

    private static let none = OwnAnimatableKeys()
    private static let tables = ClassTable<OwnAnimatableKeys>()

    /// Those of a class.
    static func of(_ type: CALayer.Type) -> OwnAnimatableKeys {
        guard type != CALayer.self else { return none }
        // Makes the keys known, where nobody has.
        _ = AnimatableProperties.of(type)
        return tables.value(of: type) { OwnAnimatableKeys(type) }.value
    }
}

extension KeyTable {
    /// What kind of value a property has, by its type; nil where nothing lies between two values of that.
    func kind(of key: String) -> ValueKind? {
        self[key].map { ValueKind(ofType: $0.valueType) }.flatMap { $0 == .step ? nil : $0 }
    }
}

extension CALayer {
    /// The animatable properties that not every layer has, as they are now.
    var committableOwnValues: [String: AnimatedValue] {
        let own = OwnAnimatableKeys.of(type(of: self)).kinds
        guard !own.isEmpty else { return [:] }
        return own.reduce(into: [:]) { values, each in
            values[each.key] = value(forKey: each.key).flatMap { each.kind.value(of: $0) } ?? .nothing
        }
    }

    /// A property that not every layer has, in the form in which it is blended: without a colour, clear.
    static func blendable(_ value: AnimatedValue?, of key: String) -> AnimatedValue? {
        guard let value, value == .nothing, let kind = valueKind(forKey: key), kind == .color else { return value }
        return kind.zero
    }
}
