internal import Locks
internal import Mainspring

/// Waits of the main thread in which it merges nothing, since it is in the midst of a fetch, a fault or a save: the queue it waits for may be
/// in the hands of who waits for a child's save, which waits for slices. That circle is opened at the save.
extension MainSlices {
    /// Calls a closure in which the main thread waits for a queue.
    /// - Parameter body: calls the closure that it gets as soon as it waits no more.
    func mainWaits<Result, Failure: Error>(
        for place: QueuePlace, _ body: (_ began: () -> Void) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock { state in
            state.mainWaits.append(place)
            for save in state.saves { state.release(save, place) }
        }
        let waits = CFRunLoopGetMain().beat.waits
        let number = waits.begin("the main thread waits for \(place), and merges nothing meanwhile.")
        var isOver = false
        func end() {
            guard !isOver else { return }
            isOver = true
            waits.end(number)
            state.withLock { state in
                if let index = state.mainWaits.lastIndex(where: { $0.queue === place.queue }) {
                    state.mainWaits.remove(at: index)
                }
            }
        }
        defer { end() }
        return try body(end)
    }

    /// Whether the calling thread's waits concern slices.
    static var concernsThread: Bool { shared.isUsed && SerialQueue.threadServesMain }

    /// Calls a closure in which a save waits that has been brought (``bring(_:to:)``).
    func during<Result>(_ save: WaitingSave, _ body: () throws -> Result) rethrows -> Result {
        defer { state.withLock { state in state.saves.removeAll { $0 === save } } }
        return try body()
    }

    /// The main thread waits in the midst of a save in slices, which keeps back what came later: saves that wait for that, and whose threads
    /// have what the main thread waits for, go on.
    func release(_ work: [QueuedWork], _ place: QueuePlace) {
        state.withLock { state in
            for save in state.saves where work.contains(where: { $0.isWork(save.merge) }) { state.release(save, place) }
        }
    }

    /// A thread waits (``WaitGraph``): the main thread may wait for what it has, and it for who waits for a child's save.
    func noteWait() {
        state.withLock { state in
            for place in state.mainWaits { for save in state.saves { state.release(save, place) } }
        }
    }

    /// Why a save is not waited for any more; nil if it is.
    func outcome(of save: WaitingSave) -> WaitingSave.Outcome? { state.withLock { _ in save.outcome } }
}

extension MainSlices.State {
    /// A save waits that was just brought.
    mutating func note(_ save: WaitingSave) {
        saves.append(save)
        for place in mainWaits { release(save, place) }
    }

    /// Lets a save go on if the thread that saves has what the main thread waits for, or what those wait for who have that.
    fileprivate mutating func release(_ save: WaitingSave, _ place: QueuePlace) {
        guard save.outcome == nil, !save.merge.end.isOver, WaitGraph.shared.leads(from: place.queue, to: save.held)
        else { return }
        save.outcome = WaitingSave.Outcome(place: place, isWithdrawn: withdraw(save.merge))
        save.merge.end.wake()
    }
}
