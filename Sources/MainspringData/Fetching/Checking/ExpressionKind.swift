package import MainspringModel

/// What an expression gives for an object of an entity, as far as the model tells.
package struct ExpressionKind {
    /// What one value is.
    package enum Element {
        /// A value of an attribute, or what is computed.
        case value(NSAttributeDescription?)
        /// An object of an entity; of no known one for nil.
        case object(NSEntityDescription?)
        /// An entity, or its name.
        case entity
        /// What nobody knows before it is evaluated.
        case unknown
    }

    package var element: Element
    /// Whether there are several of them.
    package var isMany = false
    /// Whether that is because of a to-many relationship.
    var isToMany = false

    package static let unknown = ExpressionKind(element: .unknown)
    static let value = ExpressionKind(element: .value(nil))

    /// Whether it is about objects, which are compared by their identities.
    var isObject: Bool { if case .object = element { true } else { false } }
}
