internal import CLinux
internal import Glibc

/// A thread of the system, which ends with its closure.
package enum SystemThread {
    private final class Start {
        let name: String
        let body: () -> Void

        init(name: String, body: @escaping () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that nobody waits for.
    ///
    /// - Parameters:
    ///   - name: What the system calls it; the first 15 bytes of it.
    ///   - body: Called on the thread; released uncalled if there is none.
    /// - Returns: An errno, 0 for success: `EAGAIN` if the process or its user is at a limit of threads or memory.
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
