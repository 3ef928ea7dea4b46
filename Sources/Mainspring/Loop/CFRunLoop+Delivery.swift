internal import Locks
import Synchronization

/// Messages that must come, from whichever thread: by this loop if it can call them, else by the main loop.
///
/// For ends of animations, completion blocks and the like, which belong to the thread that asked for them but may not
/// get lost with it.
extension CFRunLoop {
    /// Calls a closure in the common modes of this loop, if it runs or holds a source or timer; else in the main
    /// loop's. If the thread ends before the closure was called, the main loop calls it.
    ///
    /// Never calls it at once. Wakes the loop. Counts as a source, as Apple's callbacks of animations do by way of the
    /// main queue: a run that returns after one returns after it. From any thread.
    package func deliver(_ body: consuming @escaping () -> Void) { deliver(.call(body)) }

    /// The same with an object, which costs no closure.
    package func deliver(_ message: some LoopMessage) { deliver(.message(message)) }

    private func deliver(_ delivery: consuming DeliveryQueue.Delivery) {
        requireOwnProcess()
        lock.lock()
        guard isMain || canDeliver else {
            lock.unlock()
            return LoopTable.main.deliver(delivery)
        }
        deliveries.append(delivery)
        let isFirst = !deliveries.isPosted
        deliveries.isPosted = true
        lock.unlock()
        if isFirst { postDelivery() }
        // Also where a call is posted: one that was posted while another was served has woken nobody.
        wake.wakeUp()
    }

    /// Whether somebody is going to run the loop, as far as can be told. Takes the lock held.
    private var canDeliver: Bool {
        guard !hasEnded else { return false }
        return currentMode != nil || modes.contains { $0.itemCount.load(ordering: .relaxed) > 0 }
    }

    private func postDelivery() {
        post({ [unowned self] in deliverDue() }, mode: .commonModes)
    }

    /// Calls what is there now; what comes meanwhile has a turn of its own.
    ///
    /// Any of the closures may run the loop and wait for another one: what is left then is posted before the call.
    private func deliverDue() {
        let count = lock.withLock {
            deliveries.isPosted = false
            return deliveries.count
        }
        for _ in 0..<count {
            // Not by withLock, whose result would be allocated: a closure from a generic call is wrapped in another
            // one.
            lock.lock()
            let delivery = deliveries.takeFirst()
            let isToBePosted = deliveries.count > 0 && !deliveries.isPosted
            deliveries.isPosted = deliveries.isPosted || isToBePosted
            lock.unlock()
            if isToBePosted { postDelivery() }
            guard let delivery else { return }
            delivery.arrive()
            hasDelivered = true
        }
    }

    /// What a thread that has ended leaves to the main loop.
    func handDeliveriesOver() {
        guard !isMain else { return }
        let left = lock.withLock { deliveries.takeAll() }
        for delivery in left { LoopTable.main.deliver(delivery) }
    }
}
