/// A type that a file declares; not one inside a function.
package struct ScannedType: Equatable, Sendable {
    /// What kind of type it is.
    package enum Kind: Sendable {
        case `class`, actor, `struct`, `enum`, `protocol`
        /// Another name of a type.
        case alias(TypeExpression)
    }

    /// What kind of type it is.
    package let kind: Kind
    /// Its name, after those of the types it stands in.
    package let path: [String]
    /// Whether it, or a type it stands in, has generic parameters.
    package let isGeneric: Bool
    /// What stands after its colon, for a class its superclass first.
    package let inherited: [TypeExpression]
    /// Who may use it, those around it taken into account.
    package let access: AccessLevel
    /// The names of its attributes.
    package let attributes: [String]
    /// The conditions under which it is compiled.
    package let conditions: [String]
    /// Its line, from 1.
    package let line: Int
}

extension ScannedType.Kind: Equatable {}
