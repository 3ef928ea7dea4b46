internal import CLinux
internal import Glibc
import Synchronization

/// Descriptors of sources: told to the kernel, parked, and found to be closed.
extension CFRunLoop {
    /// Begins to watch a source's descriptor in modes.
    func watch(_ source: CFRunLoopSource, in modes: [ModeState]) {
        lock.lock()
        let previous = descriptors[source.descriptor]
        let registration: DescriptorRegistration
        var stale: [CFRunLoopSource] = []
        if let previous, isStillItself(previous) {
            registration = previous
        } else {
            if let previous { stale = forget(previous) }
            registration = descriptors.make(source.descriptor)
        }
        if let watcher = registration.watchers.first(where: { $0.source === source }) {
            watcher.modes += modes
            registration.watchersChanged()
        } else {
            registration.watchers.append(DescriptorWatcher(source: source, modes: modes))
        }
        let failure = arm(registration, registration.wanted)
        if failure != 0 { _ = forget(registration) }
        lock.unlock()
        for source in stale { source.fail(Self.closedSentence(source.descriptor)) }
        if failure != 0 { source.fail(Self.failureSentence(source.descriptor, failure)) }
        if descriptors(areAlwaysReady: registration) { itemsChanged() }
    }

    private func descriptors(areAlwaysReady registration: DescriptorRegistration) -> Bool {
        lock.withLock { registration.isAlwaysReady }
    }

    /// Ends the watching of a source's descriptor in modes.
    func unwatch(_ source: CFRunLoopSource, in modes: [ModeState]) {
        var released: [DescriptorWatcher] = []
        lock.lock()
        if let registration = descriptors[source.descriptor],
            let place = registration.watchers.firstIndex(where: { $0.source === source })
        {
            let watcher = registration.watchers[place]
            watcher.modes.removeAll { mode in modes.contains { $0 === mode } }
            registration.watchersChanged()
            if watcher.modes.isEmpty { released.append(registration.watchers.remove(at: place)) }
            if registration.watchers.isEmpty {
                _ = forget(registration)
            } else {
                _ = arm(registration, registration.wanted)
            }
        }
        lock.unlock()
        withExtendedLifetime(released) {}
    }

    /// Tells the kernel anew what the watchers of a descriptor want, after one changed its mind.
    func rearm(_ descriptor: Int32) {
        lock.lock()
        let failure = descriptors[descriptor].map { arm($0, $0.wanted) } ?? 0
        let failed = failure == 0 ? [] : descriptors[descriptor].map { forget($0) } ?? []
        lock.unlock()
        for source in failed { source.fail(Self.closedSentence(descriptor)) }
    }

    /// The run goes over to a mode: what was parked and is of this mode is told to the kernel again. Takes the lock held.
    func armDescriptors(for mode: ModeState) {
        guard !descriptors.parked.isEmpty else { return }
        let parked = descriptors.parked
        descriptors.parked = []
        for descriptor in parked {
            guard let registration = descriptors[descriptor] else { continue }
            if registration.wanted(in: mode) & ~registration.armed != 0 {
                _ = arm(registration, registration.wanted)
            } else {
                descriptors.parked.append(descriptor)
            }
        }
    }

    /// The source that an event of the kernel is for; nil if it is for none in this mode.
    func readySource(_ descriptor: Int32, _ generation: UInt32, _ events: UInt32, _ mode: ModeState) -> LivePort? {
        lock.lock()
        guard let unmanaged = descriptors.unmanaged(descriptor),
            unmanaged._withUnsafeGuaranteedRef({ $0.generation == generation })
        else {
            // The registration went while the event was on its way, or its number was closed and a duplicate lives on.
            if descriptors[descriptor] == nil, poller.remove(descriptor) != 0 { rebuildPoller() }
            lock.unlock()
            return nil
        }
        if lastDescriptor.needsCheck(generation), !unmanaged._withUnsafeGuaranteedRef({ isStillItself($0) }) {
            let stale = forget(unmanaged.takeUnretainedValue())
            rebuildPoller()
            lock.unlock()
            for source in stale { source.fail(Self.closedSentence(descriptor)) }
            return nil
        }
        guard let source = unmanaged._withUnsafeGuaranteedRef({ $0.source(for: events, in: mode) }) else {
            park(unmanaged.takeUnretainedValue(), mode)
            lock.unlock()
            return nil
        }
        lock.unlock()
        return .descriptor(source, events: events)
    }

    // MARK: Regular files

    /// Whether a file that is always ready is watched in a mode.
    func hasReadyFile(in mode: ModeState) -> Bool {
        alwaysReadyCount.load(ordering: .relaxed) != 0 && lock.withLock { readyFileIndex(in: mode) != nil }
    }

