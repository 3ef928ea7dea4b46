internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks
import Synchronization

/// Descriptors of sources: watched, ready, parked, and found to be closed.
///
/// What returns failures is called with the loop's lock held; they are told once it has been given back.
extension CFRunLoop {
    /// Begins to watch a source's descriptor in modes.
    func watch(_ source: CFRunLoopSource, _ handler: DescriptorHandler, in modes: [ModeState]) -> [DescriptorFailure] {
        let descriptor = source.descriptor
        var failures: [DescriptorFailure] = []
        var known = descriptors[descriptor]
        if let former = known, !isStillItself(former) {
            failures = closed(former)
            known = nil
        }
        // A number comes into the table only when the kernel has taken it, since the table is as long as the largest
        // one.
        let registration = known ?? descriptors.make(descriptor)
        if let watcher = registration.watchers.first(where: { $0.source === source }) {
            watcher.modes += modes
            registration.watchersChanged()
        } else {
            registration.watchers.append(DescriptorWatcher(source: source, handler: handler, modes: modes))
        }
        let error = arm(registration, registration.wanted)
        if error == 0 {
            if known == nil { descriptors[descriptor] = registration }
        } else {
            for source in forget(registration).sources { failures.append(.refused(source, error)) }
        }
        return failures
    }

    /// Ends the watching of a source's descriptor in modes. The caller holds a reference to the source.
    func unwatch(_ source: CFRunLoopSource, in modes: [ModeState]) -> [DescriptorFailure] {
        guard let registration = descriptors[source.descriptor],
            let place = registration.watchers.firstIndex(where: { $0.source === source })
        else { return [] }
        let watcher = registration.watchers[place]
        watcher.modes.removeAll { mode in modes.contains { $0 === mode } }
        registration.watchersChanged()
        if watcher.modes.isEmpty { registration.watchers.remove(at: place) }
        if registration.watchers.isEmpty {
            return forget(registration).wasClosed ? [.closed(source)] : []
        }
        return arm(registration, registration.wanted) == 0 ? [] : closed(registration)
    }

    /// Tells the kernel anew what the watchers of a descriptor want, after one changed its mind. From any thread.
    func rearm(_ descriptor: Int32) {
        requireOwnProcess()
        lock.lock()
        var failures: [DescriptorFailure] = []
        var isAlwaysReady = false
        if let registration = descriptors[descriptor] {
            isAlwaysReady = registration.isAlwaysReady
            if arm(registration, registration.wanted) != 0 { failures = closed(registration) }
        }
        lock.unlock()
        failures.tell()
        if isAlwaysReady { itemsChanged() }
    }

    /// The run goes over to a mode: what was parked and is of this mode is told to the kernel again.
    func armDescriptors(for mode: ModeState) -> [DescriptorFailure] {
        var failures: [DescriptorFailure] = []
        for registration in descriptors.parked where registration.wanted(in: mode) & ~registration.armed != 0 {
            descriptors.unpark(registration)
            if arm(registration, registration.wanted) != 0 { failures += closed(registration) }
        }
        return failures
    }

    /// The handler that an event of the kernel is for; nil if it is for none in this mode. Takes the lock itself.
    func readySource(_ descriptor: Int32, _ generation: UInt32, _ events: UInt32, _ mode: ModeState) -> LivePort? {
        lock.lock()
        guard let unmanaged = descriptors.unmanaged(descriptor),
            unmanaged._withUnsafeGuaranteedRef({ $0.generation == generation })
        else {
            // The registration was removed while the event was on its way; or its descriptor was closed while a
            // duplicate is open; or the number of the epoll refers to an epoll of other code.
            let failures = descriptors.mayHoldGhosts ? rebuildPoller() : []
            if !descriptors.mayHoldGhosts, failures.isEmpty, !poller.holds(wake.descriptor) {
                lock.unlock()
                return ownDescriptorsAreLost()
            }
            lock.unlock()
            failures.tell()
            return nil
        }
        guard let watcher = unmanaged._withUnsafeGuaranteedRef({ $0.watcher(for: events, in: mode) }) else {
            let failures = park(unmanaged.takeUnretainedValue(), mode)
            lock.unlock()
            failures.tell()
            return nil
        }
        // Not sooner, since to ask the kernel is to arm the descriptor again, which one that nobody waits for must not
        // be.
        if lastDescriptor.needsCheck(generation), !unmanaged._withUnsafeGuaranteedRef({ isStillItself($0) }) {
            let failures = closed(unmanaged.takeUnretainedValue()) + rebuildPoller()
            lock.unlock()
            failures.tell()
            return nil
        }
        let handler = watcher._withUnsafeGuaranteedRef { Unmanaged.passRetained($0.handler) }
        lock.unlock()
        return .descriptor(handler, events: events)
    }

    /// Whether a descriptor's source is still in a mode.
    func isWatched(_ handler: Unmanaged<DescriptorHandler>, in mode: ModeState) -> Bool {
        lock.withLock {
            handler._withUnsafeGuaranteedRef { handler in
                descriptors[handler.descriptor]?.watchers.contains { $0.handler === handler && $0.isIn(mode) } ?? false
            }
        }
    }

    // MARK: The kernel

