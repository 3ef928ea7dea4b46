internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks
import Synchronization

/// Descriptors of the loop's own that other code of the process has closed, as a `close` too many does.
///
/// A number that is closed may mean another file at once: it is forgotten, and neither read, written nor closed any more. The
/// loop makes another descriptor, says one sentence and goes on.
extension CFRunLoop {
    /// Looks whether the loop's descriptors still mean what they did, and one of those that its sources watch, each in its
    /// turn. A closed one brings no events, so nothing else would find that out. Some system calls.
    /// - Returns: Whether something was found.
    @inline(never)
    func checkDescriptors() -> Bool {
        guard poller.isOpen else { return false }
        guard poller.holds(wake.descriptor) else {
            _ = ownDescriptorsAreLost()
            return true
        }
        var isFound = checkTimersAndHost()
        if mainQueue.isClosed || mainQueue.isRegistered && !poller.holds(mainQueue.descriptor) {
            reopenMainQueue()
            isFound = true
        }
        if foundation.isWatched, !poller.holds(foundation.portSet) {
            foundationIsLost()
            isFound = true
        }
        return checkNextSource() || isFound
    }

    private func checkTimersAndHost() -> Bool {
        var isFound = false
        if deadlineDescriptor >= 0, !poller.holds(deadlineDescriptor) {
            deadlineDescriptor = -1
            isFound = true
            reportClosed("timer", "the loop has another one when it needs one")
        }
        if foundation.reminder >= 0, !poller.holds(foundation.reminder) {
            foundation.forgetReminder()
            isFound = true
            reportClosed("timer", "the loop has another one when it needs one")
        }
        let host = lock.withLock { hostDescriptor }
        if host >= 0, !poller.stands(in: host) {
            lock.withLock { hostDescriptor = -1 }
            isFound = true
            reportClosed("host's", "watch fileDescriptor again")
        }
        return isFound
    }

    /// Looks at a descriptor that sources watch.
    private func checkNextSource() -> Bool {
        lock.lock()
        var failures: [DescriptorFailure] = []
        if let registration = descriptors.nextToCheck(), registration.isInKernel,
            !poller.holds(registration.descriptor)
        {
            failures = closed(registration)
        }
        lock.unlock()
        failures.tell()
        return !failures.isEmpty
    }

    /// The epoll does not have the wake-up descriptor: one of them was closed. Both are made anew, since it cannot be told
    /// which number still means what it did.
    func ownDescriptorsAreLost() -> LivePort? {
        lock.lock()
        forgetOwnDescriptors()
        let failures = reopenPoller()
        lock.unlock()
        reportClosed("epoll or wake-up", "the loop has others now")
        failures.tell()
        return nil
    }

    /// The wake-up descriptor was closed when the process had none left to put in its place.
    @inline(never)
    func wakeDescriptorIsLost() {
        lock.lock()
        wake.forgetDescriptor()
        poller.closeEpoll()
        let failures = reopenPoller()
        lock.unlock()
        WakeWord.reportClosed()
        failures.tell()
    }

    /// Forgets the epoll and the wake-up descriptor, of which at least one was closed, and what was closed with them. What is
    /// left open of the two stays so, since a number may mean another file by now. Takes the lock held.
    func forgetOwnDescriptors() {
        poller.forgetEpoll()
        wake.epoll.store(-1, ordering: .sequentiallyConsistent)
        wake.forgetDescriptor()
        if !Poller.isOfKernel(deadlineDescriptor) { deadlineDescriptor = -1 }
        if !Poller.isOfKernel(foundation.reminder) { foundation.forgetReminder() }
        if !Poller.isOfKernel(hostDescriptor) { hostDescriptor = -1 }
        if mainQueue.registeredDescriptor >= 0, !Poller.isOfKernel(mainQueue.registeredDescriptor) {
            mainQueue.noteClosed()
        }
    }

    private func reopenMainQueue() {
        let number = mainQueue.descriptor
        guard mainQueue.reopen() else {
            return report(
                "Mainspring: The main queue's descriptor \(number) was closed by other code, and its number means another file now; the main queue is served only when something else wakes the main run loop. Close only descriptors that you have opened, and each once."
            )
        }
        reportClosed("main queue's", "it is open again")
        watch(number, as: .mainQueue)
    }

    /// Foundation's epoll is not in ours any more. What is left of it there would be ready for ever if it has a duplicate.
    private func foundationIsLost() {
        let number = foundation.portSet
        foundation.forgetPortSet()
        lock.lock()
        let failures = rebuildPoller()
        lock.unlock()
        report(
            "Mainspring: The descriptor \(number) of Foundation's main run loop was closed by other code; its timers do not fire while a run loop of Mainspring runs. Close only descriptors that you have opened, and each once."
        )
        failures.tell()
    }

    /// Says that a descriptor of the loop's was closed.
    func reportClosed(_ what: String, _ consequence: String) {
        report(
            "Mainspring: The \(what) descriptor of a run loop was closed by other code; \(consequence). Close only descriptors that you have opened, and each once."
        )
    }

    /// At the loop's end: numbers that mean other files are not closed.
    func leaveStrangersOpen() {
        guard poller.isOpen, !poller.holds(wake.descriptor) else { return }
        poller.forgetEpoll()
        wake.forgetDescriptor()
        (deadlineDescriptor, hostDescriptor) = (-1, -1)
    }
}
