/// Reads the language of formats: recursive descent, by precedence, in one pass and without going back.
///
/// The entry points take a string or the bytes of one, which need not be valid UTF-8, and the values for the
/// placeholders. Levels of nesting are counted, those of what is read and those of what is made of it.
struct PredicateParser {
    /// What a part of a format is: in parentheses either may stand.
    enum Term {
        case predicate(NSPredicate)
        case expression(NSExpression)
    }

    private var lexer: FormatLexer
    /// The token that has not been used yet.
    private(set) var token = Token(kind: .end, start: 0, end: 0)
    private var arguments: ArraySlice<Any?>
    private var depth = 0

    /// The predicate that a format means.
    static func predicate(_ format: String, _ arguments: [Any?]) throws(PredicateFailure) -> NSPredicate {
        var format = format
        return try format.withUTF8 { bytes in
            Result { () throws(PredicateFailure) in try predicate(bytes, arguments) }
        }.get()
    }

    /// The expression that a format means.
    static func expression(_ format: String, _ arguments: [Any?]) throws(PredicateFailure) -> NSExpression {
        var format = format
        return try format.withUTF8 { bytes in
            Result { () throws(PredicateFailure) in try expression(bytes, arguments) }
        }.get()
    }

    /// The predicate that the bytes of a format mean.
    static func predicate(
        _ bytes: UnsafeBufferPointer<UInt8>, _ arguments: [Any?]
    ) throws(PredicateFailure) -> NSPredicate {
        var parser = try PredicateParser(bytes, arguments)
        let term = try parser.term(.or)
        let predicate = try parser.predicate(term, at: 0)
        try parser.finish()
        return predicate
    }

    /// The expression that the bytes of a format mean.
    static func expression(
        _ bytes: UnsafeBufferPointer<UInt8>, _ arguments: [Any?]
    ) throws(PredicateFailure) -> NSExpression {
        var parser = try PredicateParser(bytes, arguments)
        let expression = try parser.value(.assignment)
        try parser.finish()
        return expression
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ arguments: [Any?]) throws(PredicateFailure) {
        lexer = FormatLexer(bytes)
        self.arguments = arguments[...]
        token = try lexer.next()
    }

    private func finish() throws(PredicateFailure) {
        if token.kind != .end { throw unexpected("AND, OR or the end") }
    }

    // MARK: - Tokens

    var bytes: UnsafeBufferPointer<UInt8> { lexer.bytes }

    mutating func advance() throws(PredicateFailure) { token = try lexer.next() }

    /// Uses up a symbol that must stand here.
    /// - Parameter other: what else may stand here.
    mutating func expect(_ symbol: Token.Symbol, or other: Token.Symbol? = nil) throws(PredicateFailure) {
        guard token.kind == .symbol(symbol) else {
            throw unexpected("“\(symbol.rawValue)”\(other.map { " or “\($0.rawValue)”" } ?? "")")
        }
        try advance()
    }

    /// Uses up a symbol if it stands here.
    mutating func skip(_ symbol: Token.Symbol) throws(PredicateFailure) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    /// The characters of a token.
    func text(_ token: Token) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[token.start..<token.end]), as: UTF8.self)
    }

    /// The characters of a key and of those that follow it at once, as paths mostly stand; uses them up.
    mutating func takeKeys() throws(PredicateFailure) -> String {
        let keys = Token(kind: token.kind, start: token.start, end: try lexer.skipKeys())
        try advance()
        return text(keys)
    }

    /// The next argument.
    mutating func argument(_ placeholder: String, at token: Token) throws(PredicateFailure) -> Any? {
        guard let argument = arguments.popFirst() else { throw error(.missingArgument(placeholder), at: token.start) }
        return constantForm(argument)
    }

    // MARK: - Errors

    func error(_ problem: PredicateFailure.Problem, at offset: Int) -> PredicateFailure {
        PredicateFailure(problem, at: PredicateFailure.Position(offset, in: bytes))
    }

    /// Something else stands where the token is.
    func unexpected(_ expected: String) -> PredicateFailure {
        let found = token.kind == .end ? "the end" : "“\(KeyValueError.excerpt(text(token)))”"
        return error(.unexpected(found, expected: expected), at: token.start)
    }

    func predicate(_ term: Term, at start: Int) throws(PredicateFailure) -> NSPredicate {
        if case .predicate(let predicate) = term { return predicate }
        switch token.kind {
        case .end, .symbol(.rightParenthesis), .symbol(.comma), .symbol(.and), .symbol(.or), .keyword(.and),
            .keyword(.or):
            throw unexpected("an operator such as ==, since an expression alone is no predicate")
        default: throw unexpected("an operator such as == or CONTAINS")
        }
    }

    func expression(_ term: Term, at start: Int) throws(PredicateFailure) -> NSExpression {
        if case .expression(let expression) = term { return expression }
        throw error(.unexpected("a predicate", expected: "a value, a key path or a function"), at: start)
    }

    // MARK: - Depth

    mutating func enter() throws(PredicateFailure) {
        depth += 1
        if depth > NestingDepth.limit { throw tooDeep() }
    }

    func tooDeep() -> PredicateFailure { error(.tooDeep, at: token.start) }

    mutating func leave() { depth -= 1 }

    /// Makes an expression, unless it would be too deep.
    /// - Parameter depth: that of its deepest part.
    func make(_ form: consuming ExpressionForm, above depth: Int) throws(PredicateFailure) -> NSExpression {
        if depth >= NestingDepth.limit { throw tooDeep() }
        return NSExpression(form, depth: depth + 1)
    }

    /// Makes an expression with some parts, unless it would be too deep.
    func make(_ form: consuming ExpressionForm, of parts: [NSExpression]) throws(PredicateFailure) -> NSExpression {
        var depth = 0
        for part in parts { depth = max(depth, part.depth) }
        return try make(form, above: depth)
    }

    /// Hands on a predicate, unless its parts were too deep for it.
    func checked(_ predicate: NSPredicate) throws(PredicateFailure) -> NSPredicate {
        if predicate.depth > NestingDepth.limit - 1 { throw tooDeep() }
        return predicate
    }
}
