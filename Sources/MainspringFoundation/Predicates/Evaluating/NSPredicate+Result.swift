extension NSPredicate {
    /// Whether the predicate is no object of somebody else's subclass, which evaluates itself.
    final var isOwn: Bool {
        let type = type(of: self)
        return type == NSComparisonPredicate.self || type == NSCompoundPredicate.self || type == NSPredicate.self
    }

    /// The predicate's result as a part of something.
    final func result(_ object: Any?, _ scope: EvaluationScope) -> Bool {
        guard isOwn, mayEvaluate else { return evaluate(with: object, substitutionVariables: scope.dictionary) }
        return ownResult(object, scope)
    }
}
