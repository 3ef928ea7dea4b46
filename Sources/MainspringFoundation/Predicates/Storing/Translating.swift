// What stores must know that translate predicates instead of evaluating them.

extension NSPredicate {
    /// Whether the predicate is what its parts say, and may be evaluated: no subclass of somebody else's, nothing that could
    /// not be made, nothing from an archive that nobody has allowed.
    package final var isTranslatable: Bool { isOwn && mayEvaluate && formatError == nil }

    /// The result of a predicate that always or never holds; nil for any other.
    package final var constantResult: Bool? { if case .value(let value) = form { value } else { nil } }
}

extension NSExpression {
    /// Whether the expression is what its parts say, and may be evaluated.
    package final var isTranslatable: Bool {
        type(of: self) == NSExpression.self && mayEvaluate && formatError == nil
    }
}
