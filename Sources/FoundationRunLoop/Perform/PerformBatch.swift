internal import Mainspring

/// Closures that wait for one loop in one set of modes, and the source that brings them.
///
/// A source (of version 0) and not a posted block, because performing on a thread is an input: it ends a
/// `run(mode:before:)`. One source for all that wait together, so that thousands of them cost one place in the loop;
/// and only as long as they wait, so that it does not keep a run going that has nothing else to do.
final class PerformBatch {
    let modes: [RunLoop.Mode]
    /// Brings the batch, and keeps it; nil once it is shut, so that there is no circle.
    ///
    /// `PerformQueue` guards all that changes here.
    private(set) var source: CFRunLoopSource?
    private var waiting: [(perform: PendingPerform, ticket: UInt64)] = []
    /// How many of `waiting` were taken: an array that gives from its front gives in linear time.
    private var taken = 0

    init(loop: CFRunLoop, modes: [RunLoop.Mode]) {
        self.modes = modes
        var context = CFRunLoopSourceContext()
        context.perform = { _ in PerformQueue.performAll(on: loop) }
        // Taken out of a mode while it is open: nobody but the end of the loop does that.
        context.cancel = { [self] _, _, _ in PerformQueue.abandon(self, of: loop) }
        source = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
    }

    var isEmpty: Bool { taken == waiting.count }

    /// The place of the first that waits among all closures.
    var firstTicket: UInt64? { isEmpty ? nil : waiting[taken].ticket }

    func append(_ perform: PendingPerform, ticket: UInt64) {
        waiting.append((perform, ticket))
    }

    func takeFirst() -> PendingPerform {
        let first = waiting[taken].perform
        taken += 1
        if taken >= 256, taken * 2 >= waiting.count {
            waiting.removeFirst(taken)
            taken = 0
        }
        return first
    }

    /// Ends it; gives its source, and what waits still.
    func shut() -> (source: CFRunLoopSource?, left: [PendingPerform]) {
        defer { source = nil }
        return (source, waiting[taken...].map(\.perform))
    }
}
