internal import Diagnostics
internal import Glibc

/// What this module knows of one thread: its `RunLoop`, and which performs are being called on it.
///
/// Reached through a key of thread-specific data and touched by its own thread alone.
final class ThreadSlot {
    let runLoop: RunLoop
    /// Performs whose closures are on the stack of this thread, the innermost last.
    var running: [PendingPerform] = []

    private init() {
        let loop = CFRunLoopGetCurrent()
        let main = RunLoop.main
        runLoop = main.loop === loop ? main : RunLoop(loop: loop!)
    }

    /// The calling thread's slot, made with its run loop if there is none.
    static var current: ThreadSlot {
        if let slot = pthread_getspecific(key) {
            return Unmanaged<ThreadSlot>.fromOpaque(slot).takeUnretainedValue()
        }
        return make()
    }

    /// The slot outlives every use by its thread: the destructor below releases it when the thread ends.
    @inline(never)
    private static func make() -> ThreadSlot {
        let slot = ThreadSlot()
        pthread_setspecific(key, Unmanaged.passRetained(slot).toOpaque())
        return slot
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let error = pthread_key_create(&key) { slot in
            guard let slot else { return }
            Unmanaged<ThreadSlot>.fromOpaque(slot).takeRetainedValue().threadEnds()
        }
        if error != 0 {
            programmerError(
                "There is no key left for thread-specific data (\(String(cString: strerror(error)))). "
                    + "Release keys with pthread_key_delete before the first use of RunLoop.")
        }
        return key
    }()

    /// Tells those who wait for this thread that it will not answer.
    private func threadEnds() {
        for perform in running { perform.fail() }
        runLoop.ports.loopEnds(runLoop.loop)
    }
}
