/// A property or a method that a file declares with `@NSManaged`.
package struct ScannedMember: Equatable, Sendable {
    /// A parameter of a method.
    package struct Parameter: Equatable, Sendable {
        /// What stands before it in a call; nil for `_`.
        package let label: String?
        /// Its type.
        package let type: TypeExpression
        /// Its type as it is written.
        package let typeText: String

        /// A parameter of a method.
        package init(label: String?, type: TypeExpression, typeText: String) {
            self.label = label
            self.type = type
            self.typeText = typeText
        }
    }

    /// What it is.
    package enum Kind: Equatable, Sendable {
        /// A property with its type, and that as it is written.
        case property(TypeExpression, text: String)
        /// A method with what it takes, and whether it gives something back.
        case method([Parameter], returnsValue: Bool)
    }

    /// What it is.
    package let kind: Kind
    /// Its name.
    package let name: String
    /// The class that it belongs to, as the class or the extension writes it.
    package let owner: [String]
    /// Whether it stands in an extension.
    package let isInExtension: Bool
    /// Who may use it.
    package let access: AccessLevel
    /// Whether it overrides one of a superclass.
    package let isOverride: Bool
    /// The conditions under which it is compiled.
    package let conditions: [String]
    /// Its line, from 1.
    package let line: Int
}
