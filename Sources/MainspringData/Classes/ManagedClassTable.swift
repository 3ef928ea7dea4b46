/// What the code generator says about a class: its properties in the order in which its accessors count them. Ours;
/// written by the model compiler.
public struct ManagedClassTable: Sendable {
    /// The class.
    public let type: NSManagedObject.Type
    /// The number of the first property of the class itself; those before are of its superclasses.
    public let firstSlot: Int
    /// The names of the class's own properties, in the order of their numbers.
    public let properties: [StaticString]
    /// What key-value coding reaches through code of the class.
    public let accessors: [ManagedAccessor]
    private let makeKeyPaths: @Sendable () -> [AnyKeyPath: String]

    /// Makes the table of a class.
    /// - Parameters:
    ///   - type: the class.
    ///   - firstSlot: the number of its first own property.
    ///   - properties: the names of its own properties, in the order of their numbers.
    ///   - accessors: its own properties that have code of their own.
    ///   - keyPaths: gives the names that Swift's key paths stand for; called when they are asked for.
    public init(
        _ type: NSManagedObject.Type, firstSlot: Int, properties: [StaticString],
        accessors: [ManagedAccessor] = [], keyPaths: @escaping @Sendable () -> [AnyKeyPath: String]
    ) {
        self.type = type
        self.firstSlot = firstSlot
        self.properties = properties
        self.accessors = accessors
        makeKeyPaths = keyPaths
    }

    /// The names that Swift's key paths to the class's own properties stand for. Made at each call.
    public var keyPaths: [AnyKeyPath: String] { makeKeyPaths() }
}

/// The tables of a module's classes. Ours; written by the model compiler as a type with a name that is looked for.
public protocol ManagedModuleTable {
    /// The tables, in any order.
    static var classes: [ManagedClassTable] { get }
}
