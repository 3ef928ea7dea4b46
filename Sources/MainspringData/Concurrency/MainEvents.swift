internal import Dispatch
internal import Locks
internal import Mainspring

/// The end of events of contexts on the main queue.
///
/// Where our main loop runs, alone or as another's guest, it comes before the loop sleeps and when a run ends, in the
/// common modes, before layers are committed. Where it does not run (Foundation's loop, `dispatchMain()`, an `async main`),
/// it comes in a later item of the main queue, behind what is enqueued by then.
final class MainEvents: Sendable {
    static let shared = MainEvents()
    /// Between gestures (0) and the commit of layers (2,000,000), so that what a merge brings is in the same frame.
    static let order = 1_000_000
    /// What an end of event changes in other contexts is brought to an end at once, but not for ever.
    private static let longestChain = 16

    private struct State {
        var waiting: [ContextQueue] = []
        var hasObserver = false
        var hasItem = false
    }

    private let state = Guarded(State())

    /// Asks for the end of this event for a context. On the main queue.
    func request(for queue: ContextQueue) {
        let isFirst = state.withLock { state in
            if state.waiting.contains(where: { $0 === queue }) { return false }
            state.waiting.append(queue)
            return state.waiting.count == 1
        }
        if isFirst { schedule() }
    }

    private func schedule() {
        let isNew = state.withLock { state in
            defer { state.hasObserver = true }
            return !state.hasObserver
        }
        let loop: CFRunLoop = CFRunLoopGetMain()
        if isNew {
            let activities: CFRunLoopActivity = [.beforeWaiting, .exit]
            let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, Self.order) {
                [self] _, _ in endEvents()
            }
            CFRunLoopAddObserver(loop, observer, .commonModes)
        }
        guard MainLoopState.isOurs else { return scheduleItem() }
        // Where an observer behind ours has made the change, just before a sleep, ours is too late for that sleep.
        CFRunLoopWakeUp(loop)
    }

    private func scheduleItem() {
        let isNew = state.withLock { state in
            defer { state.hasItem = true }
            return !state.hasItem
        }
        guard isNew else { return }
        DispatchQueue.main.async { [self] in
            state.withLock { $0.hasItem = false }
            endEvents()
        }
    }

    private func endEvents() {
        for _ in 0..<Self.longestChain {
            let queues = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            if queues.isEmpty { return }
            for queue in queues { queue.endEvent() }
        }
        if state.withLock({ !$0.waiting.isEmpty }) { schedule() }
    }
}

extension ContextQueue {
    /// Asks that ``endOfEvent`` is called at the end of this event: when a context has changed. On the queue.
    ///
    /// On a private queue it is called after each block of `perform` anyway; without a queue by the calling thread's loop,
    /// if that runs.
    func setNeedsEndOfEvent() {
        // Each change of an object comes here.
        guard !waitsForEndOfEvent, kind != .privateQueueConcurrencyType else { return }
        guard queue == nil else {
            waitsForEndOfEvent = true
            return MainEvents.shared.request(for: self)
        }
        waitsForEndOfEvent = EndOfTurn.schedule(at: MainEvents.order, in: [CFRunLoopMode.commonModes.rawValue]) {
            [weak self] in
            self?.endEvent()
        }
    }

    /// Ends an event. On the queue.
    func endEvent() {
        waitsForEndOfEvent = false
        guard let queue else { return endOfEvent?() ?? () }
        ThreadHolds.current.holding(queue, of: self) { endOfEvent?() }
    }
}
