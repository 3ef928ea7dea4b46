internal import Locks
internal import Mainspring

/// What waits to be performed on the threads of loops, in the order it was sent.
///
/// The lock is held while a batch's source is added and signalled too, so that whoever sends two closures finds the
/// first one in its place when the second comes; the sources have no schedule call-out, so nobody is called meanwhile.
enum PerformQueue {
    private static let lock = Lock()
    /// The open batches of each loop, the oldest first.
    ///
    /// Only the last one takes more. Guarded by `lock`, as is `lastTicket`.
    private nonisolated(unsafe) static var batches: [ObjectIdentifier: [PerformBatch]] = [:]
    private nonisolated(unsafe) static var lastTicket: UInt64 = 0

    /// Hands a closure to a loop.
    ///
    /// If the loop's thread ends first, or has ended, the perform fails.
    static func post(_ perform: PendingPerform, to loop: CFRunLoop, modes: [RunLoop.Mode]) {
        let batch = lock.withLock {
            let key = ObjectIdentifier(loop)
            lastTicket += 1
            if let last = batches[key]?.last, last.modes == modes {
                last.append(perform, ticket: lastTicket)
                CFRunLoopSourceSignal(last.source)
                return last
            }
            let batch = PerformBatch(loop: loop, modes: modes)
            batch.append(perform, ticket: lastTicket)
            batches[key, default: []].append(batch)
            for mode in modes { CFRunLoopAddSource(loop, batch.source, mode.cfMode) }
            CFRunLoopSourceSignal(batch.source)
            return batch
        }
        CFRunLoopWakeUp(loop)
        // A loop that has ended takes nothing; one that ends from now on cancels what it has.
        if loop.threadHasEnded { abandon(batch, of: loop) }
    }

    /// Calls what waits now for the current mode, in order; what comes meanwhile is for the next pass.
    ///
    /// Whichever source brings it, all batches are served, so that the order does not hang on when each was signalled.
    static func performAll(on loop: CFRunLoop) {
        guard let mode = CFRunLoopCopyCurrentMode(loop) else { return }
        let limit = lock.withLock { lastTicket }
        while let (perform, finished) = takeFirst(for: mode, of: loop, upTo: limit) {
            if let finished { CFRunLoopSourceInvalidate(finished) }
            perform.perform()
        }
    }

    /// The next closure, and the source to end if it was the last of its batch.
    private static func takeFirst(
        for mode: CFRunLoopMode, of loop: CFRunLoop, upTo limit: UInt64
    ) -> (PendingPerform, finished: CFRunLoopSource?)? {
        lock.withLock {
            let key = ObjectIdentifier(loop)
            let place = batches[key]?.firstIndex { batch in
                batch.firstTicket.map { $0 <= limit } ?? false && CFRunLoopContainsSource(loop, batch.source, mode)
            }
            guard let place, let batch = batches[key]?[place] else { return nil }
            let perform = batch.takeFirst()
            if batch.isEmpty {
                remove(place, of: key)
                return (perform, batch.shut().source)
            }
            // Before the call, so that a run nested in it goes on with the rest.
            CFRunLoopSourceSignal(batch.source)
            return (perform, nil)
        }
    }

    /// Fails what waits in a batch: nobody will call it.
    static func abandon(_ batch: PerformBatch, of loop: CFRunLoop) {
        let (source, left) = lock.withLock {
            let key = ObjectIdentifier(loop)
            if let place = batches[key]?.firstIndex(where: { $0 === batch }) { remove(place, of: key) }
            return batch.shut()
        }
        guard let source else { return }
        CFRunLoopSourceInvalidate(source)
        for perform in left { perform.fail() }
    }

    /// The lock is held.
    private static func remove(_ place: Int, of key: ObjectIdentifier) {
        batches[key]?.remove(at: place)
        if batches[key]?.isEmpty == true { batches[key] = nil }
    }
}
