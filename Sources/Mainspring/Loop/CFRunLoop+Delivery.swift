import Synchronization

/// Messages that must come, from whichever thread: by this loop if it can call them, else by the main loop.
///
/// For ends of animations, completion blocks and the like, which belong to the thread that asked for them but may not get lost with it.
extension CFRunLoop {
    /// Calls a closure in the common modes of this loop, if it runs or holds a source or timer; else in the main loop's. If the thread
    /// ends before the closure was called, the main loop calls it.
    ///
    /// Never calls it at once. Wakes the loop. From any thread.
    package func deliver(_ body: @escaping () -> Void) {
        lock.lock()
        guard isMain || canDeliver else {
            lock.unlock()
            return LoopTable.main.deliver(body)
        }
        deliveries.append(body)
        lock.unlock()
        post({ [unowned self] in deliverNext() }, mode: .commonModes)
        wake.wakeUp()
    }

    /// Whether somebody is going to run the loop, as far as can be told. Takes the lock held.
    private var canDeliver: Bool {
        guard !hasEnded else { return false }
        return currentMode != nil || modes.contains { $0.itemCount.load(ordering: .relaxed) > 0 }
    }

    private func deliverNext() {
        let body = lock.withLock { deliveries.isEmpty ? nil : deliveries.removeFirst() }
        body?()
    }

    /// What a thread that has ended leaves to the main loop.
    func handDeliveriesOver() {
        guard !isMain else { return }
        let left = lock.withLock {
            let left = deliveries
            deliveries = []
            return left
        }
        for body in left { LoopTable.main.deliver(body) }
    }
}
