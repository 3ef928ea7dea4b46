/// A property with code of its own, computed or observed, that a file declares in a class or an extension.
public struct ScannedAccessor: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its type.
    public let type: TypeExpression
    /// The class that it belongs to, as the class or the extension writes it.
    public let owner: [String]
    /// Who may use it.
    public let access: AccessLevel
    /// Whether it overrides one of a superclass.
    public let isOverride: Bool
    /// Whether its code speaks of primitive values, as accessors of managed objects do.
    public let usesPrimitiveValues: Bool
    /// The names of its attributes.
    public let attributes: [String]
    /// The conditions under which it is compiled.
    public let conditions: [String]
}
