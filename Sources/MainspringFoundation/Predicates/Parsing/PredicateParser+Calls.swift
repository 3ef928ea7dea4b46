extension PredicateParser {
    /// The call of a function by its name, with or without colons.
    mutating func call(_ name: String, _ token: Token) throws(PredicateFailure) -> NSExpression {
        try advance()
        try expect(.leftParenthesis)
        let arguments = try values(.rightParenthesis)
        do {
            return try make(.call(ExpressionFunction.written(name, arguments.count), arguments), of: arguments)
        } catch {
            throw error.position == nil ? self.error(error.problem, at: token.start) : error
        }
    }

    /// The call of one of the functions that are keywords.
    mutating func special(_ keyword: Keyword) throws(PredicateFailure) -> NSExpression {
        let start = token.start
        try advance()
        try expect(.leftParenthesis)
        switch keyword {
        case .subquery: return try subquery()
        case .ternary: return try ternary()
        case .cast: return try cast()
        case .function: return try method()
        case .fetch:
            throw error(
                .unavailable("FETCH", reason: "make the expression of a fetch request and pass it for %@"), at: start)
        default: throw error(.unknownFunction(keyword.rawValue, arguments: 0), at: start)
        }
    }

    private mutating func subquery() throws(PredicateFailure) -> NSExpression {
        let collection = try value()
        try expect(.comma)
        guard token.kind == .variable else { throw unexpected("a variable such as $x for the elements") }
        let variable = text(token)
        try advance()
        try expect(.comma)
        let predicate = try condition()
        try expect(.rightParenthesis)
        return try make(
            .subquery(collection, variable: variable, predicate), above: max(collection.depth, predicate.depth))
    }

    private mutating func ternary() throws(PredicateFailure) -> NSExpression {
        let predicate = try condition()
        try expect(.comma)
        let first = try value()
        try expect(.comma)
        let second = try value()
        try expect(.rightParenthesis)
        return try make(
            .conditional(predicate, first, second), above: max(predicate.depth, max(first.depth, second.depth)))
    }

    private mutating func cast() throws(PredicateFailure) -> NSExpression {
        let operand = try value()
        try expect(.comma)
        let type = try value()
        try expect(.rightParenthesis)
        return try make(.call(.cast, [operand, type]), above: max(operand.depth, type.depth))
    }

    private mutating func method() throws(PredicateFailure) -> NSExpression {
        let operand = try value()
        try expect(.comma)
        guard token.kind == .text else { throw unexpected("the name of a method in quotation marks") }
        let name = try string()
        let arguments = try skip(.comma) ? values(.rightParenthesis) : []
        if arguments.isEmpty { try expect(.rightParenthesis) }
        return try make(NSExpression.method(operand, name, arguments), of: [operand] + arguments)
    }
}
