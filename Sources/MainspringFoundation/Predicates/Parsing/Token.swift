/// A piece of a format: what it is, and where.
struct Token {
    enum Kind: Equatable {
        case end
        /// A key.
        case identifier
        /// A word after `#`, which is a key whatever it is; the token begins after the sign.
        case escapedIdentifier
        /// A name with colons: of a function.
        case functionName
        case keyword(Keyword)
        case number
        /// A text in quotation marks, which the token has too.
        case text
        /// The token begins after the `$`.
        case variable
        /// A component of a path with its `@`.
        case sign
        /// The token begins with the `%`.
        case placeholder
        case symbol(Symbol)
    }

    /// What is made of other characters.
    enum Symbol: String {
        case leftParenthesis = "("
        case rightParenthesis = ")"
        case leftBrace = "{"
        case rightBrace = "}"
        case leftBracket = "["
        case rightBracket = "]"
        case comma = ","
        case dot = "."
        case plus = "+"
        case minus = "-"
        case times = "*"
        case power = "**"
        case divide = "/"
        case modulus = "%%"
        case bitAnd = "&"
        case bitOr = "|"
        case bitXor = "^"
        case complement = "~"
        case leftShift = "<<"
        case rightShift = ">>"
        case and = "&&"
        case or = "||"
        case not = "!"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case assign = ":="
    }

    var kind: Kind
    var start: Int
    var end: Int
}
