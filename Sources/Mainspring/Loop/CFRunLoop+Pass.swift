internal import CLinux
internal import Locks
import Synchronization

/// One pass of the loop, in the order that Apple documents.
extension CFRunLoop {
    /// What a run keeps between its passes. Its mode goes beside it as an argument, since reading a reference out of a
    /// structure that changes would count it each time.
    struct Activation {
        /// Nanoseconds of the loop's clock; nil without end.
        let deadline: UInt64?
        /// Looks once at what is ready and does not sleep.
        let isPoll: Bool
        let returnsAfterSource: Bool
        /// The main queue had its turn in the last pass; also before the first one, which never asks it early.
        var servedMainQueue = true
        var handledSource = false
        /// This pass does not sleep.
        var polls = false
        /// Foundation's loop is to go round before the next pass; it is inside a round of it already, so it goes on
        /// there.
        var isInsideFoundation = false
        var yieldsToFoundation = false
        /// A guard refused the sleep.
        var isRefused = false
        /// The last look into the kernel found nothing, and nothing was called since.
        var kernelIsEmpty = false
        /// The last wait ended with a descriptor.
        var expectsEvent = false
        /// Whose turn it is when several ports are ready.
        var lastPort = LivePort.Kind.wakeUp
    }

    /// Goes round once. Returns a result when the run is over.
    func pass(_ run: inout Activation, _ mode: ModeState) -> CFRunLoopRunResult? {
        var port = beginPass(&run, mode)
        if port == nil {
            if !run.polls { callObservers(.beforeWaiting, mode) }
            port = wait(&run, mode)
            wake.ignore()
            if !run.polls, mode.observes(.afterWaiting) {
                callObservers(.afterWaiting, mode)
                port = port.flatMap { stillHolding($0, mode) }
            }
        }
        return finishPass(&run, mode, port ?? .none)
    }

    /// What a port means now that the observers of `.afterWaiting` were called: they may have taken its source out, or
    /// added timers.
    func stillHolding(_ port: LivePort, _ mode: ModeState) -> LivePort? {
        switch port {
        case .timers: return .timers(uptime)
        case .descriptor(let handler, _):
            if isWatched(handler, in: mode) { return port }
            handler.release()
            return nil
        case .none, .wakeUp, .mainQueue, .foundation: return port
        }
    }

    /// Steps 2 to 6: everything that comes before the sleep. Returns a port that makes it unnecessary.
    func beginPass(_ run: inout Activation, _ mode: ModeState) -> LivePort? {
        beat.tick()
        wake.listen()
        callObservers(.beforeTimers, mode)
        callObservers(.beforeSources, mode)
        performBlocks(in: mode)
        run.handledSource = performSources0(in: mode, onlyOne: run.returnsAfterSource)
        if run.handledSource { performBlocks(in: mode) }
        noteDelivery(&run)
        run.polls = run.handledSource || run.isPoll
        let asksMainQueue = isMain && !run.servedMainQueue && servesMainQueue(in: mode)
        run.servedMainQueue = false
        return asksMainQueue && askMainQueue(in: mode) ? .mainQueue : nil
    }

    /// Step 6. Where nothing is called between it and the wait, the wait's own look into the kernel answers the
    /// question.
    private func askMainQueue(in mode: ModeState) -> Bool {
        let isObserved = mode.observes(.beforeWaiting) || mode.observes(.afterWaiting)
        if mainQueue.isKnownReady || isObserved || !heldEvents.isEmpty || guest != nil { return mainQueue.takeReady() }
        mainQueue.isQuestionOpen = true
        return false
    }

    /// Steps 8 to 10: one live port, blocks, and what follows from it.
    func finishPass(_ run: inout Activation, _ mode: ModeState, _ port: LivePort) -> CFRunLoopRunResult? {
        wake.ignore()
        switch port {
        case .none, .wakeUp:
            break
        case .timers(let now):
            fireTimers(in: mode, dueBy: now)
        case .foundation:
            foundationIsReady(&run)
        case .mainQueue:
            drainMainQueue()
            run.handledSource = true
            run.servedMainQueue = true
        case .descriptor(let handler, let events):
            if perform(handler, events) { run.handledSource = true }
        }
        performBlocks(in: mode)
        noteDelivery(&run)
        return result(of: run, mode)
    }

    /// A message that was called counts as a source for a run that returns after one.
    @inline(__always)
    private func noteDelivery(_ run: inout Activation) {
        guard hasDelivered else { return }
        hasDelivered = false
        if run.returnsAfterSource { run.handledSource = true }
    }

    /// Step 10, in Apple's order of priority.
    private func result(of run: Activation, _ mode: ModeState) -> CFRunLoopRunResult? {
        if run.handledSource && run.returnsAfterSource { return .handledSource }
        if run.isPoll { return .timedOut }
        if let deadline = run.deadline, uptime >= deadline { return .timedOut }
        if wake.takeStop() || run.isRefused { return .stopped }
        if mode.itemCount.load(ordering: .relaxed) > 0 { return nil }
        return lock.withLock { isEmpty(mode) } ? .finished : nil
    }
}

/// What woke a pass.
enum LivePort {
    case none
    case wakeUp
    /// Timers that are due by this time.
    case timers(UInt64)
    case mainQueue
    /// Foundation's main loop, which the main loop hosts.
    case foundation
    /// The handler comes with a reference, which whoever serves it gives back.
    case descriptor(Unmanaged<DescriptorHandler>, events: UInt32)

    /// Who takes turns when several are ready.
    enum Kind: Int {
        case kernel, timer, wakeUp
    }
}
