internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks
import Synchronization

/// A loop for which the process has no descriptor left: it sleeps on its wake-up word and looks at its descriptors now and
/// then. Timers, blocks and wake-ups come at their time.
extension CFRunLoop {
    /// How often a loop without an epoll looks at the descriptors of its sources while it sleeps.
    static let sliceWithoutEpoll = Duration.milliseconds(10)

    /// Makes the loop's descriptors, as far as they are missing; says so once where the process has none left. On the loop's
    /// thread, with the lock held or before another thread has the loop.
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
                "A run loop has no descriptors of its own, so it looks at those of its sources every 10 ms only", failure)
        }
    }

    private func openBoth() -> Int32 {
        let failure = wake.open()
        return failure != 0 ? failure : poller.open(wake: wake.descriptor)
    }

    /// Says that the process can open no more descriptors.
    static func reportShortage(_ what: String, _ code: Int32) {
        report(
            "Mainspring: \(what): \(String(cString: strerror(code))). Close descriptors, or raise the limit with ulimit -n.")
    }

    /// Takes an event where there is no epoll, or where its number means none any more: makes one if that is possible now, and
    /// else looks itself.
    @inline(never)
    func takeEventWithoutEpoll(waiting nanoseconds: Int64) -> Poller.Event {
        let isNew = restorePoller()
        // What was called may have changed what the sleep was computed from.
        if isNew, nanoseconds != 0 { return .own(.deadline) }
        if poller.isOpen { return isMain ? look(waiting: 0) : poller.wait(nanoseconds: 0) }
        let event = nanoseconds == 0 ? lookWithoutEpoll() : sleepWithoutEpoll(nanoseconds)
        mainQueue.isQuestionOpen = false
        return event
    }

    /// Makes the epoll that is missing, or was closed. Returns whether anything has changed.
    private func restorePoller() -> Bool {
        lock.lock()
        let wasClosed = poller.isOpen
        // The number may mean another file by now, so it is left alone.
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

    /// Sleeps, until a wake-up, an event or the end of a time; below zero without end. Its sleep has begun.
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
            // An epoll that is possible now is made by the next look into the kernel.
            if wake.hasNews { return .own(.wake) }
        }
    }

    /// Whether there is anything to look at but the word and the time.
    private var watchesDescriptors: Bool {
        mainQueue.registeredDescriptor >= 0 || foundation.isWatched
            || lock.withLock { descriptors.all.contains { $0.armed != 0 && !$0.isAlwaysReady } }
    }

    /// What is ready, the main queue first; the sources' descriptors take turns.
    private func lookWithoutEpoll() -> Poller.Event {
        // Told once; then the loop knows it, and serves it in the modes that it belongs to.
        if !mainQueue.isKnownReady, mainQueue.isReadable { return .own(.mainQueue) }
        if foundation.isWatched, Poller.stillHolding(EPOLLIN.rawValue, of: foundation.portSet) != 0 {
            return .own(.foundation)
        }
        return readyDescriptor(from: nextWithoutEpoll) ?? .nothing
    }

    /// The event of a source's descriptor that is ready, beginning with one of them.
    private func readyDescriptor(from first: Int) -> Poller.Event? {
        let watched = lock.withLock {
            descriptors.all.filter { $0.armed != 0 && !$0.isAlwaysReady }.map { ($0.generation, $0.armed, $0.descriptor) }
        }
        var requests = watched.map { pollfd(fd: $2, events: Int16(truncatingIfNeeded: $1), revents: 0) }
        guard !requests.isEmpty, Glibc.poll(&requests, nfds_t(requests.count), 0) > 0 else { return nil }
        for offset in requests.indices {
            let place = (first + offset) % requests.count
            guard requests[place].revents != 0 else { continue }
            nextWithoutEpoll = place + 1
            // Of a number that means no file the loop finds that out itself.
            let isOpen = requests[place].revents & Int16(POLLNVAL) == 0
            let events = isOpen ? UInt32(UInt16(bitPattern: requests[place].revents)) : watched[place].1
            return .descriptor(requests[place].fd, generation: watched[place].0, events: events)
        }
        return nil
    }

    // MARK: For a virtual clock and for hosts

    /// Whether a look into the kernel would find something at once. From any thread.
    var isReadable: Bool {
        if let isReadable = poller.isReadable { return isReadable }
        if isCurrent, poller.isOpen, restorePoller(), let isReadable = poller.isReadable { return isReadable }
        guard isCurrent else { return lock.withLock { descriptors.all.contains(where: Self.isReady) } }
        if case .nothing = lookWithoutEpoll() { return false }
        return true
    }

    private static func isReady(_ registration: DescriptorRegistration) -> Bool {
        registration.armed != 0 && Poller.stillHolding(registration.armed, of: registration.descriptor) != 0
    }

    /// Sleeps until a look into the kernel would find something, or a wake-up or a signal comes; takes nothing.
    func waitUntilReadable() {
        if !poller.waitUntilReadable(), !restorePoller(), wake.isSleeping { _ = sleepWithoutEpoll(-1) }
    }
}
