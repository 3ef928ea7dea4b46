internal import Locks

/// Observers of a mode.
extension CFRunLoop {
    /// Calls the observers of an activity, in order.
    @inline(__always)
    func callObservers(_ activity: CFRunLoopActivity, _ mode: ModeState) {
        if mode.observes(activity) { callObservedActivity(activity, mode) }
    }

    @inline(never)
    private func callObservedActivity(_ activity: CFRunLoopActivity, _ mode: ModeState) {
        lastDescriptor.interrupt()
        let observers = lock.withLock { mode.observers(of: activity) }
        for observer in observers {
            observer.fire(activity)
            requireOwnProcess()
        }
    }

    /// Adds an observer to a mode, or to the common modes.
    package func add(_ observer: CFRunLoopObserver, to name: CFRunLoopMode) {
        requireOwnProcess()
        guard name == .commonModes else { return add(observer, toModeAlone: name) }
        lock.lock()
        guard !hasEnded, observer.attach(to: self) else {
            let isTooLate = hasEnded
            lock.unlock()
            if isTooLate { reportEnded("An observer was added to") }
            return
        }
        if !commonObservers.contains(where: { $0 === observer }) { commonObservers.append(observer) }
        for mode in modesForCommonItems() where !mode.contains(observer) {
            mode.insert(observer)
            observer.modeCount += 1
        }
        lock.unlock()
    }

    func add(_ observer: CFRunLoopObserver, toModeAlone name: CFRunLoopMode) {
        lock.lock()
        guard !hasEnded, observer.attach(to: self) else {
            let isTooLate = hasEnded
            lock.unlock()
            if isTooLate { reportEnded("An observer was added to") }
            return
        }
        let mode = mode(name)
        if !mode.contains(observer) {
            mode.insert(observer)
            observer.modeCount += 1
        }
        lock.unlock()
    }

    /// Removes an observer from a mode, or from the common modes.
    package func remove(_ observer: CFRunLoopObserver, from name: CFRunLoopMode) {
        requireOwnProcess()
        lock.lock()
        if name == .commonModes {
            if let place = commonObservers.firstIndex(where: { $0 === observer }) {
                commonObservers.remove(at: place)
                for mode in modes where mode.isCommon { detach(observer, mode) }
            }
        } else if let mode = existingMode(name) {
            detach(observer, mode)
        }
        lock.unlock()
    }

    /// Whether an observer is in a mode, or among the common items.
    package func contains(_ observer: CFRunLoopObserver, in name: CFRunLoopMode) -> Bool {
        lock.withLock {
            name == .commonModes
                ? commonObservers.contains { $0 === observer } : existingMode(name)?.contains(observer) ?? false
        }
    }

    /// Takes an observer out of every mode.
    func removeEverywhere(_ observer: CFRunLoopObserver) {
        lock.lock()
        commonObservers.removeAll { $0 === observer }
        for mode in modes { detach(observer, mode) }
        lock.unlock()
    }

    private func detach(_ observer: CFRunLoopObserver, _ mode: ModeState) {
        guard mode.contains(observer) else { return }
        mode.remove(observer)
        observer.modeCount -= 1
        if observer.modeCount == 0 { observer.detach() }
    }

    /// The modes that common items go to: those marked common, made if they are not there yet. Takes the lock held.
    func modesForCommonItems() -> [ModeState] {
        for name in commonModeNames where existingMode(name) == nil { _ = mode(name) }
        return modes.filter(\.isCommon)
    }
}
