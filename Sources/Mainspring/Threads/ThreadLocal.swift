internal import Glibc

/// An object for each thread, made when the thread first asks for it and let go when the thread ends.
///
/// Asking costs a few nanoseconds. It is for what lives as long as the process: it is never freed itself.
package final class ThreadLocal<Value: AnyObject>: Sendable {
    private let key: pthread_key_t
    private let make: @Sendable () -> Value

    package init(_ make: @escaping @Sendable () -> Value) {
        var key = pthread_key_t()
        let result = pthread_key_create(&key) { object in
            guard let object else { return }
            Unmanaged<AnyObject>.fromOpaque(object).release()
        }
        precondition(result == 0, "The system has no thread-specific data left: pthread_key_create gave \(result).")
        self.key = key
        self.make = make
    }

    /// The calling thread's object, if it has one.
    @inline(__always)
    package var existing: Unmanaged<Value>? {
        pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0) }
    }

    /// The calling thread's object.
    package var current: Value {
        if let existing { return existing.takeUnretainedValue() }
        let value = make()
        pthread_setspecific(key, Unmanaged.passRetained(value).toOpaque())
        return value
    }
}
