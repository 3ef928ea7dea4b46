extension RunLoop {
    /// Adds a timer to a mode; the loop keeps it until it is invalid.
    ///
    /// A timer can be in several modes of one loop. Adding it to a second loop, or when it is invalid, does nothing.
    public func add(_ timer: Timer, forMode mode: Mode) {
        CFRunLoopAddTimer(loop, timer.timer, mode.cfMode)
    }

    /// Adds a port to a mode; the loop keeps it until it is removed or invalid.
    ///
    /// A port is an input source: as long as one is in a mode, the mode is not empty. Messages sent to it reach its
    /// delegate on this loop's thread.
    public func add(_ aPort: Port, forMode mode: Mode) {
        aPort.schedule(in: self, forMode: mode)
    }

    /// Takes a port out of a mode.
    public func remove(_ aPort: Port, forMode mode: Mode) {
        aPort.remove(from: self, forMode: mode)
    }
}
