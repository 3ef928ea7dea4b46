extension PredicateParser {
    /// One operand with all that stands before and behind it.
    ///
    /// Each kind is read by a function of its own, which keeps the stack small where operands lie in each other.
    mutating func operand() throws(PredicateFailure) -> Term {
        switch token.kind {
        case .symbol(.not), .keyword(.not): return .predicate(try negation())
        case .keyword(let keyword): return try word(keyword)
        case .symbol(.leftParenthesis): return try suffixed(parenthesized())
        case .symbol(.minus): return .expression(try negative())
        case .symbol(.complement): return .expression(try complement())
        case .placeholder: return try suffixed(placeholder())
        default: return .expression(try suffixed(primary()))
        }
    }

    private mutating func suffixed(_ term: Term) throws(PredicateFailure) -> Term {
        guard case .expression(let expression) = term else { return term }
        return .expression(try suffixed(expression))
    }

    private mutating func negative() throws(PredicateFailure) -> NSExpression {
        try advance()
        if token.kind == .number { return try suffixed(number(isNegative: true)) }
        let negated = try value(.power)
        return try make(.function(.subtract, [NSExpression(forConstantValue: 0), negated]), above: negated.depth)
    }

    private mutating func complement() throws(PredicateFailure) -> NSExpression {
        try advance()
        let operand = try value(.unary)
        return try make(.function(.onesComplement, [operand]), above: operand.depth)
    }

    private mutating func word(_ keyword: Keyword) throws(PredicateFailure) -> Term {
        switch keyword {
        case .any, .some, .all, .none: return .predicate(try modified(keyword))
        case .truePredicate, .falsePredicate:
            try advance()
            return .predicate(NSPredicate(value: keyword == .truePredicate))
        default: return .expression(try suffixed(value(of: keyword)))
        }
    }

    private mutating func primary() throws(PredicateFailure) -> NSExpression {
        switch token.kind {
        case .identifier, .functionName: return try named()
        case .escapedIdentifier, .sign: return try path(from: nil)
        case .number: return try number(isNegative: false)
        case .text: return NSExpression(leaf: .constant(try string()))
        case .variable:
            let name = text(token)
            try advance()
            return NSExpression(leaf: .variable(name))
        case .symbol(.leftBrace): return try list(.rightBrace)
        default: throw unexpected("a value, a key path or a function")
        }
    }

    /// A key, or the call of a function.
    private mutating func named() throws(PredicateFailure) -> NSExpression {
        let name = token
        let isCall = bytes[name.end...].first { $0 > 0x20 } == UInt8(ascii: "(")
        if isCall { return try call(text(name), name) }
        guard name.kind == .identifier else {
            throw unexpected("a key path; a function needs its arguments in parentheses")
        }
        return try path(from: nil)
    }

    private mutating func value(of keyword: Keyword) throws(PredicateFailure) -> NSExpression {
        let name = token
        switch keyword {
        case .self:
            try advance()
            return .expressionForEvaluatedObject()
        case .anyKey:
            try advance()
            return .expressionForAnyKey()
        case .null, .nil, .true, .yes, .false, .no:
            try advance()
            let isTrue = keyword == .true || keyword == .yes
            let isNothing = keyword == .null || keyword == .nil
            return NSExpression(leaf: .constant(isNothing ? nil : isTrue))
        default: break
        }
        guard keyword.mayBeKey else {
            throw unexpected("a value or a key path; a key with the name of a keyword is written #\(text(name))")
        }
        if bytes[name.end...].first(where: { $0 > 0x20 }) == UInt8(ascii: "(") { return try special(keyword) }
        return try path(from: nil)
    }

    /// Something in parentheses: a predicate, an expression, or a list, as `IN (1, 2)` has it.
    private mutating func parenthesized() throws(PredicateFailure) -> Term {
        try advance()
        let first = try term(.or)
        if case .expression(let expression) = first, token.kind == .symbol(.comma) {
            try advance()
            return .expression(try list(.rightParenthesis, [expression]))
        }
        guard try skip(.rightParenthesis) else { throw unclosed(first) }
        return first
    }

    private func unclosed(_ term: Term) -> PredicateFailure {
        if case .expression = term { unexpected("an operator or “)”") } else { unexpected("AND, OR or “)”") }
    }

    /// The elements up to a symbol, which is used up. In front of the first stands a brace that is not.
    private mutating func list(
        _ end: Token.Symbol, _ first: [NSExpression] = []
    ) throws(PredicateFailure) -> NSExpression {
        if first.isEmpty { try advance() }
        let elements = try values(end, first)
        return try make(.aggregate(elements), of: elements)
    }

    /// Values with commas between them, up to a symbol, which is used up.
    mutating func values(
        _ end: Token.Symbol, _ first: [NSExpression] = []
    ) throws(PredicateFailure) -> [NSExpression] {
        var elements = first
        elements.reserveCapacity(4)
        if elements.isEmpty, try skip(end) { return [] }
        while true {
            elements.append(try value())
            if try skip(end) { return elements }
            try expect(.comma, or: end)
        }
    }

    // MARK: - Paths

    /// What stands behind an operand: keys after dots, indexes in brackets.
    private mutating func suffixed(_ operand: consuming NSExpression) throws(PredicateFailure) -> NSExpression {
        var expression = operand
        while true {
            switch token.kind {
            case .symbol(.dot):
                try advance()
                expression = try path(from: expression)
            case .symbol(.leftBracket): expression = try element(of: expression)
            default: return expression
            }
        }
    }

    /// Keys with dots between them, from what an expression gives.
    private mutating func path(from operand: NSExpression?) throws(PredicateFailure) -> NSExpression {
        let start = token.start
        var path = try component()
        while try skip(.dot) {
            path += "."
            path += try component()
        }
        return try make(pathForm(path, from: operand, at: start), above: operand?.depth ?? 0)
    }

    private func pathForm(
        _ path: String, from operand: NSExpression?, at start: Int
    ) throws(PredicateFailure) -> ExpressionForm {
        do {
            let parsed = try KeyValuePath(path)
            return operand.map { .path($0, path) } ?? .keyPath(operand: nil, path, parsed)
        } catch {
            guard case .malformedPath(let path, let reason) = error else { throw unexpected("a key path") }
            throw self.error(.malformedConstant("The key path “\(path)”", reason: reason), at: start)
        }
    }

    private mutating func component() throws(PredicateFailure) -> String {
        switch token.kind {
        case .identifier, .escapedIdentifier, .sign, .keyword:
            return try takeKeys()
        case .placeholder where bytes[token.end - 1] == UInt8(ascii: "K"): return try keyArgument()
        default: throw unexpected("a key")
        }
    }

    /// `%K` and its argument.
    private mutating func keyArgument() throws(PredicateFailure) -> String {
        let placeholder = token
        let argument = try argument("%K", at: placeholder)
        guard let key = argument as? String else {
            throw error(
                .wrongArgument("%K", expected: "a text that is a key path", given: KeyValueError.naming(argument)),
                at: placeholder.start)
        }
        try advance()
        return key
    }

    /// A placeholder and its argument.
    private mutating func placeholder() throws(PredicateFailure) -> Term {
        let placeholder = token
        let name = text(placeholder)
        switch bytes[placeholder.end - 1] {
        case UInt8(ascii: "K"): return .expression(try path(from: nil))
        case UInt8(ascii: "@"):
            let argument = try argument(name, at: placeholder)
            try advance()
            if let predicate = argument as? NSPredicate { return .predicate(try checked(predicate)) }
            return .expression(asConstant(argument))
        case UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "p"):
            throw error(
                .unavailable(name, reason: "an argument is no C pointer; use %@ with a String"), at: placeholder.start)
        case let letter:
            let argument = try argument(name, at: placeholder)
            let isText = letter | 0x20 == UInt8(ascii: "c") && (argument is String || argument is Character)
            guard isText || argument.flatMap({ Number($0) }) != nil else {
                throw error(
                    .wrongArgument(name, expected: "a number", given: KeyValueError.naming(argument)),
                    at: placeholder.start)
            }
            try advance()
            return .expression(asConstant(argument))
        }
    }

    private func asConstant(_ argument: Any?) -> NSExpression {
        argument as? NSExpression ?? NSExpression(forConstantValue: argument)
    }

    /// An index in brackets.
    private mutating func element(of collection: NSExpression) throws(PredicateFailure) -> NSExpression {
        try advance()
        var index: NSExpression?
        if case .keyword(let keyword) = token.kind, let symbol = IndexSymbol(rawValue: keyword.rawValue),
            bytes[token.end...].first(where: { $0 > 0x20 }) == UInt8(ascii: "]")
        {
            try advance()
            index = NSExpression(forConstantValue: symbol)
        }
        let found = if let index { index } else { try value() }
        try expect(.rightBracket)
        return try make(.function(.element, [collection, found]), above: max(collection.depth, found.depth))
    }
}
