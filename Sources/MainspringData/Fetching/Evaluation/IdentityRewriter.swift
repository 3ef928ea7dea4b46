internal import Foundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation
internal import MainspringModel

/// Lets predicates compare objects by their identities, so that an object, its identity and a row of it are one.
///
/// `keeper == %@`, `SELF IN %@`, `friends CONTAINS %@`, `entity == %@` and all that is like them, with objects or
/// identities for the arguments.
struct IdentityRewriter: PredicateRewriter {
    private var scope: ExpressionScope
    /// Whether the commonest comparisons become closures, in which nobody finds their key paths.
    private let isQuick: Bool

    init(_ scope: ExpressionScope, isQuick: Bool) {
        self.scope = scope
        self.isQuick = isQuick
    }

    func inside(_ collection: NSExpression, variable: String) -> IdentityRewriter {
        var inner = self
        inner.scope = scope.inside((try? scope.kind(of: collection)) ?? .unknown, variable: variable)
        return inner
    }

    func replacement(for expression: NSExpression) -> NSExpression? { nil }

    func replacement(for comparison: NSComparisonPredicate) -> NSPredicate? {
        let left = (try? scope.kind(of: comparison.leftExpression)) ?? .unknown
        let right = (try? scope.kind(of: comparison.rightExpression)) ?? .unknown
        if left.isEntity || right.isEntity { return byName(comparison) }
        guard left.isObject || right.isObject else { return nil }
        if isQuick, let quick = IdentityTest(comparison, left) { return quick.predicate }
        return NSComparisonPredicate(
            leftExpression: identities(comparison.leftExpression),
            rightExpression: identities(comparison.rightExpression),
            modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
            options: comparison.options)
    }

    /// An expression for the identities of the objects that another one gives.
    private func identities(_ expression: NSExpression) -> NSExpression {
        guard type(of: expression) == NSExpression.self else { return Self.identities(of: expression) }
        if expression.expressionType == .constantValue {
            return NSExpression(forConstantValue: Self.identity(expression.constantValue))
        }
        return Self.identities(of: rewritten(Self.withoutIdentityKey(expression)))
    }

    private static func identities(of expression: NSExpression) -> NSExpression {
        NSExpression(block: { _, values, _ in identity(values.first) ?? NSNull() }, arguments: [expression])
    }

    /// The object whose identity a path asks for by its last key: rows have no such key.
    private static func withoutIdentityKey(_ expression: NSExpression) -> NSExpression {
        guard expression.expressionType == .keyPath else { return expression }
        let keys = expression.keyPath.split(separator: ".")
        guard keys.last == "objectID" else { return expression }
        guard keys.count > 1 else { return expression.operand }
        return NSExpression(
            forFunction: expression.operand, selectorName: "valueForKeyPath:",
            arguments: [keys.dropLast().joined(separator: ".")])
    }

    /// The identity of an object, or those of the objects in a collection; anything else as it is.
    static func identity(_ value: Any?) -> Any? {
        guard let value = plain(value) else { return nil }
        switch value {
        case let candidate as any FetchCandidate: return candidate.objectID
        case is NSManagedObjectID: return value
        default: return elements(of: value)?.map { identity($0) ?? NSNull() } ?? value
        }
    }

    // MARK: - Entities

    /// Entities are compared by their names, which are those of their model.
    private func byName(_ comparison: NSComparisonPredicate) -> NSPredicate {
        NSComparisonPredicate(
            leftExpression: entityName(comparison.leftExpression),
            rightExpression: entityName(comparison.rightExpression), modifier: comparison.comparisonPredicateModifier,
            type: comparison.predicateOperatorType, options: comparison.options)
    }

    private func entityName(_ expression: NSExpression) -> NSExpression {
        guard type(of: expression) == NSExpression.self else { return expression }
        switch expression.expressionType {
        case .constantValue: return NSExpression(forConstantValue: Self.name(expression.constantValue))
        case .keyPath:
            // The object whose entity it is; what asks for the name asks the same.
            let keys = expression.keyPath.split(separator: ".")
            guard let last = keys.lastIndex(of: "entity") else { return rewritten(expression) }
            let path = keys[..<last].joined(separator: ".")
            let object =
                path.isEmpty
                ? expression.operand
                : NSExpression(
                    forFunction: expression.operand, selectorName: "valueForKeyPath:", arguments: [path])
            return NSExpression(
                block: { _, values, _ in
                    let name: Any? = (plain(values.first) as? any FetchCandidate)?.entity.name
                    return name ?? NSNull()
                },
                arguments: [rewritten(object)])
        default: return rewritten(expression)
        }
    }

    /// The name of an entity, or those of the entities in a collection; anything else as it is.
    private static func name(_ value: Any?) -> Any? {
        guard let value = plain(value) else { return nil }
        if let entity = value as? NSEntityDescription { return entity.name }
        return elements(of: value)?.map { name($0) ?? NSNull() } ?? value
    }
}

extension ExpressionKind {
    fileprivate var isEntity: Bool { if case .entity = element { true } else { false } }
}
