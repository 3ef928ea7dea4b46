internal import Diagnostics

extension PredicateFailure {
    /// The one that collects in this task.
    @TaskLocal static var collector: FailureCollector<PredicateFailure>?

    /// Runs a closure and throws the first error that predicates, expressions and sort descriptors meet in it, instead
    /// of writing it to standard error.
    ///
    /// Ours. Within the closure everything behaves as ever: a comparison that is not possible does not hold, an
    /// expression without a value is `nil`. May be nested; costs some task-local values, so one around a whole
    /// evaluation is better than one for each object.
    ///
    /// - Throws: the first ``PredicateFailure``; without one the first ``KeyValueError`` of a key path; or what the
    ///   closure throws.
    @discardableResult
    public static func throwing<Result>(_ body: () throws -> Result) throws -> Result {
        let collector = FailureCollector<PredicateFailure>()
        return try $collector.withValue(collector) {
            defer { collector.close() }
            let keys = FailureCollector<KeyValueError>()
            let result = try KeyValueError.$collector.withValue(keys) {
                defer { keys.close() }
                return try body()
            }
            if let first = collector.first { throw first }
            if let first = keys.first { throw first }
            return result
        }
    }

    private static let log = OnceLog<PredicateFailure>(ending: "No further errors of predicates are written.")

    /// Hands an error to whoever collects them; without one, writes its sentence to standard error, once.
    static func report(_ error: PredicateFailure) {
        if let collector, collector.collect(error) { return }
        log.write(error, error.description)
    }

    /// Reports an error that has no position.
    static func report(_ problem: Problem) { report(PredicateFailure(problem)) }
}
