internal import Diagnostics
internal import Locks
internal import Mainspring

/// The names of the key paths that begin at a class of layers; constant.
final class TypedPathNames: @unchecked Sendable {
    // `@unchecked Sendable`: constant; key paths to properties hold nothing but how to reach them.

    private let names: [AnyKeyPath: String]

    private init(_ type: CALayer.Type) {
        var paths = TypedPaths()
        paths.addSpecialPaths(of: type)
        (type as any LayerPaths.Type).addLayerPaths(to: &paths)
        names = AnimatableProperties.of(type).byKey.values.reduce(into: paths.names) { names, property in
            names.merge(property.names()) { first, _ in first }
        }
    }

    /// The key paths that begin at a class and lead to what can be animated.
    static func names(of type: CALayer.Type) -> [AnyKeyPath: String] { TypedPathNames(type).names }

    private static let tables = ClassTable<TypedPathNames>()
    /// Key paths that begin at a subclass of the class that has named the property.
    private static let found = Guarded<[AnyKeyPath: String]>([:])

    /// What key-value coding calls what a key path leads to; nil, with a sentence, where that cannot be animated.
    /// - Parameter layer: Is asked where a key path begins at a subclass of the class that has named its property.
    static func name<Layer: CALayer, Value>(
        of path: ReferenceWritableKeyPath<Layer, Value>, in layer: Layer? = nil
    ) -> String? {
        if let name = tables.value(of: Layer.self, make: { TypedPathNames(Layer.self) }).value.names[path] {
            return name
        }
        if let name = found.withLock({ $0[path] }) { return name }
        if let layer, let name = PropertyProbe.name(of: path, in: layer) {
            found.withLock { $0[path] = name }
            return name
        }
        unknown.write(
            ObjectIdentifier(type(of: path as AnyKeyPath)),
            """
            A key path from \(Layer.self) to a \(Value.self) leads to nothing that can be animated. Use an animatable property of the \
            layer, or a member such as \\.position.x, at the class that declares it; name properties of your own in \
            animatableProperties.
            """)
        return nil
    }

    private static let unknown = OnceLog<ObjectIdentifier>(ending: "Of further such key paths nothing is said.")
}
