internal import Foundation

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.comparison(element, .in, sequence)
    }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let found = NSExpression(.path(try conversion.subquery(sequence, variable.key, test), "@count"))
        return .predicate(PredicateConversion.comparison(found, .notEqualTo, NSExpression(forConstantValue: 0)))
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
        .expression(NSExpression(.path(try conversion.expression(elements), "@min.self")))
    }
}

extension PredicateExpressions.SequenceMaximum: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(NSExpression(.path(try conversion.expression(elements), "@max.self")))
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
