extension NSExpression {
    /// The kinds of expressions, with Apple's raw values.
    public enum ExpressionType: UInt, Sendable {
        /// A value that is always the same.
        case constantValue = 0
        /// The object that is evaluated: `SELF`.
        case evaluatedObject = 1
        /// What the substitution variables have for a name: `$name`.
        case variable = 2
        /// What a key path leads to.
        case keyPath = 3
        /// A function of other expressions' values.
        case function = 4
        /// The elements of either of two collections.
        case unionSet = 5
        /// The elements of both of two collections.
        case intersectSet = 6
        /// The elements of one collection without those of another.
        case minusSet = 7
        /// The elements of a collection for which a predicate holds.
        case subquery = 13
        /// A list of expressions.
        case aggregate = 14
        /// Any key of the evaluated object.
        case anyKey = 15
        /// What a closure returns.
        case block = 19
        /// One of two expressions, by a predicate.
        case conditional = 20
        /// What a fetch gives: Core Data's `NSFetchRequestExpressionType`, which has no name of its own here on Apple's
        /// platforms.
        case fetchRequest = 50
    }
}
