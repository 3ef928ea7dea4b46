public import Mainspring

/// Returns the time of the clock that the calling thread's loop refers to, in seconds since that clock's zero:
/// animations and frames are timed by it.
///
/// It never goes back and knows no calendar. A thread without a loop asks the process's clock. Under a `VirtualClock`
/// this is virtual time. May be called on any thread.
public func CACurrentMediaTime() -> CFTimeInterval {
    // Divided, since a whole number of seconds is to come out as one.
    Double(RunLoopClock.current.uptime) / 1e9
}
