internal import Foundation

extension PredicateExpressions.Conjunction: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let parts = [try conversion.predicate(lhs), try conversion.predicate(rhs)]
        return .predicate(NSCompoundPredicate(andPredicateWithSubpredicates: parts))
    }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let parts = [try conversion.predicate(lhs), try conversion.predicate(rhs)]
        return .predicate(NSCompoundPredicate(orPredicateWithSubpredicates: parts))
    }
}

extension PredicateExpressions.Negation: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .predicate(NSCompoundPredicate(notPredicateWithSubpredicate: try conversion.predicate(wrapped)))
    }
}

extension PredicateExpressions.Conditional: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(
            NSExpression(
                forConditional: try conversion.predicate(test),
                trueExpression: try conversion.expression(trueBranch),
                falseExpression: try conversion.expression(falseBranch)))
    }
}

extension PredicateExpressions.Equal: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.comparison(lhs, .equalTo, rhs)
    }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.comparison(lhs, .notEqualTo, rhs)
    }
}

extension PredicateExpressions.Comparison: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        switch op {
        case .lessThan: try conversion.comparison(lhs, .lessThan, rhs)
        case .lessThanOrEqual: try conversion.comparison(lhs, .lessThanOrEqualTo, rhs)
        case .greaterThan: try conversion.comparison(lhs, .greaterThan, rhs)
        case .greaterThanOrEqual: try conversion.comparison(lhs, .greaterThanOrEqualTo, rhs)
        @unknown default: throw PredicateConversion.Unsupported()
        }
    }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let value = try conversion.expression(lhs)
        let exists = PredicateConversion.comparison(value, .notEqualTo, NSExpression(forConstantValue: nil))
        return .expression(
            NSExpression(
                forConditional: exists, trueExpression: value, falseExpression: try conversion.expression(rhs)))
    }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let value = try conversion.expression(wrapped)
        let nothing = NSExpression(forConstantValue: nil)
        let result = try conversion.binding(variable.key, to: value).expression(transform)
        // A path from nothing gives nothing by itself.
        if case .keyPath = result.form { return .expression(result) }
        return .expression(
            NSExpression(
                forConditional: PredicateConversion.comparison(value, .notEqualTo, nothing), trueExpression: result,
                falseExpression: nothing))
    }
}

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term { try conversion.term(inner) }
}
