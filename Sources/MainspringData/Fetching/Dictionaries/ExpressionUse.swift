internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation

/// What an expression asks the evaluated object for.
struct ExpressionUse {
    /// The paths from the object.
    let paths: Set<String>
    /// Whether the whole object is asked, so that nobody knows for what.
    let asksWhole: Bool
    /// Whether the value is always the same.
    let isConstant: Bool

    init(of expression: NSExpression) { self.init { _ = $0.rewritten(expression) } }

    /// The same of a predicate.
    init(of predicate: NSPredicate) { self.init { _ = $0.rewritten(predicate) } }

    private init(_ visit: (Visitor) -> Void) {
        let visitor = Visitor()
        visit(visitor)
        paths = visitor.found.paths
        asksWhole = visitor.found.asksWhole
        isConstant = !visitor.found.isVariable && paths.isEmpty && !asksWhole
    }

    private final class Found {
        var paths: Set<String> = []
        var asksWhole = false
        var isVariable = false
    }

    /// Rewrites nothing.
    private struct Visitor: PredicateRewriter {
        let found = Found()

        func replacement(for expression: NSExpression) -> NSExpression? {
            guard type(of: expression) == NSExpression.self else {
                found.asksWhole = true
                return expression
            }
            switch expression.expressionType {
            case .keyPath:
                guard let path = expression.ownPath else { return nil }
                found.paths.insert(path)
                return expression
            case .evaluatedObject, .anyKey, .fetchRequest: found.asksWhole = true
            case .variable: found.isVariable = true
            // It may look at the object, or give another value each time.
            case .block: found.isVariable = true
            case .function where expression.function.hasPrefix("random") || expression.isMethod:
                found.isVariable = true
            default: break
            }
            return nil
        }
    }
}
