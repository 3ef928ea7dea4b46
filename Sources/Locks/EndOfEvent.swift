/// How a module that knows no run loop hears that a turn of one is over.
///
/// Below both, so that neither knows the other: a program that has a loop and an undo manager gets what belongs to them
/// together without saying so. Without a loop nobody closes an undo manager's groups by event.
package enum EndOfEvent {
    /// Asks that an action runs once, on the calling thread, before its loop sleeps next.
    ///
    /// The first argument is the place among others that ask, the smaller the earlier; the second are the names of the
    /// modes in which the loop may be then. Returns `false` if the thread has no loop that runs; then the action does
    /// not.
    package typealias Scheduler = @Sendable (Int, [String], @escaping () -> Void) -> Bool

    private struct Schedulers {
        var ofLoops: Scheduler?
        var ofHost: Scheduler?
    }

    private static let current = Guarded(Schedulers())

    /// What is asked instead of loops; `nil` for nobody. Set by what knows of other loops than ours as well. May be set and
    /// read by any thread.
    package static var scheduler: Scheduler? {
        get { current.withLock { $0.ofHost } }
        set { current.withLock { $0.ofHost = newValue } }
    }

    /// What is asked where nobody has set ``scheduler``: set by the module of our loop when it has one.
    package static var loopScheduler: Scheduler? {
        get { current.withLock { $0.ofLoops } }
        set { current.withLock { $0.ofLoops = newValue } }
    }

    /// Who is asked now.
    package static var effectiveScheduler: Scheduler? { current.withLock { $0.ofHost ?? $0.ofLoops } }
}
