internal import Mainspring

extension RunLoop {
    /// Schedules a closure for the next pass in the default mode, and wakes the loop.
    ///
    /// Closures run in the order they were scheduled in. Callable on any thread that has the object.
    /// `CFRunLoopPerformBlock`, which does the work, wakes nobody; this method does, so that a sleeping loop runs the
    /// closure now and not with the next event. Neither keeps a run going: a closure is no input source and ends no
    /// ``run(mode:before:)``.
    public func perform(_ block: consuming @escaping @Sendable () -> Void) {
        loop.post(consume block, mode: .defaultMode)
        CFRunLoopWakeUp(loop)
    }

    /// Schedules a closure for the next pass in any of some modes, and wakes the loop.
    ///
    /// It runs once, in whichever of the modes the loop runs first. Without a mode it never runs and is released at
    /// once.
    public func perform(inModes modes: [Mode], block: consuming @escaping @Sendable () -> Void) {
        switch modes.count {
        case 0: return
        case 1: loop.post(consume block, mode: modes[0].cfMode)
        default: loop.post(consume block, modes: modes.map(\.cfMode))
        }
        CFRunLoopWakeUp(loop)
    }
}
