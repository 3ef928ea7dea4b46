/// A value and the lock that guards it.
///
/// Not for a function that is asked for again and again: put that into a structure. The compiler wraps a function that a generic type
/// holds once more with each access that may change it, so that in the end a call goes through all these wrappings.
package final class Guarded<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `value`.

    @usableFromInline
    let lock = Lock()
    @usableFromInline
    var value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }

    /// Runs a closure on the value; it must not call out.
    @inlinable
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
