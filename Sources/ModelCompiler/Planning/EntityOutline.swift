/// An entity of a model, as far as code is generated for it.
package struct EntityOutline: Equatable, Sendable {
    /// Who writes its class.
    package enum CodeGeneration: Equatable, Sendable {
        /// The class and its properties are generated.
        case classDefinition
        /// The properties are generated, the class is written by hand.
        case category
        /// Both are written by hand.
        case none
    }

    /// Its name.
    package let name: String
    /// The class of its objects without a module's name; nil for `NSManagedObject` itself.
    package let className: String?
    /// Who writes its class.
    package let codeGeneration: CodeGeneration
    /// The name of the entity it inherits from.
    package let superentity: String?
    /// All its properties, in the order of their slots: those of the superentity first.
    package let slots: [String]
    /// Its properties without those it inherits, in the order of their slots.
    package let properties: [PropertyOutline]
    /// The path of its model, for messages.
    package let modelPath: String

    /// An entity of a model.
    package init(
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
package struct PropertyOutline: Equatable, Sendable {
    /// What it holds.
    package enum Kind: Equatable, Sendable {
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
    package let name: String
    /// What it holds.
    package let kind: Kind

    /// A property of an entity.
    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }
}
