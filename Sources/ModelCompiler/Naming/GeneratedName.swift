/// Turns names and texts of models, source files and paths into parts of generated source.
///
/// Everything that a writer did not make up itself passes through here: an identifier, a string literal or the text of
/// a comment stays one, whatever it is made of.
public enum GeneratedName {
    /// Whether a word has a meaning of its own in source, and can name nothing without backticks.
    public static func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

    /// Whether a key path cannot end with a property of the name, even in backticks: the words mean types and identity.
    static func isNoKeyPath(_ name: String) -> Bool { ["Protocol", "Type", "self"].contains(name) }

    /// A name as a declaration, a type and a key path write it: in backticks if it is a keyword, or no plain name.
    ///
    /// Names of a model are checked before by ``NameRules``. A name of a source file may have any character in
    /// backticks there. What backticks cannot hold either becomes an underscore: such source does not compile anyway.
    static func identifier(_ name: String) -> String {
        if isPlain(name) { return keywords.contains(name) || typeWords.contains(name) ? "`\(name)`" : name }
        var inside = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            inside.append(scalar == "`" || scalar == "\\" || PrintedName.isInvisible(scalar) ? "_" : scalar)
        }
        return inside.isEmpty ? "_" : "`\(String(inside))`"
    }

    /// The name of a type with those of the types or the module that it stands in, with points between them.
    static func type(_ path: [String]) -> String { path.map(identifier).joined(separator: ".") }

    /// A type that is given by its whole name, with points between the parts.
    static func type(_ name: String) -> String { type(name.split(separator: ".").map(String.init)) }

    /// A string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            default:
                if PrintedName.isInvisible(scalar) {
                    literal += PrintedName.escape(scalar)
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }

    /// Text in a comment of one line.
    static func comment(_ text: String) -> String { PrintedName.line(text) }

    private static func isPlain(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, name != "_" else { return false }
        guard scalars.allSatisfy({ $0.isASCII }) else { return NameRules.fault(in: name) == nil }
        return !("0"..."9").contains(first)
            && scalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }

    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "Protocol", "Type", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true",
        "try",
    ]

    /// Words that may name a type, but mean something else where a type is expected.
    private static let typeWords: Set<String> = [
        "__owned", "any", "async", "borrowing", "consuming", "each", "isolated", "nonisolated", "sending", "some",
    ]
}
