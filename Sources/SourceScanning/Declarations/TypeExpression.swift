/// A type as it is written.
public indirect enum TypeExpression: Equatable, Sendable {
    /// A name, part by part, each with its generic arguments.
    case named([Part])
    /// `T?` and `T!`.
    case optional(TypeExpression)
    /// `[T]`.
    case array(TypeExpression)
    /// `[K: V]`.
    case dictionary(TypeExpression, TypeExpression)
    /// What no managed property can be: a function, a tuple, a composition, a metatype, or what is no type.
    case other(String)

    /// One part of a name.
    public struct Part: Equatable, Sendable {
        /// The word.
        public let name: String
        /// What stands between `<` and `>`.
        public let arguments: [TypeExpression]

        /// A part of a name.
        public init(_ name: String, _ arguments: [TypeExpression] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// A name without generic arguments, of one part or several with points between them.
    public init(name: String) {
        self = .named(name.split(separator: ".").map { Part(String($0)) })
    }

    /// The words of a name that has no generic arguments.
    public var plainName: [String]? {
        guard case .named(let parts) = self, parts.allSatisfy({ $0.arguments.isEmpty }) else { return nil }
        return parts.map(\.name)
    }
}
