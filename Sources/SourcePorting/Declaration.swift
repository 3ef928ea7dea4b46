internal import SourceScanning

/// What an attribute stands before, as far as it matters whether that attribute may go.
struct Declaration {
    /// The word that says what is declared; nil where there is no declaration.
    private(set) var keyword: String?
    /// The place of the declared name among the tokens, for what has a name.
    private(set) var nameIndex: Int?
    private(set) var name: String?
    private(set) var isOptional = false

    private static let keywords: Set<String> = [
        "class", "actor", "struct", "enum", "protocol", "extension", "func", "var", "let", "init", "subscript",
        "deinit",
        "case", "typealias", "import",
    ]
    /// How many tokens may stand between an attribute and the keyword.
    private static let furthest = 64

    /// Reads on from a token, over other attributes and modifiers.
    init(after index: Int, in file: SourceFile) {
        var index = index + 1
        let end = min(file.tokens.count, index + Self.furthest)
        while index < end {
            if file.token(index, is: "@") {
                index += 2
            } else if file.token(index, is: "(") {
                // The argument of an attribute or a modifier.
                while index < end, !file.token(index, is: ")") { index += 1 }
                index += 1
            } else if file.tokens[index].kind == .word, !file.tokens[index].isEscaped {
                let word = file.text(file.tokens[index])
                if Self.keywords.contains(word), !Self.isModifier(index, in: file) {
                    keyword = word
                    if index + 1 < file.tokens.count, file.tokens[index + 1].kind == .word {
                        nameIndex = index + 1
                        name = file.text(file.tokens[index + 1])
                    }
                    return
                }
                isOptional = isOptional || word == "optional"
                index += 1
            } else {
                return
            }
        }
    }

    /// Whether `class` stands for `static`.
    private static func isModifier(_ index: Int, in file: SourceFile) -> Bool {
        file.token(index, is: "class") && (file.token(index + 1, is: "func") || file.token(index + 1, is: "var"))
    }

    /// Why an attribute for Objective-C cannot simply go; nil if it can.
    /// - Parameter objectiveCName: The name in its parentheses.
    func reasonToLeave(objectiveCName: String?) -> String? {
        if isOptional {
            return
                "there are no optional requirements here; give it a body in an extension of the protocol, and take both away"
        }
        guard let objectiveCName, let name, name != objectiveCName else { return nil }
        switch keyword {
        case "class":
            return """
                models and archives may know \(name) by the name “\(objectiveCName)”; make the two names one, then take it away
                """
        case "var", "let":
            return "the key of \(name) is “\(objectiveCName)”; make the two names one, then take it away"
        default: return nil
        }
    }
}
