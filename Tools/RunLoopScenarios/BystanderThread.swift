internal import Dispatch
internal import Glibc

/// A thread that only makes its loop and then waits for ever, so that there is a second loop to add items to.
package enum BystanderThread {
    private final class Start: @unchecked Sendable {
        // `@unchecked Sendable`: the semaphore orders the thread's write before the starter's read.
        let body: @Sendable () -> UnsafeMutableRawPointer
        var result: UnsafeMutableRawPointer?
        let isReady = DispatchSemaphore(value: 0)
        init(_ body: @escaping @Sendable () -> UnsafeMutableRawPointer) { self.body = body }
    }

    /// Starts the thread, and returns what the body made there.
    package static func start(_ body: @escaping @Sendable () -> UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let start = Start(body)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                let start = Unmanaged<Start>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue()
                start.result = start.body()
                start.isReady.signal()
                while true { Glibc.pause() }
            }, Unmanaged.passRetained(start).toOpaque())
        pthread_detach(thread)
        start.isReady.wait()
        guard let result = start.result else { preconditionFailure("The bystander's thread made nothing.") }
        return result
    }
}
