internal import Foundation

/// Makes a predicate of what `#Predicate` has made of Swift's code.
struct PredicateConversion {
    /// What has no counterpart among formats.
    struct Unsupported: Error {}

    /// What the variables of closures stand for.
    private var variables: [PredicateExpressions.VariableID: NSExpression] = [:]
    private let names = VariableNames()

    /// The predicate that is meant; nil if a part of it has no counterpart.
    static func predicate<Input>(_ predicate: Foundation.Predicate<Input>) -> NSPredicate? {
        var conversion = PredicateConversion()
        conversion.variables[predicate.variable.key] = .expressionForEvaluatedObject()
        return try? conversion.predicate(predicate.expression)
    }

    // MARK: - Parts

    /// What a part of the tree means.
    func term(_ part: any PredicateExpression) throws -> PredicateParser.Term {
        guard let part = part as? any ConvertibleExpression else { throw Unsupported() }
        return try part.term(self)
    }

    /// A part as a predicate; a truth value is compared.
    func predicate(_ part: any PredicateExpression) throws -> NSPredicate {
        switch try term(part) {
        case .predicate(let predicate): predicate
        case .expression(let expression):
            if case .constant(let value as Bool) = expression.form {
                NSPredicate(value: value)
            } else {
                Self.comparison(expression, .equalTo, NSExpression(forConstantValue: true))
            }
        }
    }

    /// A part as an expression; a predicate gives a truth value.
    func expression(_ part: any PredicateExpression) throws -> NSExpression {
        switch try term(part) {
        case .expression(let expression): expression
        case .predicate(let predicate):
            NSExpression(
                forConditional: predicate, trueExpression: NSExpression(forConstantValue: true),
                falseExpression: NSExpression(forConstantValue: false))
        }
    }

    /// What a variable stands for.
    func value(of variable: PredicateExpressions.VariableID) throws -> NSExpression {
        guard let value = variables[variable] else { throw Unsupported() }
        return value
    }

    /// The conversion of the body of a closure whose variable stands for something.
    func binding(_ variable: PredicateExpressions.VariableID, to value: NSExpression) -> PredicateConversion {
        var conversion = self
        conversion.variables[variable] = value
        return conversion
    }

    /// The elements of a sequence for which the body of a closure holds, or does not hold.
    func subquery(
        _ sequence: any PredicateExpression, _ variable: PredicateExpressions.VariableID,
        _ body: any PredicateExpression, isNegated: Bool = false
    ) throws -> NSExpression {
        let name = names.next()
        let test = try binding(variable, to: NSExpression(forVariable: name)).predicate(body)
        return NSExpression(
            forSubquery: try expression(sequence), usingIteratorVariable: name,
            predicate: isNegated ? NSCompoundPredicate(notPredicateWithSubpredicate: test) : test)
    }

    /// A comparison, as a predicate.
    static func comparison(
        _ left: NSExpression, _ type: NSComparisonPredicate.Operator, _ right: NSExpression
    ) -> NSPredicate {
        NSComparisonPredicate(leftExpression: left, rightExpression: right, modifier: .direct, type: type)
    }

    /// A comparison of two parts.
    func comparison(
        _ left: any PredicateExpression, _ type: NSComparisonPredicate.Operator, _ right: any PredicateExpression
    ) throws -> PredicateParser.Term {
        .predicate(Self.comparison(try expression(left), type, try expression(right)))
    }

    /// A function of two parts.
    func function(
        _ name: ExpressionFunction, _ left: any PredicateExpression, _ right: any PredicateExpression
    ) throws -> PredicateParser.Term {
        .expression(NSExpression(.function(name, [try expression(left), try expression(right)])))
    }
}

/// The names of the variables of subqueries, those that Apple's conversion gives them.
private final class VariableNames {
    private var count = 0

    func next() -> String {
        count += 1
        return "_local_\(count)"
    }
}

/// A part of the tree that has a counterpart.
protocol ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term
}
