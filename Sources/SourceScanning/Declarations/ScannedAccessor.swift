/// A property with code of its own, computed or observed, that a file declares in a class or an extension.
package struct ScannedAccessor: Equatable, Sendable {
    /// Its name.
    package let name: String
    /// Its type.
    package let type: TypeExpression
    /// The class that it belongs to, as the class or the extension writes it.
    package let owner: [String]
    /// Who may use it.
    package let access: AccessLevel
    /// Whether it overrides one of a superclass.
    package let isOverride: Bool
    /// Whether its code speaks of primitive values, as accessors of managed objects do.
    package let usesPrimitiveValues: Bool
    /// The names of its attributes.
    package let attributes: [String]
    /// The conditions under which it is compiled.
    package let conditions: [String]
}
