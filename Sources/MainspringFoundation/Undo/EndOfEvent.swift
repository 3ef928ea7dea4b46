internal import Foundation
internal import Locks

/// How this module, which knows no run loop, hears that a turn of one is over.
///
/// A module that has a loop sets ``scheduler``; without one nobody closes an undo manager's groups by event.
package enum EndOfEvent {
    /// Asks that an action runs once, on the calling thread, before its loop sleeps next.
    ///
    /// The first argument is the place among others that ask, the smaller the earlier; the second are the names of the
    /// modes in which the loop may be then. Returns `false` if the thread has no loop that runs; then the action does
    /// not.
    package typealias Scheduler = @Sendable (Int, [String], @escaping () -> Void) -> Bool

    private static let current = Guarded<Scheduler?>(nil)

    /// What is asked; `nil` for nobody. May be set and read by any thread.
    package static var scheduler: Scheduler? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
