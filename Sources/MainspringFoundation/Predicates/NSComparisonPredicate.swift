public import Foundation

/// A predicate that compares what two expressions give.
open class NSComparisonPredicate: NSPredicate, @unchecked Sendable {
    // `@unchecked Sendable`: constant, as the superclass.

    /// The expression on the left.
    public final let leftExpression: NSExpression
    /// The expression on the right.
    public final let rightExpression: NSExpression
    /// Which elements of the left side's collection are compared.
    public final let comparisonPredicateModifier: Modifier
    /// What the comparison asks.
    public final let predicateOperatorType: Operator
    /// Which differences between texts do not count.
    public final let options: Options

    /// Makes a comparison.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) {
        let depth = max(lhs.depth, rhs.depth) + 1
        // What is too deep is let go of, or the levels would add up without a limit.
        let isTooDeep = depth > NestingDepth.limit
        leftExpression = isTooDeep ? NSExpression(forConstantValue: nil) : lhs
        rightExpression = isTooDeep ? NSExpression(forConstantValue: nil) : rhs
        comparisonPredicateModifier = modifier
        predicateOperatorType = type
        self.options = options
        super.init(.foreign, depth: depth)
    }

    /// Not here: there are no selectors on Linux.
    @available(*, unavailable, message: "There are no selectors on Linux. Use NSPredicate(block:).")
    public init(leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, customSelector selector: Selector)
    {
        leftExpression = lhs
        rightExpression = rhs
        comparisonPredicateModifier = .direct
        predicateOperatorType = .customSelector
        options = []
        super.init(.foreign, depth: 1)
    }

    /// Reads a comparison from an archive; see ``NSPredicate/init(coder:)``.
    public required init?(coder: NSCoder) {
        guard let read = FormatCoding.comparison(from: coder) else { return nil }
        leftExpression = read.leftExpression
        rightExpression = read.rightExpression
        comparisonPredicateModifier = read.comparisonPredicateModifier
        predicateOperatorType = read.predicateOperatorType
        options = read.options
        super.init(.foreign, depth: read.depth, isAllowed: false)
    }

    /// Allows what was read from an archive to be evaluated.
    open override func allowEvaluation() {
        super.allowEvaluation()
        leftExpression.allowEvaluation()
        rightExpression.allowEvaluation()
    }

    override func ownResult(_ object: Any?, _ scope: EvaluationScope) -> Bool {
        guard formatError == nil else { return false }
        return Comparison(self).holds(leftExpression.value(object, scope), rightExpression.value(object, scope))
    }

    override func substituting(_ substitution: Substitution) -> NSPredicate {
        NSComparisonPredicate(
            leftExpression: substitution.expression(leftExpression),
            rightExpression: substitution.expression(rightExpression), modifier: comparisonPredicateModifier,
            type: predicateOperatorType, options: options)
    }

    override func hasEqualParts(_ other: NSPredicate) -> Bool {
        guard let other = other as? NSComparisonPredicate else { return false }
        return predicateOperatorType == other.predicateOperatorType && options == other.options
            && comparisonPredicateModifier == other.comparisonPredicateModifier
            && leftExpression == other.leftExpression && rightExpression == other.rightExpression
    }

    override func hashParts(into hasher: inout Hasher) {
        hasher.combine(predicateOperatorType)
        hasher.combine(options)
        hasher.combine(comparisonPredicateModifier)
        hasher.combine(leftExpression)
        hasher.combine(rightExpression)
    }
}
