internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks
import Synchronization

/// The loop's own descriptors, closed by other code of the process, for example by a double `close`.
///
/// A closed number may refer to another file at once. The loop forgets it, and neither reads, writes nor closes it
/// again. The loop opens another descriptor, logs one sentence and continues.
extension CFRunLoop {
    /// Checks that the loop's descriptors are still registered, and one of those that its sources watch, in turn. A
    /// closed descriptor has no events, so nothing else would find it. Makes some system calls.
    /// - Returns: Whether a closed descriptor was found.
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

    /// Checks one descriptor that sources watch.
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

    /// Replaces the epoll and the wake-up descriptor after one of them was closed. The kernel does not tell which of
    /// the two numbers is still the loop's.
    func ownDescriptorsAreLost() -> LivePort? {
        lock.lock()
        forgetOwnDescriptors()
        let failures = reopenPoller()
        lock.unlock()
        reportClosed("epoll or wake-up", "the loop has others now")
        failures.tell()
        return nil
    }

    /// Replaces a wake-up descriptor that was closed while the process could not open another one.
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

    /// Forgets the epoll and the wake-up descriptor, of which at least one was closed, and others that were closed with
    /// them. If one of the two is still open, it stays open: its number may refer to another file. The lock is held.
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

    /// Stops watching Foundation's epoll, which was closed. The epoll is rebuilt, since a duplicate would stay ready
    /// for ever.
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

    /// Logs that one of the loop's descriptors was closed.
    func reportClosed(_ what: String, _ consequence: String) {
        report(
            "Mainspring: The \(what) descriptor of a run loop was closed by other code; \(consequence). Close only descriptors that you have opened, and each once."
        )
    }

    /// Keeps the end of the loop from closing numbers that refer to other files.
    func leaveStrangersOpen() {
        guard poller.isOpen, !poller.holds(wake.descriptor) else { return }
        poller.forgetEpoll()
        wake.forgetDescriptor()
        (deadlineDescriptor, hostDescriptor) = (-1, -1)
    }
}
