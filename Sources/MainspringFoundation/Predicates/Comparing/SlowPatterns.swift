internal import Locks

/// The patterns that took too long with one of many texts.
enum SlowPatterns {
    /// The patterns since the outermost evaluation of many texts began; `nil` outside of one.
    @TaskLocal private static var known: Guarded<Set<PatternKey>>?

    /// Runs an evaluation of many texts, so that a pattern that takes too long with one of them is not tried with the
    /// others.
    static func remembering<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if known != nil { return try body() }
        let outcome = $known.withValue(Guarded([])) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// Throws if a pattern took too long before.
    static func check(_ key: @autoclosure () -> PatternKey) throws(PredicateFailure) {
        guard let known else { return }
        let key = key()
        if known.withLock({ $0.contains(key) }) { throw key.failure }
    }

    /// Remembers that a pattern took too long, and returns the error for it.
    static func add(_ key: PatternKey) -> PredicateFailure {
        known?.withLock { _ = $0.insert(key) }
        return key.failure
    }
}
