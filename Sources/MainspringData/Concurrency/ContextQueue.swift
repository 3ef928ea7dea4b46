internal import Diagnostics
internal import Locks
internal import Synchronization

/// What runs a context's work: a queue of its own, the main queue, or whoever has the context.
///
/// Its methods may be called from any thread. A block may perform on its own context and on those that wait for it: that
/// runs at once, inside.
final class ContextQueue: @unchecked Sendable {
    // `@unchecked Sendable`: who has the queue's turn has `depth`, `isReading`, `isReadingInPause`,
    // `nextPause`, `isTakingOver` and `waitsForEndOfEvent`; the hooks are set before the queue is used, by who makes it.

    let kind: NSManagedObjectContextConcurrencyType
    /// Nil for confinement.
    let queue: SerialQueue?
    /// Who is inside, for confinement.
    let access = SerialAccess()
    /// Who has the queue, if it is the context's own.
    let turn: QueueTurn?

    /// Called on the queue before a block, unless that runs inside another one.
    var willRun: (() -> Void)?
    /// Called on the queue after it, whether it has thrown or not.
    var didRun: (() -> Void)?
    /// Called on the queue where an event ends: after a block of `perform` and a job of an actor, before `didRun`; on the
    /// main queue before the loop sleeps too, when ``setNeedsEndOfEvent()`` has asked for it. To wait for a block is no
    /// event of its own, as on Apple's platforms.
    var endOfEvent: (() -> Void)?

    /// What the queue is of; set before it is used, and as long as that is there.
    @Unkept var context: NSManagedObjectContext? = nil

    /// How many blocks run inside each other.
    private var depth = 0
    /// Whether who has the queue reads for a child.
    var isReading = false
    /// The same while the context is in the midst of something.
    var isReadingInPause = false
    /// When whoever waits to read is let in again.
    var nextPause: ContinuousClock.Instant?
    /// Whether some of a child's save has been taken over, and some has not.
    var isTakingOver = false
    /// The main queue, or without one the thread's loop, was asked for the end of this event.
    var waitsForEndOfEvent = false
    private let number: Int
    private let nameStorage = Guarded<String?>(nil)

    private static let lastNumber = Atomic<Int>(0)

    init(_ kind: NSManagedObjectContextConcurrencyType) {
        self.kind = kind
        number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        turn = kind == .privateQueueConcurrencyType ? QueueTurn() : nil
        switch kind {
        case .privateQueueConcurrencyType: queue = SerialQueue(label: "NSManagedObjectContext \(number)")
        case .mainQueueConcurrencyType: queue = .main
        default: queue = nil
        }
        EndOfTurn.install()
    }

    /// What the context is called in sentences; nil for its number.
    var name: String? {
        get { nameStorage.withLock { $0 } }
        set { nameStorage.withLock { $0 = newValue } }
    }

    /// Whether the caller may use the context now: it is on the queue, or in a block for which somebody on the queue waits.
    /// With confinement: nobody else is inside.
    var isCurrent: Bool {
        guard let queue else { return access.isFreeOrMine }
        return isCurrent(queue)
    }

    func isCurrent(_ queue: SerialQueue) -> Bool {
        if ThreadHolds.current.has(queue) { return true }
        return queue === SerialQueue.main && SerialQueue.threadServesMain
    }

    /// The queue; it traps where there is none, as on Apple's platforms.
    func requireQueue(for method: String) -> SerialQueue {
        if let queue { return queue }
        programmerError(
            """
            \(method) was called on \(self), which has no queue. Make the context with .privateQueueConcurrencyType or \
            .mainQueueConcurrencyType.
            """)
    }

    /// Runs a block on the queue, with the hooks around it if it is the outermost.
    /// - Parameter wasEnqueued: whether the queue's turn was told of it.
    func run<Result, Failure: Error>(
        on queue: SerialQueue, endsEvent: Bool, waiter: UnsafePointer<QueueHold>? = nil, wasEnqueued: Bool = false,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let holds = ThreadHolds.current
        guard let turn, !holds.has(queue) else {
            return try runInTurn(on: queue, holds, endsEvent: endsEvent, waiter: waiter, body)
        }
        turn.take(QueuePlace(queue: queue, context: self), holds, wasEnqueued: wasEnqueued)
        defer { turn.give() }
        return try runInTurn(on: queue, holds, endsEvent: endsEvent, waiter: waiter) {
            () throws(Failure) -> Result in
            if isTakingOver { context?.core.finishTaking() }
            return wasEnqueued ? try BackgroundWork.run(holds, body) : try body()
        }
    }

    /// The same for who has the queue.
    func runInTurn<Result, Failure: Error>(
        on queue: SerialQueue, _ holds: ThreadHolds, endsEvent: Bool, waiter: UnsafePointer<QueueHold>?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try holds.holding(queue, of: self, waiter: waiter) { () throws(Failure) -> Result in
            depth += 1
            if depth == 1 { willRun?() }
            defer {
                if depth == 1 {
                    if endsEvent { endOfEvent?() }
                    didRun?()
                }
                depth -= 1
            }
            return try body()
        }
    }
}

extension ContextQueue: CustomStringConvertible {
    /// The context's name, or its number, and the kind of queue.
    var description: String {
        let queue =
            switch kind {
            case .privateQueueConcurrencyType: "private queue"
            case .mainQueueConcurrencyType: "main queue"
            default: "confined, no queue"
            }
        return "context \(name.map { "“\($0)”" } ?? "\(number)") (\(queue))"
    }
}
