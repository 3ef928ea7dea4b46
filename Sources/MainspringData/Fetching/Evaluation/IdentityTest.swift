internal import Foundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation
internal import MainspringModel

/// Whether an object, or the one that a to-one relationship leads to, is one of some: by a look into a table, for the
/// commonest of all comparisons between objects.
struct IdentityTest {
    let predicate: NSPredicate

    /// Nil for any other comparison.
    /// - Parameter left: what the left side gives.
    init?(_ comparison: NSComparisonPredicate, _ left: ExpressionKind) {
        guard comparison.comparisonPredicateModifier == .direct, left.isObject, !left.isMany,
            let path = Self.path(of: comparison.leftExpression),
            let known = Self.known(comparison)
        else { return nil }
        let isOpposite = comparison.predicateOperatorType == .notEqualTo
        predicate = NSPredicate { object, _ in
            let identity = (object as? any FetchCandidate).flatMap { path.identity(of: $0) }
            return known.contains(identity?.key) != isOpposite
        }
    }

    private static func path(of expression: NSExpression) -> IdentityPath? {
        guard type(of: expression) == NSExpression.self else { return nil }
        if expression.expressionType == .evaluatedObject { return IdentityPath("self") }
        return expression.ownPath.map { IdentityPath($0) }
    }

    /// The identities on the right side, nil among them for nothing; nil for what is not compared so.
    static func known(_ comparison: NSComparisonPredicate) -> Set<ObjectKey?>? {
        let right = comparison.rightExpression
        guard type(of: right) == NSExpression.self, right.expressionType == .constantValue else { return nil }
        let identity = IdentityRewriter.identity(right.constantValue)
        switch comparison.predicateOperatorType {
        case .equalTo, .notEqualTo:
            guard let identity else { return [nil] }
            return (identity as? NSManagedObjectID).map { [$0.key] }
        case .in:
            guard let elements = identity.flatMap({ elements(of: $0) }) else { return nil }
            var keys: Set<ObjectKey?> = []
            for element in elements {
                guard let identity = element as? NSManagedObjectID else { return nil }
                keys.insert(identity.key)
            }
            return keys
        default: return nil
        }
    }
}

/// The way to an object over to-one relationships, of which only the identity is needed.
struct IdentityPath {
    private let holders: [String]
    /// The relationship of the last object; nil for that object itself.
    private let last: String?

    /// - Parameter path: of to-one relationships; `self` and `objectID` lead nowhere else.
    init(_ path: String) {
        var keys = path.split(separator: ".").map(String.init)
        keys.removeAll { $0 == "self" || $0 == "objectID" }
        last = keys.popLast()
        holders = keys
    }

    func identity(of candidate: any FetchCandidate) -> NSManagedObjectID? {
        var holder = candidate
        for key in holders {
            guard let next = plain(holder.value(forKey: key)) as? any FetchCandidate else { return nil }
            holder = next
        }
        return last.map { holder.destinationID(forKey: $0) } ?? holder.objectID
    }
}
