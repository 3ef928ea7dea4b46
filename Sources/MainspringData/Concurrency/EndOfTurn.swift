internal import Dispatch
internal import Locks

/// The end of a turn on the calling thread: for undo managers, which close a group there, and for contexts without a queue.
///
/// The calling thread's loop, if it runs, calls before it sleeps or when its run ends. Where something other than our
/// loop serves the main queue, a later item of that queue does. A thread with neither, and a program that has not begun
/// to run its loop, have no end of turn: there an undo manager closes its group when it opens the next one.
enum EndOfTurn {
    private static let isInstalled: Void = {
        if EndOfEvent.scheduler == nil { EndOfEvent.scheduler = { schedule(at: $0, in: $1, $2) } }
    }()

    /// Sets the scheduler of undo managers, once in the process, unless there is one.
    static func install() { isInstalled }

    /// Asks that an action is called once, on the calling thread, at the end of its turn.
    /// - Returns: false if there is none; then it is not called.
    static func schedule(at order: Int, in modes: [String], _ action: @escaping () -> Void) -> Bool {
        if let scheduler = EndOfEvent.loopScheduler, scheduler(order, modes, action) { return true }
        guard MainLoopState.isOthers else { return false }
        let handed = Handed(action)
        DispatchQueue.main.async { handed.value() }
        return true
    }
}
