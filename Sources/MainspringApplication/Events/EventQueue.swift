internal import Diagnostics
internal import Foundation
internal import Locks
public import Mainspring

/// Brings events from any thread to a loop, and hands them on there one by one, in the order in which they came. Ours.
///
/// A post puts the event into a mailbox and wakes the loop by a source of version 1; that moves what has come into the
/// queue and signals a source of version 0, which hands it on in the next pass: the way of events on Apple's platforms.
/// While the loop runs in a mode that the queue is not in, events wait. None gets lost, but one that goes on with the
/// one right before it is told as one with that (see ``Event``): so a million moves that come while the loop is busy
/// take the place of one.
///
/// A handler may run the loop: what is left is handed on in there, in order. Post from any thread; the rest belongs to
/// the loop's thread.
public final class EventQueue: @unchecked Sendable {
    // `@unchecked Sendable`: `mailbox` has a lock; `pending` and `handler` belong to the loop's thread; the rest is set
    // by `init` alone.

    private struct Mailbox {
        var events = EventBacklog()
        var isOver = false
    }

    private let loop: CFRunLoop
    private let mailbox = Guarded(Mailbox())
    /// Nil where the process has no descriptors left: then posts signal the second source themselves.
    private let bell: EventBell?
    private(set) var arrival: FileDescriptorSource?
    private(set) var delivery: CFRunLoopSource?
    private var pending = EventBacklog()
    private var handler: ((Event) -> Void)?

    /// A queue that hands events on in modes of a loop.
    ///
    /// The closure is called on the loop's thread, and kept until ``invalidate()``.
    public init(loop: CFRunLoop, modes: [CFRunLoopMode] = [.commonModes], handler: @escaping (Event) -> Void) {
        self.loop = loop
        self.handler = handler
        bell = EventBell()
        var context = CFRunLoopSourceContext()
        context.perform = { [weak self] _ in self?.deliver() }
        delivery = CFRunLoopSourceCreate(nil, 0, &context)
        if let bell {
            arrival = try? FileDescriptorSource(fileDescriptor: bell.descriptor, events: .readable) { [weak self] _ in
                self?.collect()
            }
        }
        for mode in modes {
            CFRunLoopAddSource(loop, delivery, mode)
            if let arrival { CFRunLoopAddSource(loop, arrival.source, mode) }
        }
    }

    deinit { endSources() }

    /// Adds an event at the end and wakes the loop. From any thread; after ``invalidate()`` it does nothing.
    public func post(_ event: Event) {
        let isFirst = mailbox.withLock { mailbox in
            guard !mailbox.isOver else { return false }
            let wasEmpty = mailbox.events.isEmpty
            mailbox.events.append(event)
            return wasEmpty
        }
        guard isFirst else { return }
        if let arrival, arrival.isValid, let bell {
            if bell.ring() { return }
            report(
                "Mainspring: The descriptor of an event queue was closed by other code; events go on without it. Close only descriptors that you have opened, and each once."
            )
            arrival.invalidate()
        }
        CFRunLoopSourceSignal(delivery)
        CFRunLoopWakeUp(loop)
    }

    /// How many events wait. On the loop's thread.
    public var count: Int { pending.count + mailbox.withLock { $0.events.count } }

    /// Ends it: what waits is thrown away, and the closure is let go of. On the loop's thread.
    public func invalidate() {
        mailbox.withLock { mailbox in
            mailbox.isOver = true
            mailbox.events = EventBacklog()
        }
        pending = EventBacklog()
        endSources()
        let released = handler
        handler = nil
        withExtendedLifetime(released) {}
    }

    private func endSources() {
        arrival?.invalidate()
        CFRunLoopSourceInvalidate(delivery)
    }

    /// The first source: moves what has come.
    private func collect() {
        bell?.silence()
        moveArrived()
        if !pending.isEmpty { CFRunLoopSourceSignal(delivery) }
    }

    private func moveArrived() { pending.append(contentsOf: mailbox.withLock { $0.events.takeAll() }) }

    /// The second source: hands on what was there when it began.
    private func deliver() {
        if arrival?.isValid != true { moveArrived() }
        var left = pending.count
        while left > 0, let handler, let event = pending.takeFirst() {
            left -= 1
            // For a run of the loop inside the call.
            if !pending.isEmpty { CFRunLoopSourceSignal(delivery) }
            handler(event)
        }
    }
}
