internal import Locks

/// Ours: what the model compiler writes about a module's layer classes that declare properties with `@NSManaged`.
///
/// The module's table is found by its name, `__ManagedLayers`, when the first layer of one of its classes is used;
/// nothing has to be registered. Nobody writes one by hand: name ``CALayer/animatableProperties`` instead.
public protocol ManagedLayerTable {
    /// The classes with their own properties; those of superclasses are theirs.
    static var classes: [ManagedLayerClass] { get }
}

/// Ours: a layer class and what it declares with `@NSManaged`.
public struct ManagedLayerClass {
    /// The class.
    public let type: CALayer.Type
    /// Its own properties.
    public let properties: [AnimatableProperty]

    /// A layer class and what it declares with `@NSManaged`.
    public init(_ type: CALayer.Type, _ properties: [AnimatableProperty]) {
        self.type = type
        self.properties = properties
    }
}

/// The tables of the program's modules.
enum ManagedLayers {
    private static let known = Guarded<[String: [ObjectIdentifier: [AnimatableProperty]]]>([:])

    /// What a class itself declares with `@NSManaged`.
    static func properties(of type: CALayer.Type) -> [AnimatableProperty] {
        let module = String(String(reflecting: type).prefix { $0 != "." })
        if let table = known.withLock({ $0[module] }) { return table[ObjectIdentifier(type)] ?? [] }
        var table: [ObjectIdentifier: [AnimatableProperty]] = [:]
        // User code runs here, so without the lock; of several tables that are made at once one counts.
        for entry in self.table(ofModule: module)?.classes ?? [] {
            table[ObjectIdentifier(entry.type)] = entry.properties
        }
        known.withLock { $0[module] = table }
        return table[ObjectIdentifier(type)] ?? []
    }

    private static func table(ofModule module: String) -> (any ManagedLayerTable.Type)? {
        let name = "__ManagedLayers"
        // The mangled name of an enumeration of the module.
        return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)O") as? any ManagedLayerTable.Type
    }
}
