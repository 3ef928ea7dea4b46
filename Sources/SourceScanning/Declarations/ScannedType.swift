/// A type that a file declares; not one inside a function.
public struct ScannedType: Equatable, Sendable {
    /// What kind of type it is.
    public enum Kind: Sendable {
        case `class`, actor, `struct`, `enum`, `protocol`
        /// Another name of a type.
        case alias(TypeExpression)
    }

    /// What kind of type it is.
    public let kind: Kind
    /// Its name, after those of the types it stands in.
    public let path: [String]
    /// Whether it, or a type it stands in, has generic parameters.
    public let isGeneric: Bool
    /// What stands after its colon, for a class its superclass first.
    public let inherited: [TypeExpression]
    /// Who may use it, those around it taken into account.
    public let access: AccessLevel
    /// The names of its attributes.
    public let attributes: [String]
    /// The conditions under which it is compiled.
    public let conditions: [String]
    /// Its line, from 1.
    public let line: Int
}

extension ScannedType.Kind: Equatable {}
