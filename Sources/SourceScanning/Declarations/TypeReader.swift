/// Reads a type where one is expected.
struct TypeReader {
    let file: SourceFile
    /// The token that comes next.
    var index: Int
    private var depth = 0

    /// How deep brackets may stand in each other.
    private static let deepestNesting = 64

    init(file: SourceFile, index: Int) {
        self.file = file
        self.index = index
    }

    private func next(is text: StaticString) -> Bool { file.token(index, is: text) }

    /// Whether the next token touches the one before it.
    private var touches: Bool {
        index > 0 && index < file.tokens.count && file.tokens[index].start == file.tokens[index - 1].end
    }

    /// A type with everything that belongs to it.
    mutating func read() -> TypeExpression {
        depth += 1
        defer { depth -= 1 }
        let first = index
        guard depth < Self.deepestNesting, var type = primary() else { return .other(text(from: first)) }
        while true {
            if next(is: "?") || next(is: "!"), touches {
                index += 1
                type = .optional(type)
            } else if next(is: "&") {
                index += 1
                _ = primary()
                type = .other(text(from: first))
            } else if next(is: "-"), file.token(index + 1, is: ">") {
                index += 2
                _ = read()
                type = .other(text(from: first))
            } else if next(is: "async") || next(is: "throws"), file.token(index + 1, is: "-") {
                index += 1
            } else {
                return type
            }
        }
    }

    private mutating func primary() -> TypeExpression? {
        while next(is: "@") { skipAttribute() }
        while next(is: "any") || next(is: "some") || next(is: "inout") || next(is: "__owned") || next(is: "borrowing") {
            index += 1
        }
        let first = index
        guard index < file.tokens.count else { return nil }
        if next(is: "[") {
            index += 1
            let element = read()
            var result = TypeExpression.array(element)
            if next(is: ":") {
                index += 1
                result = .dictionary(element, read())
            }
            guard next(is: "]") else { return nil }
            index += 1
            return suffixed(result, from: first)
        }
        if next(is: "(") {
            return parenthesized()
        }
        guard file.tokens[index].kind == .word else { return nil }
        return named()
    }

    private mutating func named() -> TypeExpression {
        let first = index
        var parts: [TypeExpression.Part] = []
        while index < file.tokens.count, file.tokens[index].kind == .word {
            let name = file.text(file.tokens[index])
            index += 1
            var arguments: [TypeExpression] = []
            if next(is: "<") {
                index += 1
                while index < file.tokens.count, !next(is: ">") {
                    let before = index
                    arguments.append(read())
                    if next(is: ",") { index += 1 }
                    guard index > before else { return .other(text(from: first)) }
                }
                index += 1
            }
            parts.append(.init(name, arguments))
            guard next(is: "."), index + 1 < file.tokens.count, file.tokens[index + 1].kind == .word else { break }
            if isMetatype(index + 1) { return suffixed(.named(parts), from: first) }
            index += 1
        }
        return .named(parts)
    }

    /// A type before `.Type`, which no managed property has.
    private mutating func suffixed(_ type: TypeExpression, from first: Int) -> TypeExpression {
        guard next(is: "."), isMetatype(index + 1) else { return type }
        index += 2
        return .other(text(from: first))
    }

    private func isMetatype(_ index: Int) -> Bool { file.token(index, is: "Type") || file.token(index, is: "Protocol") }

    private mutating func parenthesized() -> TypeExpression {
        let first = index
        index += 1
        let inside = read()
        if next(is: ")") {
            index += 1
            return suffixed(inside, from: first)
        }
        var open = 1
        while index < file.tokens.count, open > 0 {
            if next(is: "(") { open += 1 }
            if next(is: ")") { open -= 1 }
            index += 1
        }
        return .other(text(from: first))
    }

    private mutating func skipAttribute() {
        index += 2
        guard next(is: "("), touches else { return }
        var open = 0
        repeat {
            if next(is: "(") { open += 1 }
            if next(is: ")") { open -= 1 }
            index += 1
        } while index < file.tokens.count && open > 0
    }

    /// The text from a token to the one that was read last.
    func text(from first: Int) -> String {
        guard first < file.tokens.count, index > first else { return "" }
        return file.text(file.tokens[first].start..<file.tokens[min(index, file.tokens.count) - 1].end)
    }
}
