internal import Diagnostics

extension KeyValueError {
    /// The one that collects in this task.
    @TaskLocal static var collector: FailureCollector<KeyValueError>?

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
        let collector = FailureCollector<KeyValueError>()
        let result = try $collector.withValue(collector) {
            defer { collector.close() }
            return try body()
        }
        if let first = collector.first { throw first }
        return result
    }

    /// Hands an error to whoever collects them; without one, writes its sentence to standard error, once.
    /// - Parameter path: What was asked for, of whom, where the error may be of something on the way.
    package static func report(_ error: KeyValueError, at path: (String, of: Any)? = nil) {
        if let collector = Self.collector, collector.collect(error) { return }
        var sentence = error.description
        if let (path, object) = path, path.contains("."), !error.namesPath {
            sentence += " That is on the way of “\(excerpt(path))” from \(owner(object))."
        }
        FailureLog.shared.write(sentence, sentence)
    }
}
