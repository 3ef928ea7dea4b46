public import Foundation

/// A predicate that is made of others by `AND`, `OR` or `NOT`.
open class NSCompoundPredicate: NSPredicate, @unchecked Sendable {
    // `@unchecked Sendable`: constant, as the superclass.

    /// How the results of the predicates are joined, with Apple's raw values.
    public enum LogicalType: UInt, Sendable {
        /// The first does not hold.
        case not = 0
        /// All hold; also if there are none.
        case and = 1
        /// At least one holds.
        case or = 2
    }

    /// How the results are joined.
    public final let compoundPredicateType: LogicalType
    let parts: [NSPredicate]

    /// The predicates that are joined.
    public final var subpredicates: [Any] { parts }

    /// Makes a compound. Of what is to be negated only the first counts; without one the compound does not hold.
    public init(type: LogicalType, subpredicates: [NSPredicate]) {
        let depth = subpredicates.reduce(0) { max($0, $1.depth) } + 1
        compoundPredicateType = type
        // What is too deep is let go of, or the levels would add up without a limit.
        parts = depth > NestingDepth.limit ? [] : subpredicates
        super.init(.foreign, depth: depth)
    }

    /// Makes a predicate that holds if all others do.
    public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .and, subpredicates: subpredicates)
    }

    /// Makes a predicate that holds if one of the others does.
    public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .or, subpredicates: subpredicates)
    }

    /// Makes a predicate that holds if the other one does not.
    public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
        self.init(type: .not, subpredicates: [predicate])
    }

    /// Reads a compound from an archive; see ``NSPredicate/init(coder:)``.
    public required init?(coder: NSCoder) {
        guard let read = FormatCoding.compound(from: coder) else { return nil }
        compoundPredicateType = read.compoundPredicateType
        parts = read.parts
        super.init(.foreign, depth: read.depth, isAllowed: false)
    }

    /// Allows what was read from an archive to be evaluated.
    open override func allowEvaluation() {
        super.allowEvaluation()
        for part in parts { part.allowEvaluation() }
    }

    override func ownResult(_ object: Any?, _ scope: EvaluationScope) -> Bool {
        guard formatError == nil else { return false }
        switch compoundPredicateType {
        case .and: return parts.allSatisfy { $0.result(object, scope) }
        case .or: return parts.contains { $0.result(object, scope) }
        case .not: return parts.first.map { !$0.result(object, scope) } ?? false
        }
    }

    override func substituting(_ substitution: Substitution) -> NSPredicate {
        NSCompoundPredicate(type: compoundPredicateType, subpredicates: parts.map(substitution.predicate))
    }

    override func hasEqualParts(_ other: NSPredicate) -> Bool {
        guard let other = other as? NSCompoundPredicate else { return false }
        return compoundPredicateType == other.compoundPredicateType && parts == other.parts
    }

    override func hashParts(into hasher: inout Hasher) {
        hasher.combine(compoundPredicateType)
        hasher.combine(parts)
    }
}
