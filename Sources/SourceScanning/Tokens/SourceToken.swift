/// A piece of Swift source: a word, a literal, or a sign.
public struct SourceToken: Equatable, Sendable {
    /// What a token is.
    public enum Kind: UInt8, Sendable {
        /// A name or a keyword; without its backticks if it has any, which ``isEscaped`` tells.
        case word
        /// One sign, such as `@`, `<`, `?` or `{`.
        case sign
        /// A number.
        case number
        /// A string with all that is between its quotes.
        case string
        /// A regular expression between its slashes.
        case regex
        /// `#` and the word that follows, such as `#if` and `#keyPath`.
        case directive
    }

    /// What it is.
    public let kind: Kind
    /// Where its text begins, in bytes.
    public let start: Int
    /// Where its text ends, in bytes.
    public let end: Int
    /// The line, from 1.
    public let line: Int
    /// Whether it is the first of its line.
    public let beginsLine: Bool
    /// Whether it is a name in backticks.
    public let isEscaped: Bool
}
