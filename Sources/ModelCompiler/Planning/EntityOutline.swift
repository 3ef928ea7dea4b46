/// An entity of a model, as far as code is generated for it.
public struct EntityOutline: Equatable, Sendable {
    /// Who writes its class.
    public enum CodeGeneration: Equatable, Sendable {
        /// The class and its properties are generated.
        case classDefinition
        /// The properties are generated, the class is written by hand.
        case category
        /// Both are written by hand.
        case none
    }

    /// Its name.
    public let name: String
    /// The class of its objects without a module's name; nil for `NSManagedObject` itself.
    public let className: String?
    /// Who writes its class.
    public let codeGeneration: CodeGeneration
    /// The name of the entity it inherits from.
    public let superentity: String?
    /// All its properties, in the order of their slots: those of the superentity first.
    public let slots: [String]
    /// Its properties without those it inherits, in the order of their slots.
    public let properties: [PropertyOutline]
    /// The path of its model, for messages.
    public let modelPath: String

    /// An entity of a model.
    public init(
        name: String, className: String?, codeGeneration: CodeGeneration, superentity: String? = nil,
        slots: [String], properties: [PropertyOutline], modelPath: String = ""
    ) {
        self.name = name
        self.className = className
        self.codeGeneration = codeGeneration
        self.superentity = superentity
        self.slots = slots
        self.properties = properties
        self.modelPath = modelPath
    }
}

/// A property of an entity, as far as code is generated for it.
public struct PropertyOutline: Equatable, Sendable {
    /// What it holds.
    public enum Kind: Equatable, Sendable {
        /// A value of a Swift type, as it is written in source.
        case attribute(String)
        /// A value of the type that the model names, as the model writes it.
        case custom(String)
        /// An object of an entity.
        case toOne(String)
        /// Objects of an entity, with or without an order.
        case toMany(String, isOrdered: Bool)
        /// What a fetch finds, of an entity.
        case fetched(String)
    }

    /// Its name.
    public let name: String
    /// What it holds.
    public let kind: Kind

    /// A property of an entity.
    public init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }
}
