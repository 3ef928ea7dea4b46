internal import Foundation

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.comparison(sequence, .contains, element)
    }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let found = NSExpression(.path(try conversion.subquery(sequence, variable.key, test), "@count"))
        return .predicate(PredicateConversion.comparison(found, .greaterThan, NSExpression(forConstantValue: 0)))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let others = try conversion.subquery(sequence, variable.key, test, isNegated: true)
        let count = NSExpression(.path(others, "@count"))
        return .predicate(PredicateConversion.comparison(count, .equalTo, NSExpression(forConstantValue: 0)))
    }
}

extension PredicateExpressions.Filter: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(try conversion.subquery(sequence, variable.key, filter))
    }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        guard Base.Output.self == String.self, Prefix.Output.self == String.self else {
            throw PredicateConversion.Unsupported()
        }
        return try conversion.comparison(base, .beginsWith, prefix)
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        guard Base.Output.self == String.self, Other.Output.self == String.self else {
            throw PredicateConversion.Unsupported()
        }
        return try conversion.comparison(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceMinimum: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(NSExpression(.function(.minimum, [try conversion.expression(elements)])))
    }
}

extension PredicateExpressions.SequenceMaximum: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(NSExpression(.function(.maximum, [try conversion.expression(elements)])))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.function(.element, wrapped, index)
    }
}

extension PredicateExpressions.DictionaryKeySubscript: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.function(.element, wrapped, key)
    }
}

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        guard let range = range as? any ConvertibleRange else { throw PredicateConversion.Unsupported() }
        let element = try conversion.expression(element)
        let bounds = try range.bounds(conversion)
        let upper = PredicateConversion.comparison(
            element, range.includesUpper ? .lessThanOrEqualTo : .lessThan, bounds.upper)
        let lower = PredicateConversion.comparison(element, .greaterThanOrEqualTo, bounds.lower)
        return .predicate(NSCompoundPredicate(andPredicateWithSubpredicates: [lower, upper]))
    }
}

/// A range that is written in the predicate.
private protocol ConvertibleRange {
    var includesUpper: Bool { get }
    func bounds(_ conversion: PredicateConversion) throws -> (lower: NSExpression, upper: NSExpression)
}

extension PredicateExpressions.Range: ConvertibleRange {
    fileprivate var includesUpper: Bool { false }

    fileprivate func bounds(_ conversion: PredicateConversion) throws -> (lower: NSExpression, upper: NSExpression) {
        (try conversion.expression(lower), try conversion.expression(upper))
    }
}

extension PredicateExpressions.ClosedRange: ConvertibleRange {
    fileprivate var includesUpper: Bool { true }

    fileprivate func bounds(_ conversion: PredicateConversion) throws -> (lower: NSExpression, upper: NSExpression) {
        (try conversion.expression(lower), try conversion.expression(upper))
    }
}
