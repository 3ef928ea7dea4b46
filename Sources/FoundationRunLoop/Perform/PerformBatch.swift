internal import Mainspring

/// Closures that wait for one loop in one set of modes, and the source that brings them.
///
/// A source (of version 0) and not a posted block, because performing on a thread is an input: it ends a `run(mode:before:)`. One
/// source for all that wait together, so that thousands of them cost one place in the loop; and only as long as they wait, so
/// that it does not keep a run going that has nothing else to do.
final class PerformBatch: @unchecked Sendable {
    /// Guards `latest` and the state of every batch.
    ///
    /// Held for some instructions, never in a call-out.
    private static let lock = Lock()
    /// The batch of each loop that takes more: closures for the same modes join it, and others open the next, so that
    /// the order of posting holds among them all.
    ///
    /// An entry lives as long as its batch is open. Guarded by `lock`.
    private nonisolated(unsafe) static var latest: [ObjectIdentifier: PerformBatch] = [:]

    private let loop: CFRunLoop
    private let modes: [RunLoop.Mode]
    /// Brings the batch, and keeps it; nil once it is shut, so that there is no circle.
    ///
    /// Guarded by `lock`, as is all below.
    private var source: CFRunLoopSource?
    private var waiting: [PendingPerform] = []
    /// How many of `waiting` were taken: an array that gives from its front gives in linear time.
    private var taken = 0

    private init(loop: CFRunLoop, modes: [RunLoop.Mode]) {
        self.loop = loop
        self.modes = modes
        var context = CFRunLoopSourceContext()
        context.perform = { [self] _ in drain() }
        // Taken out of a mode while it is open: nobody but the end of the loop does that.
        context.cancel = { [self] _, _, _ in close() }
        source = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
    }

    /// Whether it takes more; what was taken is called or fails.
    private var isOpen: Bool { source != nil }

    /// Hands a closure to a loop.
    ///
    /// If the loop's thread ends first, or has ended, the perform fails.
    static func post(_ perform: PendingPerform, to loop: CFRunLoop, modes: [RunLoop.Mode]) {
        let key = ObjectIdentifier(loop)
        let joined: CFRunLoopSource? = lock.withLock {
            guard let batch = latest[key], batch.modes == modes else { return nil }
            batch.waiting.append(perform)
            return batch.source
        }
        if let joined { return wake(loop, joined) }

        let batch = PerformBatch(loop: loop, modes: modes)
        let source = batch.source!
        lock.withLock {
            batch.waiting.append(perform)
            latest[key] = batch
        }
        for mode in modes { CFRunLoopAddSource(loop, source, mode.cfMode) }
        wake(loop, source)
        // A loop that has ended takes nothing; one that ends from now on cancels what it has.
        if loop.threadHasEnded { batch.close() }
    }

    private static func wake(_ loop: CFRunLoop, _ source: CFRunLoopSource) {
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
    }

    /// Calls what waits now, in order; what comes meanwhile is for the next pass.
    private func drain() {
        var count = Self.lock.withLock { waiting.count - taken }
        while count > 0, let (perform, source, isLast) = takeFirst() {
            // Before the call: a run nested in it goes on with the rest.
            if isLast { CFRunLoopSourceInvalidate(source) } else { CFRunLoopSourceSignal(source) }
            perform.perform()
            count -= 1
        }
    }

    /// The next closure; with the last one the batch is shut.
    private func takeFirst() -> (PendingPerform, CFRunLoopSource, isLast: Bool)? {
        Self.lock.withLock {
            guard let source else { return nil }
            let first = waiting[taken]
            taken += 1
            if taken == waiting.count { shut() }
            if taken >= 256, taken * 2 >= waiting.count {
                waiting.removeFirst(taken)
                taken = 0
            }
            return (first, source, !isOpen)
        }
    }

    /// Fails what waits: nobody will call it.
    private func close() {
        var left: ArraySlice<PendingPerform> = []
        let open = Self.lock.withLock {
            left = waiting[taken...]
            defer { shut() }
            return source
        }
        guard let open else { return }
        CFRunLoopSourceInvalidate(open)
        for perform in left { perform.fail() }
    }

    /// Takes nothing more.
    ///
    /// Called with the lock held.
    private func shut() {
        source = nil
        let key = ObjectIdentifier(loop)
        if Self.latest[key] === self { Self.latest[key] = nil }
    }
}
