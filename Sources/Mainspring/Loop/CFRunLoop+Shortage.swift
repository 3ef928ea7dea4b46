internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks
import Synchronization

/// A loop in a process that cannot open descriptors: it sleeps on its wake-up word, and polls the descriptors of its
/// sources. Timers, blocks and wake-ups are on time.
extension CFRunLoop {
    /// The interval at which a sleeping loop without an epoll polls the descriptors of its sources.
    static let sliceWithoutEpoll = Duration.milliseconds(10)

    /// Opens the loop's descriptors that are missing. Logs once if that is not possible. On the loop's thread, with the
    /// lock held or before another thread has the loop.
    func openPoller() {
        if poller.isOpen { return }
        var failure = openBoth()
        if failure == EBADF || failure == EPERM {
            // Other code has closed the wake-up descriptor, whose number may mean another file.
            wake.forgetDescriptor()
            failure = openBoth()
        }
        wake.epoll.store(poller.epoll, ordering: .sequentiallyConsistent)
        if failure == 0 {
            hasReportedShortage = false
        } else if !hasReportedShortage {
            hasReportedShortage = true
            Self.reportShortage(
                "A run loop has no descriptors of its own, so it looks at those of its sources every 10 ms only",
                failure)
        }
    }

    private func openBoth() -> Int32 {
        let failure = wake.open()
        return failure != 0 ? failure : poller.open(wake: wake.descriptor)
    }

    /// Logs that the process cannot open a descriptor.
    static func reportShortage(_ what: String, _ code: Int32) {
        let reason = String(cString: strerror(code))
        report("Mainspring: \(what): \(reason). Close descriptors, or raise the limit with ulimit -n.")
    }

    /// Takes an event if there is no epoll, or if other code has closed it: opens an epoll if that is possible, and
    /// else polls.
    @inline(never)
    func takeEventWithoutEpoll(waiting nanoseconds: Int64) -> Poller.Event {
        let isNew = restorePoller()
        // A call-out may have changed the timers that the sleep was computed from.
        if isNew, nanoseconds != 0 { return .own(.deadline) }
        if poller.isOpen { return isMain ? look(waiting: 0) : poller.wait(nanoseconds: 0) }
        let event = nanoseconds == 0 ? lookWithoutEpoll() : sleepWithoutEpoll(nanoseconds)
        mainQueue.isQuestionOpen = false
        return event
    }

    /// Opens an epoll if there is none, or if other code has closed it. Returns whether anything changed.
    private func restorePoller() -> Bool {
        lock.lock()
        let wasClosed = poller.isOpen
        // The old number is not touched: it may refer to another file.
        if wasClosed { forgetOwnDescriptors() }
        let failures = reopenPoller()
        lock.unlock()
        if wasClosed {
            reportClosed("epoll", "the loop has another one now")
            _ = checkDescriptors()
        }
        failures.tell()
        return wasClosed || poller.isOpen || !failures.isEmpty
    }

    /// Sleeps until a wake-up, an event or the end of a time; a negative time has no end. `wake` is marked as sleeping.
    private func sleepWithoutEpoll(_ nanoseconds: Int64) -> Poller.Event {
        let end = nanoseconds < 0 ? nil : mainspring_monotonic_now() + UInt64(nanoseconds)
        while true {
            guard let word = wake.sleepsOnWord() else { return .own(.wake) }
            let event = lookWithoutEpoll()
            if case .nothing = event {} else { return event }
            let now = mainspring_monotonic_now()
            if let end, end <= now { return .nothing }
            var longest = end.map { Int64(clamping: $0 - now) } ?? -1
            if watchesDescriptors {
                let slice = Self.sliceWithoutEpoll.clampedNanoseconds
                longest = longest < 0 ? slice : min(longest, slice)
            }
            wake.waitOnWord(word, nanoseconds: longest)

            if wake.hasNews { return .own(.wake) }
        }
    }

    /// Whether the loop has descriptors to poll.
    private var watchesDescriptors: Bool {
        mainQueue.registeredDescriptor >= 0 || foundation.isWatched
            || lock.withLock { descriptors.all.contains { $0.armed != 0 && !$0.isAlwaysReady } }
    }

    /// Polls all descriptors: the main queue first, then those of sources in turn.
    private func lookWithoutEpoll() -> Poller.Event {
        // Reported once: from then on the loop knows, and serves the queue in the modes that it belongs to.
        if !mainQueue.isKnownReady, mainQueue.isReadable { return .own(.mainQueue) }
        if foundation.isWatched, Poller.stillHolding(EPOLLIN.rawValue, of: foundation.portSet) != 0 {
            return .own(.foundation)
        }
        return readyDescriptor(from: nextWithoutEpoll) ?? .nothing
    }

    /// Returns the event of a source's descriptor that is ready. The search begins at one of them.
    private func readyDescriptor(from first: Int) -> Poller.Event? {
        let watched = lock.withLock {
            let armed = descriptors.all.filter { $0.armed != 0 && !$0.isAlwaysReady }
            return armed.map { ($0.generation, $0.armed, $0.descriptor) }
        }
        var requests = watched.map { pollfd(fd: $2, events: Int16(truncatingIfNeeded: $1), revents: 0) }
        guard !requests.isEmpty, Glibc.poll(&requests, nfds_t(requests.count), 0) > 0 else { return nil }
        for offset in requests.indices {
            let place = (first + offset) % requests.count
            guard requests[place].revents != 0 else { continue }
            nextWithoutEpoll = place + 1
            // For a number that is not open, the loop's own check finds that out.
            let isOpen = requests[place].revents & Int16(POLLNVAL) == 0
            let events = isOpen ? UInt32(UInt16(bitPattern: requests[place].revents)) : watched[place].1
            return .descriptor(requests[place].fd, generation: watched[place].0, events: events)
        }
        return nil
    }

    // MARK: For a virtual clock and for hosts

    /// Whether a poll would find an event at once. From any thread.
    var isReadable: Bool {
        if let isReadable = poller.isReadable { return isReadable }
        guard isCurrent else { return lock.withLock { descriptors.all.contains(where: Self.isReady) } }
        if case .nothing = lookWithoutEpoll() { return false }
        return true
    }

    /// Replaces an epoll that other code has closed, before a host asks ``isReadable``. On the loop's thread, without a
    /// lock.
    func replaceClosedEpoll() {
        if poller.isOpen, poller.isReadable == nil { _ = restorePoller() }
    }

    private static func isReady(_ registration: DescriptorRegistration) -> Bool {
        registration.armed != 0 && Poller.stillHolding(registration.armed, of: registration.descriptor) != 0
    }

    /// Sleeps until a poll would find an event, or a wake-up or a signal arrives. Takes no event.
    func waitUntilReadable() {
        if !poller.waitUntilReadable(), !restorePoller(), wake.isSleeping { _ = sleepWithoutEpoll(-1) }
    }
}
