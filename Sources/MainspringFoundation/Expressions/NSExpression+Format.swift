extension NSExpression {
    /// Makes an expression of a format and the arguments for its placeholders.
    ///
    /// A format that cannot be read makes an expression that has no value, and its error goes where those of
    /// ``PredicateFailure`` go; see ``formatError``.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(read: expressionFormat, arguments)
    }

    /// Makes an expression of a format and the arguments for its placeholders.
    ///
    /// **Differences from Apple**: takes arguments of every type, since few types of Foundation are `CVarArg` on Linux.
    public convenience init(format expressionFormat: String, _ args: Any?...) {
        self.init(read: expressionFormat, args)
    }

    /// Makes an expression of a format, or throws what is wrong with it. Ours.
    public convenience init(parsing format: String, arguments: [Any?] = []) throws(PredicateFailure) {
        self.init(try PredicateParser.expression(format, arguments).form)
    }

    /// Not here: the arguments of a `va_list` cannot be told from each other on Linux.
    @available(*, unavailable, message: "A va_list cannot be read on Linux. Use init(format:argumentArray:).")
    public convenience init(format expressionFormat: String, arguments argList: CVaListPointer) {
        self.init(forConstantValue: nil)
    }

    private convenience init(read format: String, _ arguments: [Any?]) {
        do {
            self.init(try PredicateParser.expression(format, arguments).form)
        } catch {
            PredicateFailure.report(error)
            self.init(.refused(error))
        }
    }

    /// What was wrong with the format or the parts, if the expression has no value because of it. Ours.
    public final var formatError: PredicateFailure? { if case .refused(let error) = form { error } else { nil } }
}