    /// Tells the kernel what to look for. Returns an errno, 0 for success.
    private func arm(_ registration: DescriptorRegistration, _ mask: UInt32) -> Int32 {
        if registration.isAlwaysReady { return isStillItself(registration) ? 0 : EBADF }
        var failure: Int32 = 0
        if !registration.isInKernel {
            failure = poller.add(registration.descriptor, generation: registration.generation, mask: mask)
            if failure == EPERM {
                descriptors.becomesAlwaysReady(registration)
                alwaysReadyCount.store(descriptors.alwaysReady.count, ordering: .relaxed)
                return 0
            }
            registration.isInKernel = failure == 0
        } else if mask != registration.armed {
            failure = poller.modify(registration.descriptor, generation: registration.generation, mask: mask)
        }
        if failure != 0, !poller.holds(wake.descriptor) {
            // The loop's own epoll was closed. The next sleep finds that, and adds all registrations to another one.
            (registration.isInKernel, failure) = (true, 0)
        }
        if failure == 0 { registration.armed = mask }
        return failure
    }

    /// A ready descriptor that nobody wants in this mode is watched only for what this mode wants, until another mode
    /// runs.
    private func park(_ registration: DescriptorRegistration, _ mode: ModeState) -> [DescriptorFailure] {
        if arm(registration, registration.wanted(in: mode)) != 0 { return closed(registration) }
        descriptors.park(registration)
        return []
    }

    /// Whether the number still means the file that was registered.
    func isStillItself(_ registration: DescriptorRegistration) -> Bool {
        if registration.isAlwaysReady { return registration.file == OpenFile(registration.descriptor) }
        let failure = poller.modify(
            registration.descriptor, generation: registration.generation, mask: registration.armed)
        // Without its epoll the loop cannot tell.
        return failure == 0 || !poller.holds(wake.descriptor)
    }

    /// Takes a registration out whose number means nothing any more, or another file. Returns who watched it.
    func closed(_ registration: DescriptorRegistration) -> [DescriptorFailure] {
        forget(registration).sources.map { .closed($0) }
    }

    /// Takes a registration out. Returns the sources that watched it, and whether its number means another file by now,
    /// or none.
    private func forget(_ registration: DescriptorRegistration) -> (sources: [CFRunLoopSource], wasClosed: Bool) {
        var wasClosed = false
        if registration.isInKernel, poller.remove(registration.descriptor) != 0, poller.holds(wake.descriptor) {
            // If a duplicate lives it goes on firing; then, and only then, is a new poller worth its price.
            descriptors.mayHoldGhosts = true
            wasClosed = true
        } else if registration.isAlwaysReady {
            wasClosed = !isStillItself(registration)
        }
        descriptors.remove(registration)
        alwaysReadyCount.store(descriptors.alwaysReady.count, ordering: .relaxed)
        let sources = registration.watchers.map(\.source)
        registration.watchers = []
        return (sources, wasClosed)
    }

    /// Makes the epoll anew: the only way to be rid of what was closed while a duplicate lives. On the loop's thread.
    func rebuildPoller() -> [DescriptorFailure] {
        guard poller.holds(wake.descriptor) else {
            // The number may refer to another file, which is not the loop's to close.
            forgetOwnDescriptors()
            reportClosed("epoll or wake-up", "the loop has others now")
            return reopenPoller()
        }
        var failures: [DescriptorFailure] = []
        // Before the old one goes, since it alone knows whether a number still means its file.
        for registration in descriptors.all where !isStillItself(registration) { failures += closed(registration) }
        #if DEBUG
            pollerRebuilds += 1
        #endif
        poller.closeEpoll()
        return failures + reopenPoller()
    }

    /// Opens an epoll and adds all that the loop watches. If the process cannot open a descriptor, the loop continues
    /// without an epoll. On the loop's thread, with the lock held.
    func reopenPoller() -> [DescriptorFailure] {
        openPoller()
        // Another thread may just have replaced a closed wake-up descriptor.
        poller.add(wake.descriptor, as: .wake)
        if hostDescriptor >= 0 { poller.stand(in: hostDescriptor) }
        addOwnDescriptors()
        descriptors.mayHoldGhosts = false
        var failures: [DescriptorFailure] = []
        for registration in descriptors.all where registration.isInKernel {
            registration.isInKernel = false
            if arm(registration, registration.armed) != 0 { failures += closed(registration) }
        }
        return failures
    }
}

/// A descriptor that cannot be watched any more, and who is to hear of it.
struct DescriptorFailure {
    private let source: CFRunLoopSource
    private let sentence: String
    /// The number does not mean the source's file.
    private let isClosed: Bool

    /// The descriptor was closed while it was watched.
    static func closed(_ source: CFRunLoopSource) -> DescriptorFailure {
        DescriptorFailure(
            source: source,
            sentence:
                "File descriptor \(source.descriptor) was closed while a run loop source watched it; the source is invalid now. Invalidate the source before closing its descriptor.",
            isClosed: true)
    }

    /// The kernel refused to watch the descriptor.
    static func refused(_ source: CFRunLoopSource, _ error: Int32) -> DescriptorFailure {
        DescriptorFailure(
            source: source,
            sentence: error == EBADF
                ? "A run loop source was to watch file descriptor \(source.descriptor), which is not open; the source is invalid now. Give an open descriptor."
                : "A run loop source could not watch file descriptor \(source.descriptor): \(String(cString: strerror(error))); the source is invalid now.",
            isClosed: error == EBADF)
    }

    fileprivate func tell() { source.fail(sentence, descriptorIsClosed: isClosed) }
}

/// Says that a descriptor was not closed by the source that it was given to.
func reportNotClosed(_ descriptor: Int32) {
    report(
        "Mainspring: File descriptor \(descriptor) was closed before the source that was to close it; what has its number now is left open. Leave the closing to the source."
    )
}

extension [DescriptorFailure] {
    /// Ends the sources, which calls out: no lock is held.
    @inline(__always)
    func tell() {
        if !isEmpty { tellAll() }
    }

    @inline(never)
    private func tellAll() {
        for failure in self { failure.tell() }
    }
}
