internal import Dispatch
internal import Locks
internal import Synchronization

/// Who has a context's own queue: its block, or, while that has lent it, one who reads for a child.
///
/// First come, first served. One who reads comes behind the blocks that are enqueued, unless the queue is lent meanwhile: what a
/// store does with a save takes long, and needs nothing of the context. Long work that does need the context pauses for those who read.
final class QueueTurn: Sendable {
    /// A child for which somebody reads.
    typealias Reader = ObjectIdentifier

    /// One who waits.
    private final class Waiter: @unchecked Sendable {
        // `@unchecked Sendable`: `comesInPause` is set under the state's lock before the turn is signalled, and read after that.
        let turn = DispatchSemaphore(value: 0)
        /// Nil for a block.
        let reading: Reading?
        var comesInPause = false

        init(_ reading: Reading?) { self.reading = reading }
    }

    /// What somebody reads for.
    struct Reading {
        let child: Reader
        /// Whether a pause will not do, in which nothing is taken over.
        let needsWhole: Bool
    }

    private enum Lending {
        case no
        /// Who has the queue does nothing with the context.
        case wholly
        /// Who has it is in the midst of something; for one child, or all.
        case pause(for: Reader?)
    }

    private struct State {
        var isTaken = false
        var lending = Lending.no
        /// How many blocks have been enqueued and have not asked for their turn.
        var enqueued = 0
        /// Whose turn comes next, in their order.
        var waiting: [Waiter] = []
        /// Those who come behind blocks that are enqueued.
        var behind: [Waiter] = []
        /// How many have come in to read.
        var reads = 0

        /// Whether the queue is lent to one who reads.
        func isLent(to reading: Reading) -> Bool {
            switch lending {
            case .no: false
            case .wholly: true
            case .pause(let child): !reading.needsWhole && (child == nil || child == reading.child)
            }
        }

        var isPaused: Bool { if case .pause = lending { true } else { false } }

        /// Whether somebody waits for whom a pause may do.
        var hasReaders: Bool {
            waiting.contains { $0.reading?.needsWhole == false } || behind.contains { $0.reading?.needsWhole == false }
        }

        func mayComeIn(_ waiter: Waiter) -> Bool { !isPaused || waiter.reading.map(isLent) ?? false }
    }

