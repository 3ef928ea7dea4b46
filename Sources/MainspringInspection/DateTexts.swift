public import Foundation
internal import Locks
internal import MainspringData
public import class MainspringFoundation.NSComparisonPredicate
public import class MainspringFoundation.NSExpression
public import class MainspringFoundation.NSPredicate
public import protocol MainspringFoundation.PredicateRewriter
public import MainspringModel

/// Takes texts that a condition compares with dates for dates, which no format of a predicate has a way to write.
@_spi(Tools) public struct DateTexts: PredicateRewriter {
    /// A text that is compared with a date, and is none.
    @_spi(Tools) public struct Stranger: Error, Equatable {
        /// The text.
        @_spi(Tools) public let text: String
        /// What it is compared with, as the condition has it.
        @_spi(Tools) public let other: String
    }

    private let scope: ExpressionScope
    private let read: @Sendable (String) -> Date?
    private let strangers: Guarded<[Stranger]>

    /// The condition with dates in it.
    /// - Parameters:
    ///   - predicate: what is asked of objects of the entity.
    ///   - read: makes a date of a text; nil for what is none.
    /// - Throws: ``Stranger`` for the first text that is none.
    @_spi(Tools) public static func dated(
        _ predicate: NSPredicate, for entity: NSEntityDescription, read: @escaping @Sendable (String) -> Date?
    ) throws(Stranger) -> NSPredicate {
        let texts = DateTexts(scope: ExpressionScope(entity: entity), read: read, strangers: Guarded([]))
        let dated = texts.rewritten(predicate)
        if let stranger = texts.strangers.withLock({ $0.first }) { throw stranger }
        return dated
    }

    // MARK: Rewriting

    package func replacement(for comparison: NSComparisonPredicate) -> NSPredicate? {
        let (left, right) = (comparison.leftExpression, comparison.rightExpression)
        switch comparison.predicateOperatorType {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo, .between, .in:
            break
        // Of one value it asks for a part, which a date does not have.
        case .contains where holdsMany(left): break
        default: return nil
        }
        let dated = (left: isDate(right) ? date(left, right) : nil, right: isDate(left) ? date(right, left) : nil)
        guard dated.left != nil || dated.right != nil else { return nil }
        return withRewrittenSides(
            NSComparisonPredicate(
                leftExpression: dated.left ?? left, rightExpression: dated.right ?? right,
                modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
                options: comparison.options))
    }

    /// Nothing but sides of comparisons is replaced.
    package func replacement(for expression: NSExpression) -> NSExpression? { nil }

    package func inside(_ collection: NSExpression, variable: String) -> DateTexts {
        let kind = (try? scope.kind(of: collection)) ?? .unknown
        return DateTexts(scope: scope.inside(kind, variable: variable), read: read, strangers: strangers)
    }

    private init(scope: ExpressionScope, read: @escaping @Sendable (String) -> Date?, strangers: Guarded<[Stranger]>) {
        (self.scope, self.read, self.strangers) = (scope, read, strangers)
    }

    // MARK: Sides

    /// Whether it is an attribute with dates. What leads nowhere is told when the request is made.
    private func isDate(_ expression: NSExpression) -> Bool {
        guard case .value(let attribute?)? = (try? scope.kind(of: expression))?.element else { return false }
        return attribute.attributeType == .dateAttributeType
    }

    private func holdsMany(_ expression: NSExpression) -> Bool { (try? scope.kind(of: expression))?.isMany ?? false }

    /// A text as a date, and a list with dates for its texts; nil for anything else.
    private func date(_ expression: NSExpression, _ other: NSExpression) -> NSExpression? {
        guard type(of: expression) == NSExpression.self else { return nil }
        switch expression.expressionType {
        case .constantValue:
            guard let text = expression.constantValue as? String else { return nil }
            guard let date = read(text) else {
                strangers.withLock { $0.append(Stranger(text: text, other: "\(other)")) }
                return nil
            }
            return NSExpression(forConstantValue: date)
        case .aggregate:
            guard let elements = expression.collection as? [NSExpression] else { return nil }
            return NSExpression(forAggregate: elements.map { date($0, other) ?? $0 })
        default: return nil
        }
    }
}
