public import Foundation
public import MainspringFoundation
public import class MainspringFoundation.NSExpression
internal import MainspringModel

/// The type of expressions that fetch.
public let NSFetchRequestExpressionType: NSExpression.ExpressionType = .fetchRequest

/// An expression whose value is what a fetch request gives in a context, or how many results there are.
///
/// ```swift
/// NSFetchRequestExpression.expression(
///     forFetch: NSExpression(forConstantValue: request), context: NSExpression(forConstantValue: context), countOnly: false)
/// ```
/// Evaluated on the queue of the context. As in all expressions, an error goes where those of
/// `KeyValueError` go, and gives `nil`; Apple raises. Cannot be archived.
open class NSFetchRequestExpression: NSExpression, @unchecked Sendable {
    // `@unchecked Sendable`: constant, as the superclass.

    /// What gives the request: an `NSFetchRequest`.
    public final let requestExpression: NSExpression
    /// What gives the context.
    public final let contextExpression: NSExpression
    /// Whether the value is the number of results.
    public final let isCountOnlyRequest: Bool

    private init(_ request: NSExpression, _ context: NSExpression, _ isCountOnly: Bool) {
        requestExpression = request
        contextExpression = context
        isCountOnlyRequest = isCountOnly
        super.init(expressionType: NSFetchRequestExpressionType)
    }

    /// Returns an expression for what a request gives in a context.
    /// - Parameters:
    ///   - fetch: gives an `NSFetchRequest`.
    ///   - context: gives an ``NSManagedObjectContext``.
    ///   - countFlag: whether the number of results is wanted: an `NSNumber`. Otherwise the value is an array.
    open class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(fetch, context, countFlag)
    }

    /// `nil`: a context cannot be written into an archive.
    public required init?(coder: NSCoder) { return nil }

    /// Executes the request.
    open override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        let request = requestExpression.expressionValue(with: object, context: context)
        guard let fetch = (request as? any FetchDescribing)?.requestDescription else {
            return refuse("FETCH", request)
        }
        let target = contextExpression.expressionValue(with: object, context: context)
        guard let executor = target as? any FetchExecutor ?? (target as? NSManagedObjectContext)?.core else {
            return refuse("FETCH in a context", target)
        }
        do {
            return isCountOnlyRequest ? NSNumber(value: try executor.count(of: fetch)) : try executor.results(of: fetch)
        } catch {
            KeyValueError.report(.wrongOperand(operation: "FETCH", given: "\(fetch): \(error)"))
            return nil
        }
    }

    private func refuse(_ operation: String, _ given: Any?) -> Any? {
        KeyValueError.report(.wrongOperand(operation: operation, given: KeyValueError.naming(given)))
        return nil
    }

    /// The parts, as Apple prints them.
    open override var description: String {
        "FETCH(\(requestExpression), \(contextExpression), \(isCountOnlyRequest ? "YES" : "NO"))"
    }
}

/// Requests of whatever type.
protocol FetchDescribing {
    var requestDescription: FetchRequestDescription { get }
}

extension NSFetchRequest: FetchDescribing {}