    private let state = Guarded(State())
    private let hasWaiters = Atomic(false)
    private let hasReaders = Atomic(false)
    /// Whether anybody waits. Without a lock.
    var isAwaited: Bool { hasWaiters.load(ordering: .relaxed) }
    /// Whether somebody waits for whom a pause may do. Without a lock: long work asks for each object.
    @inline(__always)
    var isAwaitedToPause: Bool { hasReaders.load(ordering: .relaxed) }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer {
                hasWaiters.store(!state.waiting.isEmpty || !state.behind.isEmpty, ordering: .relaxed)
                hasReaders.store(state.hasReaders, ordering: .relaxed)
            }
            return body(&state)
        }
    }

    /// A block is enqueued that will ``take(_:_:wasEnqueued:)`` its turn.
    func noteEnqueued() { change { $0.enqueued += 1 } }

    /// Waits for the caller's turn. Who takes it gives it back, on any thread.
    /// - Parameters:
    ///   - place: what is waited for.
    ///   - holds: those of the calling thread.
    ///   - wasEnqueued: whether it is for a block that was noted.
    func take(_ place: QueuePlace, _ holds: ThreadHolds, wasEnqueued: Bool) {
        let waiter = change { state in
            if wasEnqueued { state.enqueued -= 1 }
            return Self.takeOrWait(&state)
        }
        if let waiter { wait(waiter, place, holds) }
    }

    /// The same for one who reads.
    /// - Returns: whether who has lent the queue is in the midst of something.
    func takeToRead(
        _ reading: Reading, _ place: QueuePlace, _ holds: ThreadHolds, _ queue: DispatchQueue
    ) -> Bool {
        var (isBehind, comesInPause) = (false, false)
        let waiter = change { state -> Waiter? in
            guard state.isLent(to: reading) || state.enqueued == 0 else {
                isBehind = true
                let waiter = Waiter(reading)
                state.behind.append(waiter)
                return waiter
            }
            comesInPause = state.isPaused
            return Self.takeOrWait(&state, reading)
        }
        guard let waiter else { return comesInPause }
        if isBehind { queue.async { [self] in letIn(waiter) } }
        wait(waiter, place, holds)
        return waiter.comesInPause
    }

    func give() {
        let next = change { Self.next(&$0) }
        next?.turn.signal()
    }

    // MARK: Lending

    /// Lets those who read have the queue while a closure runs, which does nothing with the context. The caller has its turn before
    /// and after.
    /// - Parameter place: the queue.
    func lend<Result>(_ place: QueuePlace, _ body: () throws -> Result) rethrows -> Result {
        let next = change { state in
            state.lending = .wholly
            state.waiting += state.behind
            state.behind = []
            return Self.next(&state)
        }
        next?.turn.signal()
        defer {
            let waiter = change { state in
                state.lending = .no
                return Self.takeOrWait(&state)
            }
            // Each of those before has a reading's time.
            if let waiter { ThreadHolds.current.waitingAgain(for: place) { waiter.turn.wait() } }
        }
        return try body()
    }

    /// Lets those in who wait to read, and those who come soon after: reads come in series. The caller has its turn before and after.
    /// - Parameters:
    ///   - place: the queue.
    ///   - child: the one for which they may read; nil for any.
    func pause(_ place: QueuePlace, for child: Reader?) {
        let next = change { state -> Waiter? in
            state.lending = .pause(for: child)
            let coming = state.behind.filter(state.mayComeIn)
            guard !coming.isEmpty || state.waiting.contains(where: state.mayComeIn) else {
                state.lending = .no
                return nil
            }
            state.behind.removeAll { waiter in coming.contains { $0 === waiter } }
            state.waiting += coming
            return Self.next(&state)
        }
        guard let next else { return }
        next.turn.signal()
        rest()
        let waiter = change { state -> Waiter? in
            state.lending = .no
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let waiter = Waiter(nil)
            state.waiting.insert(waiter, at: 0)
            return waiter
        }
        if let waiter { ThreadHolds.current.waitingAgain(for: place) { waiter.turn.wait() } }
    }

    /// Lets others go first who wait. For who has given the turn back, and comes again.
    func restAside() { if isAwaited { rest() } }

    /// Returns when nobody has read for a moment, or those who read have had time enough.
    private func rest() {
        let (end, never) = (ContinuousClock.now + Self.longestPause, DispatchSemaphore(value: 0))
        var known = -1
        while ContinuousClock.now < end {
            let (reads, isTaken) = change { ($0.reads, $0.isTaken) }
            if reads == known, !isTaken { return }
            known = reads
            _ = never.wait(timeout: .now() + Self.moment)
        }
    }

    private static let longestPause = Duration.milliseconds(2)
    /// Longer than it takes to ask for the next object, and as short as a thread can sleep.
    private static let moment = DispatchTimeInterval.microseconds(100)

    // MARK: The next one

    private static func takeOrWait(_ state: inout State, _ reading: Reading? = nil) -> Waiter? {
        let isFree = reading.map { !state.isPaused || state.isLent(to: $0) } ?? !state.isPaused
        guard state.isTaken || !isFree else {
            state.isTaken = true
            if reading != nil { state.reads += 1 }
            return nil
        }
        let waiter = Waiter(reading)
        state.waiting.append(waiter)
        return waiter
    }

    /// The one who has the turn from now on; nobody has it if there is none.
    private static func next(_ state: inout State) -> Waiter? {
        guard let index = state.waiting.firstIndex(where: state.mayComeIn) else {
            state.isTaken = false
            return nil
        }
        let waiter = state.waiting.remove(at: index)
        waiter.comesInPause = state.isPaused
        if waiter.reading != nil { state.reads += 1 }
        return waiter
    }

    /// The blocks are done that one who reads was to come behind. On the queue.
    private func letIn(_ waiter: Waiter) {
        let isFirst = change { state in
            // It has been let in while the queue was lent.
            guard let place = state.behind.firstIndex(where: { $0 === waiter }) else { return false }
            state.behind.remove(at: place)
            guard state.isTaken else {
                state.isTaken = true
                return true
            }
            state.waiting.append(waiter)
            return false
        }
        if isFirst { waiter.turn.signal() }
    }

    private func wait(_ waiter: Waiter, _ place: QueuePlace, _ holds: ThreadHolds) {
        holds.waiting(for: place) { began in
            if MainSlices.concernsThread {
                MainSlices.shared.mainWaits(for: place) { _ in waiter.turn.wait() }
            } else {
                waiter.turn.wait()
            }
            began()
        }
    }
}
