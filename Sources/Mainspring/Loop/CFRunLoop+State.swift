internal import Locks

/// What the level above asks of a loop.
extension CFRunLoop {
    /// Whether a run in a mode would return at once, having nothing to do.
    package func isEmpty(in name: CFRunLoopMode) -> Bool {
        lock.withLock { existingMode(name).map { isEmpty($0) } ?? true }
    }

    /// Whether the loop's thread has ended, so that it takes nothing more.
    package var threadHasEnded: Bool { lock.withLock { hasEnded } }

    /// Traps where the main queue lives on another thread than the main one, as every run does: for runs that are
    /// refused earlier.
    package static func requireMainThreadForMainQueue() { MainThread.requireForMainQueue() }
}

extension CFRunLoop {
    /// How many runs of the loop are inside each other, the outermost one included; 0 while none is. The loop's thread
    /// alone.
    package var runDepth: Int { depth }
}
