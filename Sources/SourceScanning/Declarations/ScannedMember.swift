/// A property or a method that a file declares with `@NSManaged`.
public struct ScannedMember: Equatable, Sendable {
    /// A parameter of a method.
    public struct Parameter: Equatable, Sendable {
        /// What stands before it in a call; nil for `_`.
        public let label: String?
        /// Its type.
        public let type: TypeExpression
        /// Its type as it is written.
        public let typeText: String

        /// A parameter of a method.
        public init(label: String?, type: TypeExpression, typeText: String) {
            self.label = label
            self.type = type
            self.typeText = typeText
        }
    }

    /// What it is.
    public enum Kind: Equatable, Sendable {
        /// A property with its type, and that as it is written.
        case property(TypeExpression, text: String)
        /// A method with what it takes, and whether it gives something back.
        case method([Parameter], returnsValue: Bool)
    }

    /// What it is.
    public let kind: Kind
    /// Its name.
    public let name: String
    /// The class that it belongs to, as the class or the extension writes it.
    public let owner: [String]
    /// Whether it stands in an extension.
    public let isInExtension: Bool
    /// Who may use it.
    public let access: AccessLevel
    /// Whether it overrides one of a superclass.
    public let isOverride: Bool
    /// The conditions under which it is compiled.
    public let conditions: [String]
    /// Its line, from 1.
    public let line: Int
}
