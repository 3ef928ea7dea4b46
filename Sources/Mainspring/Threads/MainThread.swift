internal import CLinux
internal import Diagnostics
internal import Dispatch

/// The thread that the process began with, and who may stand in for it: nobody.
enum MainThread {
    private static let mark = DispatchSpecificKey<Bool>()

    /// Lets the main queue be known by its items.
    private static let marksMainQueue: Void = DispatchQueue.main.setSpecific(key: mark, value: true)

    /// Traps where a loop is to be run by the main queue on another thread: after an `await` in an ordinary `async
    /// main`.
    @inline(__always)
    static func requireForMainQueue() {
        if LoopTable.currentIfAny?.isMain != true { requireSlowly() }
    }

    @inline(never)
    private static func requireSlowly() {
        _ = marksMainQueue
        guard !mainspring_is_initial_thread(), DispatchQueue.getSpecific(key: mark) == true else { return }
        programmerError(
            """
            A run loop was entered on the main queue, but not on the main thread: after the first `await` of an `async main` \
            the main queue lives on another thread, and the initial one is gone. Adopt `MainLoopProgram` as the program's \
            entry, or give it a synchronous `main` that calls CFRunLoopRun().
            """)
    }
}