    /// The next such file's source.
    func takeReadyFile(in mode: ModeState) -> LivePort? {
        if alwaysReadyCount.load(ordering: .relaxed) == 0 { return nil }
        return lock.withLock {
            guard let place = readyFileIndex(in: mode) else { return nil }
            descriptors.nextAlwaysReady = place + 1
            let registration = descriptors.alwaysReady[place]
            let events = EPOLLIN.rawValue | EPOLLOUT.rawValue
            guard let source = registration.source(for: events, in: mode) else { return nil }
            return .descriptor(source, events: events & source._withUnsafeGuaranteedRef { $0.interest.load(ordering: .relaxed) })
        }
    }

    private func readyFileIndex(in mode: ModeState) -> Int? {
        let files = descriptors.alwaysReady
        for offset in files.indices {
            let place = (descriptors.nextAlwaysReady + offset) % files.count
            if files[place].wanted(in: mode) & (EPOLLIN.rawValue | EPOLLOUT.rawValue) != 0 { return place }
        }
        return nil
    }

    // MARK: The kernel. Takes the lock held.

    /// Tells the kernel what to look for. Returns an errno, 0 for success.
    private func arm(_ registration: DescriptorRegistration, _ mask: UInt32) -> Int32 {
        if registration.isAlwaysReady { return 0 }
        if mask == registration.armed, registration.isInKernel == (mask != 0) { return 0 }
        let descriptor = registration.descriptor
        var failure: Int32 = 0
        if mask == 0 {
            // A hang-up is told even to those who want nothing, so the descriptor has to go.
            failure = poller.remove(descriptor)
            registration.isInKernel = false
        } else if registration.isInKernel {
            failure = poller.modify(descriptor, generation: registration.generation, mask: mask)
        } else {
            failure = poller.add(descriptor, generation: registration.generation, mask: mask)
            if failure == EPERM {
                registration.isAlwaysReady = true
                descriptors.alwaysReady.append(registration)
                alwaysReadyCount.store(descriptors.alwaysReady.count, ordering: .relaxed)
                return 0
            }
            registration.isInKernel = failure == 0
        }
        registration.armed = failure == 0 ? mask : 0
        return failure
    }

    /// A ready descriptor that nobody wants in this mode is watched only for what this mode wants, until another mode runs.
    private func park(_ registration: DescriptorRegistration, _ mode: ModeState) {
        _ = arm(registration, registration.wanted(in: mode))
        if !descriptors.parked.contains(registration.descriptor) { descriptors.parked.append(registration.descriptor) }
    }

    /// Whether the number still means the file that was registered.
    private func isStillItself(_ registration: DescriptorRegistration) -> Bool {
        if registration.isAlwaysReady { return fcntl(registration.descriptor, F_GETFD) >= 0 }
        guard registration.isInKernel else { return fcntl(registration.descriptor, F_GETFD) >= 0 }
        return poller.modify(
            registration.descriptor, generation: registration.generation, mask: registration.armed) == 0
    }

    /// Takes a registration out. Returns the sources that watched it.
    private func forget(_ registration: DescriptorRegistration) -> [CFRunLoopSource] {
        if registration.isInKernel, poller.remove(registration.descriptor) != 0 { rebuildPoller(without: registration) }
        registration.isInKernel = false
        descriptors[registration.descriptor] = nil
        descriptors.parked.removeAll { $0 == registration.descriptor }
        descriptors.alwaysReady.removeAll { $0 === registration }
        alwaysReadyCount.store(descriptors.alwaysReady.count, ordering: .relaxed)
        let sources = registration.watchers.map(\.source)
        registration.watchers = []
        return sources
    }

    /// Makes the epoll anew. A registration whose number was closed while a duplicate lives cannot be removed otherwise.
    private func rebuildPoller(without lost: DescriptorRegistration? = nil) {
        poller.replace(wake: wake.descriptor, mainQueue: mainQueue.registeredDescriptor)
        for registration in descriptors.all where registration !== lost && registration.isInKernel {
            registration.isInKernel = poller.add(
                registration.descriptor, generation: registration.generation, mask: registration.armed) == 0
        }
    }

    private static func closedSentence(_ descriptor: Int32) -> String {
        "File descriptor \(descriptor) was closed while a run loop source watched it; the source is invalid now. Invalidate the source before closing its descriptor."
    }

    private static func failureSentence(_ descriptor: Int32, _ failure: Int32) -> String {
        failure == EBADF
            ? "A run loop source was to watch file descriptor \(descriptor), which is not open; the source is invalid now. Give an open descriptor."
            : "A run loop source could not watch file descriptor \(descriptor): \(String(cString: strerror(failure))); the source is invalid now."
    }
}
