/// Makes predicates and expressions of others that have something else in the places of some parts.
///
/// A part is asked for before its own parts. What was read from an archive and not allowed to be evaluated, what could
/// not be made, and objects of somebody else's subclasses stay as they are.
package protocol PredicateRewriter {
    /// What stands in the place of a comparison; nil if its parts are to be looked at.
    func replacement(for comparison: NSComparisonPredicate) -> NSPredicate?
    /// What stands in the place of an expression; nil if its parts are to be looked at.
    func replacement(for expression: NSExpression) -> NSExpression?
    /// What rewrites the predicate of a subquery, in which a variable stands for an element of a collection.
    func inside(_ collection: NSExpression, variable: String) -> Self
}

extension PredicateRewriter {
    /// The parts of a comparison are looked at.
    package func replacement(for comparison: NSComparisonPredicate) -> NSPredicate? { nil }
    /// The same for subqueries.
    package func inside(_ collection: NSExpression, variable: String) -> Self { self }

    /// The predicate with other parts.
    package func rewritten(_ predicate: NSPredicate) -> NSPredicate {
        guard predicate.isOwn, predicate.mayEvaluate, predicate.formatError == nil else { return predicate }
        switch predicate {
        case let compound as NSCompoundPredicate:
            return NSCompoundPredicate(
                type: compound.compoundPredicateType, subpredicates: compound.parts.map(rewritten))
        case let comparison as NSComparisonPredicate:
            return replacement(for: comparison) ?? withRewrittenSides(comparison)
        default: return predicate
        }
    }

    /// A comparison of the rewritten expressions.
    package func withRewrittenSides(_ comparison: NSComparisonPredicate) -> NSComparisonPredicate {
        NSComparisonPredicate(
            leftExpression: rewritten(comparison.leftExpression),
            rightExpression: rewritten(comparison.rightExpression), modifier: comparison.comparisonPredicateModifier,
            type: comparison.predicateOperatorType, options: comparison.options)
    }

    /// The expression with other parts.
    package func rewritten(_ expression: NSExpression) -> NSExpression {
        guard type(of: expression) == NSExpression.self, expression.mayEvaluate else { return expression }
        if let replacement = replacement(for: expression) { return replacement }
        switch expression.form {
        case .keyPath(let operand?, let path, _): return NSExpression(.path(rewritten(operand), path))
        case .function(let function, let arguments):
            // What is assigned to stays a variable.
            guard function != .assign, !arguments.isEmpty else { return expression }
            return NSExpression(.function(function, arguments.map(rewritten)))
        case .method(let operand, let name, let arguments):
            return NSExpression(.method(operand: rewritten(operand), name, arguments.map(rewritten)))
        case .aggregate(let elements): return NSExpression(.aggregate(elements.map(rewritten)))
        case .set(let operation, let left, let right):
            return NSExpression(.set(operation, rewritten(left), rewritten(right)))
        case .subquery(let collection, let variable, let predicate):
            let inner = inside(collection, variable: variable).rewritten(predicate)
            return NSExpression(.subquery(rewritten(collection), variable: variable, inner))
        case .conditional(let condition, let first, let second):
            return NSExpression(.conditional(rewritten(condition), rewritten(first), rewritten(second)))
        case .block(let block, let arguments): return NSExpression(.block(block, arguments.map(rewritten)))
        case .constant, .evaluatedObject, .anyKey, .variable, .keyPath, .foreign, .refused: return expression
        }
    }
}
