internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation

/// The aggregates of a request's columns and of its predicate for groups, each once.
final class AggregateList {
    private(set) var aggregates: [Aggregate] = []
    private var expressions: [NSExpression] = []

    var isEmpty: Bool { aggregates.isEmpty }

    /// The name of the variable that stands for an aggregate; nil for an expression that is none.
    func variable(for expression: NSExpression) -> String? {
        if let index = expressions.firstIndex(of: expression) { return Self.variable(index) }
        guard let aggregate = Aggregate(expression) else { return nil }
        aggregates.append(aggregate)
        expressions.append(expression)
        return Self.variable(aggregates.count - 1)
    }

    /// A name that no program gives.
    private static func variable(_ index: Int) -> String { "\u{1}aggregate \(index)" }

    /// The values of some objects, by variables; `NSNull` for nil.
    func values(of objects: [any FetchCandidate]) -> [String: Any] {
        var values: [String: Any] = [:]
        for (index, aggregate) in aggregates.enumerated() {
            values[Self.variable(index)] = aggregate.value(of: objects) ?? NSNull()
        }
        return values
    }
}

/// Puts variables in the places of aggregates, and of computed columns where they have none.
struct AggregateRewriter: PredicateRewriter {
    /// Nil in a subquery, where a function is one of what an object has.
    private var aggregates: AggregateList?
    private let columns: Set<String>

    /// - Parameter columns: the names of computed columns that stand for their values.
    init(_ aggregates: AggregateList, columns: Set<String> = []) {
        self.aggregates = aggregates
        self.columns = columns
    }

    func inside(_ collection: NSExpression, variable: String) -> AggregateRewriter {
        var inner = self
        inner.aggregates = nil
        return inner
    }

    func replacement(for expression: NSExpression) -> NSExpression? {
        if let path = expression.ownPath, columns.contains(path) { return NSExpression(forVariable: path) }
        return aggregates?.variable(for: expression).map { NSExpression(forVariable: $0) }
    }
}
