internal import Diagnostics

extension KeyValueError {
    /// Runs a closure and throws the first error that key-value coding meets in it, instead of writing it to standard
    /// error.
    ///
    /// Ours. Within the closure the methods of ``KeyValueCoding`` behave as ever: they go on with `nil`; the error is
    /// thrown when the closure is done. What an object does in its own ``KeyValueCoding/value(forUndefinedKey:)`` is no
    /// error. May be nested; costs two task-local values, so one around a whole evaluation is better than one for each
    /// key.
    ///
    /// - Throws: the first ``KeyValueError``, or what the closure throws.
    @discardableResult
    public static func throwing<Result>(_ body: () throws -> Result) throws -> Result {
        let collector = FailureCollector()
        let result = try FailureCollector.$current.withValue(collector) {
            defer { collector.close() }
            return try body()
        }
        if let first = collector.first { throw first }
        return result
    }

    /// Hands an error to whoever collects them; without one, writes its sentence to standard error, once.
    static func report(_ error: KeyValueError) {
        if let collector = FailureCollector.current, collector.collect(error) { return }
        FailureLog.shared.write(error, error.description)
    }
}
