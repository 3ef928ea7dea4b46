internal import Glibc

/// A place for an object in each thread: it is let go when the thread ends.
///
/// Not generic, so that asking costs a few nanoseconds in other modules too: who puts an object there knows what it is.
/// It is for what lives as long as the process: it is never freed itself.
package final class ThreadSlot: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let result = pthread_key_create(&key) { object in
            guard let object else { return }
            Unmanaged<AnyObject>.fromOpaque(object).release()
        }
        precondition(result == 0, "The system has no thread-specific data left: pthread_key_create gave \(result).")
        self.key = key
    }

    /// The calling thread's object, which the slot keeps alive; nil if it has none.
    package var object: UnsafeMutableRawPointer? { pthread_getspecific(key) }

    /// Puts an object into the calling thread's place, which has none.
    package func put(_ object: AnyObject) {
        pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
    }
}
