internal import CLinux
internal import Glibc

/// Starts detached threads of the system.
package enum SystemThread {
    private final class Start {
        let name: String
        let body: () -> Void

        init(name: String, body: @escaping () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a detached thread, which ends when its closure returns.
    ///
    /// - Parameters:
    ///   - name: The thread's name, of which the system keeps the first 15 bytes.
    ///   - body: Called on the thread. If the thread cannot be started, it is released without a call.
    /// - Returns: An errno, 0 for success. `EAGAIN` if the process or its user is at a limit on threads or memory.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                mainspring_name_thread(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
                start.body()
                return nil
            }, start.toOpaque())
        pthread_attr_destroy(&attributes)
        if failure != 0 { start.release() }
        return failure
    }
}
