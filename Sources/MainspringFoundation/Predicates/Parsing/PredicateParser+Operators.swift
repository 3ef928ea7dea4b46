extension PredicateParser {
    /// A term whose operators bind at least so tightly.
    mutating func term(_ minimum: Precedence) throws(PredicateFailure) -> Term {
        try enter()
        let start = token.start
        var left = try operand()
        while let infix = InfixOperator(token.kind), infix.precedence >= minimum {
            left = try join(left, infix, start)
        }
        leave()
        return left
    }

    /// An expression whose operators bind at least so tightly: by default what may stand beside a comparison.
    mutating func value(_ minimum: Precedence = .set) throws(PredicateFailure) -> NSExpression {
        let start = token.start
        let term = try term(minimum)
        return try expression(term, at: start)
    }

    /// A predicate: what may stand in parentheses.
    mutating func condition() throws(PredicateFailure) -> NSPredicate { try condition(.or) }

    private mutating func condition(_ minimum: Precedence) throws(PredicateFailure) -> NSPredicate {
        let start = token.start
        let term = try term(minimum)
        return try predicate(term, at: start)
    }

    private mutating func join(_ left: Term, _ infix: InfixOperator, _ start: Int) throws(PredicateFailure) -> Term {
        switch infix {
        case .logical(let type): return .predicate(try compound(predicate(left, at: start), type, infix.precedence))
        case .comparison(let type):
            if case .predicate = left { throw unexpected("AND or OR") }
            return .predicate(try comparison(expression(left, at: start), .direct, type))
        case .typeIdentifier(let keyword):
            throw noTypes(keyword)
        case .set, .function: return .expression(try joined(expression(left, at: start), infix))
        case .assignment: return .expression(try assignment(left, start))
        }
    }

    private func noTypes(_ keyword: Keyword) -> PredicateFailure {
        error(
            .unavailable(keyword.rawValue, reason: "there are no uniform type identifiers on Linux"), at: token.start)
    }

    private mutating func joined(
        _ left: NSExpression, _ infix: InfixOperator
    ) throws(PredicateFailure) -> NSExpression {
        try advance()
        // Powers are raised from the right, everything else is joined from the left.
        let isPower = infix.precedence == .power
        let right = try value(isPower ? .power : infix.precedence.tighter)
        let depth = max(left.depth, right.depth)
        switch infix {
        case .set(let operation): return try make(.set(operation, left, right), above: depth)
        case .function(let function): return try make(.function(function, [left, right]), above: depth)
        default: return left
        }
    }

    /// All that follows with the same operator is joined at once.
    private mutating func compound(
        _ first: NSPredicate, _ type: NSCompoundPredicate.LogicalType, _ precedence: Precedence
    ) throws(PredicateFailure) -> NSPredicate {
        var parts: [NSPredicate] = []
        parts.reserveCapacity(4)
        parts.append(first)
        while case .logical(type)? = InfixOperator(token.kind) {
            try advance()
            parts.append(try condition(precedence.tighter))
        }
        for part in parts { _ = try checked(part) }
        return NSCompoundPredicate(type: type, subpredicates: parts)
    }

    private mutating func assignment(_ left: Term, _ start: Int) throws(PredicateFailure) -> NSExpression {
        guard case .expression(let variable) = left, case .variable = variable.form else {
            throw unexpected("an operator; only a variable can be assigned to")
        }
        try advance()
        let right = try value(.assignment)
        return try make(.function(.assign, [variable, right]), above: right.depth)
    }

    /// What follows the left side of a comparison, from the operator on.
    private mutating func comparison(
        _ left: NSExpression, _ modifier: NSComparisonPredicate.Modifier, _ type: NSComparisonPredicate.Operator
    ) throws(PredicateFailure) -> NSPredicate {
        try advance()
        let options = token.kind == .symbol(.leftBracket) ? try options() : []
        let right = try value()
        if max(left.depth, right.depth) >= NestingDepth.limit { throw tooDeep() }
        return NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: modifier, type: type, options: options)
    }

    /// The letters in brackets after an operator.
    private mutating func options() throws(PredicateFailure) -> NSComparisonPredicate.Options {
        try advance()
        var options: NSComparisonPredicate.Options = []
        while token.kind != .symbol(.rightBracket) {
            guard token.kind != .end else { throw unexpected("“]”") }
            for index in token.start..<token.end {
                switch bytes[index] | 0x20 {
                case UInt8(ascii: "c"): options.insert(.caseInsensitive)
                case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
                case UInt8(ascii: "n"): options.insert(.normalized)
                case UInt8(ascii: "l"): options.insert(.localeSensitive)
                default: throw error(.unexpected(found(index), expected: "the options c, d, l or n"), at: index)
                }
            }
            try advance()
        }
        try advance()
        return options
    }

    private func found(_ index: Int) -> String {
        String(decoding: bytes[index..<min(index + 16, bytes.count)], as: UTF8.self).first.map { "“\($0)”" }
            ?? "the end"
    }

    /// `NOT` and what it negates.
    mutating func negation() throws(PredicateFailure) -> NSPredicate {
        try advance()
        let part = try condition(.comparison)
        return NSCompoundPredicate(notPredicateWithSubpredicate: try checked(part))
    }

    /// `ANY`, `SOME`, `ALL` or `NONE` and the comparison behind it.
    mutating func modified(_ keyword: Keyword) throws(PredicateFailure) -> NSPredicate {
        try advance()
        let left = try value()
        guard case .comparison(let type)? = InfixOperator(token.kind) else {
            throw unexpected("an operator such as == after what \(keyword.rawValue) is about")
        }
        let comparison = try comparison(left, keyword == .all ? .all : .any, type)
        guard keyword == .none else { return comparison }
        return NSCompoundPredicate(notPredicateWithSubpredicate: try checked(comparison))
    }
}
