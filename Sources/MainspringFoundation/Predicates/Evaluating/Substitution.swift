/// Puts values in the places of variables.
struct Substitution {
    private var variables: [String: Any]

    init(_ variables: [String: Any]) { self.variables = variables }

    /// Subclasses are left alone.
    func predicate(_ predicate: NSPredicate) -> NSPredicate {
        predicate.isOwn && predicate.formatError == nil ? predicate.substituting(self) : predicate
    }

    func expression(_ expression: NSExpression) -> NSExpression {
        switch expression.form {
        case .variable(let name):
            guard let value = variables[name] else { return expression }
            return asExpression(value)
        case .keyPath(let operand?, let path, _): return NSExpression(.path(self.expression(operand), path))
        case .function(let function, let arguments):
            // What is assigned to stays a variable.
            guard function != .assign, !arguments.isEmpty else { return expression }
            return NSExpression(.function(function, arguments.map(self.expression)))
        case .method(let operand, let name, let arguments):
            return NSExpression(.method(operand: self.expression(operand), name, arguments.map(self.expression)))
        case .aggregate(let elements): return NSExpression(.aggregate(elements.map(self.expression)))
        case .set(let operation, let left, let right):
            return NSExpression(.set(operation, self.expression(left), self.expression(right)))
        case .subquery(let collection, let variable, let predicate):
            var inner = self
            inner.variables[variable] = nil
            return NSExpression(
                .subquery(self.expression(collection), variable: variable, inner.predicate(predicate)))
        case .conditional(let condition, let first, let second):
            return NSExpression(.conditional(predicate(condition), self.expression(first), self.expression(second)))
        case .block(let block, let arguments): return NSExpression(.block(block, arguments.map(self.expression)))
        case .constant, .evaluatedObject, .anyKey, .keyPath, .foreign, .refused: return expression
        }
    }
}
