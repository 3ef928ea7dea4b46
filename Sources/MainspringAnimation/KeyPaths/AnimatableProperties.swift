internal import Diagnostics
internal import Locks

/// The animatable properties that a class of layers and its superclasses have named; constant.
final class AnimatableProperties: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the key paths are `Sendable`.

    let byKey: [String: AnimatableProperty]
    private let byPath: [AnyKeyPath: AnimatableProperty]

    /// The property of a key path that begins at the class that has named it.
    func property(_ path: AnyKeyPath) -> AnimatableProperty? { byPath[path] }

    private init(_ type: CALayer.Type) {
        var byKey: [String: AnimatableProperty] = [:]
        // Nobody inherits from another's list: each class adds to its superclass's.
        for ancestor in Self.lineage(of: type).reversed() {
            let own = ancestor.animatableProperties + ManagedLayers.properties(of: ancestor)
            for property in own where byKey[property.key] == nil {
                guard LayerKey(rawValue: property.key) == nil else {
                    report(
                        "Mainspring: “\(property.key)” of \(ancestor) is a property of every layer and cannot be another one. Give it another key."
                    )
                    continue
                }
                byKey[property.key] = property
            }
        }
        self.byKey = byKey
        byPath = Dictionary(byKey.values.map { ($0.path as AnyKeyPath, $0) }) { first, _ in first }
    }

    private init() {
        byKey = [:]
        byPath = [:]
    }

    /// A class and its superclasses down to `CALayer`.
    private static func lineage(of type: CALayer.Type) -> [CALayer.Type] {
        // The standard library's function is the only way to know a superclass without an object.
        Array(sequence(first: type) { _getSuperclass($0) as? CALayer.Type })
    }

    private static let none = AnimatableProperties()
    private static let tables = ClassTable<AnimatableProperties>()

    /// What a class has. Its keys are known to key-value coding from then on.
    static func of(_ type: CALayer.Type) -> AnimatableProperties {
        guard type != CALayer.self else { return none }
        let (properties, isNew) = tables.value(of: type) { AnimatableProperties(type) }
        if isNew { for property in properties.byKey.values { register(property) } }
        return properties
    }

    /// A key of a class.
    private struct Registered: Hashable {
        let owner: ObjectIdentifier
        let key: String
    }

    private static let registered = Guarded<Set<Registered>>([])

    private static func register(_ property: AnimatableProperty) {
        let entry = Registered(
            owner: ObjectIdentifier(Swift.type(of: property.path as AnyKeyPath).rootType), key: property.key)
        guard registered.withLock({ $0.insert(entry).inserted }) else { return }
        property.register()
    }
}
