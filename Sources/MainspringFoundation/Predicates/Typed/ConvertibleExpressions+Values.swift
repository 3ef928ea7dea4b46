internal import Foundation

extension PredicateExpressions.Variable: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(try conversion.value(of: key))
    }
}

extension PredicateExpressions.Value: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(NSExpression(forConstantValue: value))
    }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        .expression(NSExpression(forConstantValue: nil))
    }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let value = try conversion.expression(root)
        guard let kind else {
            guard let path = KeyTable.path(for: keyPath) else { throw PredicateConversion.Unsupported() }
            return .expression(NSExpression(.path(value, path)))
        }
        let isText = Root.Output.self == String.self
        let count = NSExpression(.path(value, isText ? "length" : "@count"))
        switch kind {
        case .collectionCount: return .expression(count)
        case .collectionIsEmpty:
            return .predicate(PredicateConversion.comparison(count, .equalTo, NSExpression(forConstantValue: 0)))
        // A text's characters are no elements that formats know.
        case _ where isText: throw PredicateConversion.Unsupported()
        case .collectionFirst: return .expression(Self.element(of: value, .first))
        case .bidirectionalCollectionLast: return .expression(Self.element(of: value, .last))
        @unknown default: throw PredicateConversion.Unsupported()
        }
    }

    private static func element(of collection: NSExpression, _ symbol: IndexSymbol) -> NSExpression {
        NSExpression(.function(.element, [collection, NSExpression(forConstantValue: symbol)]))
    }
}

extension PredicateExpressions.Arithmetic: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        switch op {
        case .add: try conversion.function(.add, lhs, rhs)
        case .subtract: try conversion.function(.subtract, lhs, rhs)
        case .multiply: try conversion.function(.multiply, lhs, rhs)
        @unknown default: throw PredicateConversion.Unsupported()
        }
    }
}

extension PredicateExpressions.IntDivision: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.function(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.function(.modulus, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        try conversion.function(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        let minus = NSExpression(forConstantValue: -1)
        return .expression(NSExpression(.function(.multiply, [try conversion.expression(wrapped), minus])))
    }
}
