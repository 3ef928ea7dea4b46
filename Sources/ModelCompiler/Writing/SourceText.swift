/// Swift source that is being written, line by line.
struct SourceText {
    private(set) var text = ""
    private var indentation = 0

    /// Writes a line.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: " ", count: 4 * indentation) + line }
        text += "\n"
    }

    /// Writes a line that ends with a brace, what is inside, and the closing brace.
    mutating func block(_ head: String, closing: String = "}", _ body: (inout SourceText) -> Void) {
        line(head + " {")
        indentation += 1
        body(&self)
        indentation -= 1
        line(closing)
    }

    /// Writes lines one step further in.
    mutating func indented(_ body: (inout SourceText) -> Void) {
        indentation += 1
        body(&self)
        indentation -= 1
    }

    /// Writes lines that are compiled under conditions only.
    mutating func conditional(_ conditions: [String], _ body: (inout SourceText) -> Void) {
        guard !conditions.isEmpty else { return body(&self) }
        line("#if " + conditions.joined(separator: " && "))
        body(&self)
        line("#endif")
    }
}

/// Names in generated source.
public enum GeneratedName {
    /// Whether a word has a meaning of its own in source, and can name nothing without backticks.
    public static func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

    /// A name that may also be a keyword, as a declaration and a key path write it.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Whether a key path cannot end with a property of the name, even in backticks: the words mean types and identity.
    static func isNoKeyPath(_ name: String) -> Bool { ["Protocol", "Type", "self"].contains(name) }

    /// A string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "Protocol", "Type", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true",
        "try",
    ]
}
