/// A thread that waits for another one outside its loop: on a virtual clock time goes on meanwhile, as if its loop
/// slept.
///
/// Without this, work that needs time would never be done for a thread that waits for it. There is nothing to tell, and
/// so no value, where the thread has no loop, or one on the system's clock, or one that has not run.
package struct BlockedThread: @unchecked Sendable {
    // `@unchecked Sendable`: constants; the clock's lock guards what the participant has.

    private let clock: VirtualClock
    private let participant: VirtualClock.Participant

    /// Says that the calling thread is going to wait.
    ///
    /// Calls nobody.
    package init?() {
        guard let loop = LoopTable.currentIfAny, let clock = loop.clockStorage as? VirtualClock,
            let participant = loop.clockParticipant
        else { return nil }
        self.clock = clock
        self.participant = participant
        clock.setBlocked(participant, true)
    }

    /// Lets time go on if nobody else is at work: to be called after ``init()``, without a lock of the caller's.
    package func letTimeMove() {
        clock.moveIfQuiet()
    }

    /// Ends the wait: to be called by whoever ends it, before the thread is let go, so that time stands still for it
    /// again; and by the thread itself where it gives up.
    ///
    /// On any thread; calls nobody; a second call does nothing.
    package func resume() {
        clock.setBlocked(participant, false)
    }
}
