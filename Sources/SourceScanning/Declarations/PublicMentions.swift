/// Which names stand in what a file offers to other modules.
public enum PublicMentions {
    /// The names, of those asked for, that stand between a `public` or `open` and the end of what it declares.
    ///
    /// Of a protocol, an extension or an enumeration that is everything in its braces, of all else what comes before the
    /// body; so it may name more than is offered, and never less.
    public static func names(of wanted: Set<String>, in file: SourceFile) -> Set<String> {
        var found: Set<String> = []
        var index = 0
        while index < file.tokens.count {
            guard file.token(index, is: "public") || file.token(index, is: "open") else {
                index += 1
                continue
            }
            index = scan(file, from: index + 1, wanted: wanted, into: &found)
        }
        return found
    }

    /// Goes to the end of a declaration.
    private static func scan(
        _ file: SourceFile, from start: Int, wanted: Set<String>, into found: inout Set<String>
    ) -> Int {
        var index = start
        var open = 0
        var braces = 0
        var isWhole = false
        while index < file.tokens.count {
            let token = file.tokens[index]
            if token.beginsLine, open == 0, braces == 0, index > start, !continues(file, at: index) { return index }
            if file.token(index, is: "protocol") || file.token(index, is: "extension") || file.token(index, is: "enum")
            {
                isWhole = true
            }
            if file.token(index, is: "(") || file.token(index, is: "[") { open += 1 }
            if file.token(index, is: ")") || file.token(index, is: "]") { open -= 1 }
            if file.token(index, is: "{") {
                guard isWhole else { return index + 1 }
                braces += 1
            }
            if file.token(index, is: "}") {
                braces -= 1
                if braces <= 0 { return index + 1 }
            }
            if token.kind == .word {
                let word = file.text(token)
                if wanted.contains(word) { found.insert(word) }
            }
            index += 1
        }
        return index
    }

    /// Whether a token at the beginning of a line belongs to the declaration before it.
    private static func continues(_ file: SourceFile, at index: Int) -> Bool {
        file.token(index, is: "{") || file.token(index, is: "-") || file.token(index, is: "where")
            || file.token(index, is: ":") || file.token(index - 1, is: ":") || file.token(index - 1, is: ",")
            || file.token(index - 1, is: ">") || file.token(index, is: ".")
    }
}
