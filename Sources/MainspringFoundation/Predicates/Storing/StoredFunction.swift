/// A function of expressions, for stores that compute it for each row.
package struct StoredFunction: Sendable {
    private let function: ExpressionFunction

    /// Nil if there is no function of the name, or if it is one of a collection's elements.
    package init?(_ name: String) {
        guard let function = ExpressionFunction(rawValue: name), !function.isStatistic else { return nil }
        self.function = function
    }

    /// The value of the function as expressions compute it.
    /// - Throws: that it has none for the arguments.
    package func value(of arguments: [Any?]) throws(PredicateFailure) -> Any? { try function.value(of: arguments) }
}
