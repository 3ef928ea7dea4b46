internal import Locks

/// The ends of turns of our loops, for modules that know of no loop, such as undo managers, which close a group there.
enum TurnEnds {
    /// Set once in the process, when there is a loop.
    static let areTold: Void = { EndOfEvent.loopScheduler = { schedule(at: $0, in: $1, $2) } }()

    /// Asks that an action is called once, on the calling thread, before its loop sleeps or when its run ends.
    /// - Returns: false if the thread has no loop that runs; then it is not called.
    private static func schedule(at order: Int, in modes: [String], _ action: @escaping () -> Void) -> Bool {
        guard let loop = LoopTable.currentIfAny, CFRunLoopCopyCurrentMode(loop) != nil else { return false }
        let activities: CFRunLoopActivity = [.beforeWaiting, .exit]
        let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, false, order) { _, _ in action() }
        for mode in modes { CFRunLoopAddObserver(loop, observer, CFRunLoopMode(mode as CFString)) }
        // Where an observer behind this one has made the change, just before a sleep, this one is too late for that sleep.
        CFRunLoopWakeUp(loop)
        return true
    }
}
