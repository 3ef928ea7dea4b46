internal import Diagnostics
internal import Dispatch
internal import Locks
internal import Mainspring
internal import Synchronization

/// The slices of merges of all contexts on the main queue: one in a pass of the main loop, the contexts in turn.
///
/// Where our main loop runs, a slice is a block in its common modes; where something else serves the main queue (Foundation's loop,
/// `dispatchMain()`, an `async main`), one of that. None runs inside another, nor while those are told of changes whose
/// context it is.
final class MainSlices: Sendable {
    static let shared = MainSlices()

    struct State {
        /// Contexts that have asked for a slice.
        var contexts: [Unkept<NSManagedObjectContext>] = []
        /// Contexts with something to be merged, or with somebody who waits for what was merged and does not know that it is over.
        var open: [(core: ObjectIdentifier, context: Unkept<NSManagedObjectContext>)] = []
        /// What other threads have brought.
        var brought: [(context: Unkept<NSManagedObjectContext>, work: QueuedWork)] = []
        var (hasBlock, hasItem, hasObserver) = (false, false, false)
        /// Whether a slice runs.
        var isRunning = false
        /// How many saves, one in a hook of the other, are calling hooks.
        var holds = 0
        /// How many passes in a row have gone by for timers.
        var yields = 0
        /// How often somebody has served the main queue for this.
        var served = 0
        /// Whether that was something other than our loop alone, the last time.
        var isServedByOthers = false
        /// How often it was said that the main queue may be busy.
        var tellings = 0
        /// Children's saves that wait on threads of their own.
        var saves: [WaitingSave] = []
        /// What the main thread waits for while it merges nothing.
        var mainWaits: [QueuePlace] = []
    }

    let state = Guarded(State())
    /// Whether any context merges in slices, or has.
    private let isOn = Atomic(false)
    /// How many waits of the main thread merge what is brought.
    private let servers = Atomic(0)
    private let attention = DispatchSemaphore(value: 0)
    /// How long a child's save waits before it looks whether anybody serves the main queue.
    var patience: Duration {
        get { patienceStorage.withLock { $0 } }
        set { patienceStorage.withLock { $0 = newValue } }
    }
    private let patienceStorage = Guarded(Duration.seconds(30))

    /// How often it was said that the main queue may be busy.
    var tellings: Int { state.withLock { $0.tellings } }

    var isUsed: Bool { isOn.load(ordering: .acquiring) }

    /// A context merges in slices from now on.
    func use() {
        guard isOn.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        probe()
    }

    /// Queues work for a context, and requests a slice. Callable on any thread.
    func bring(_ work: QueuedWork, to context: NSManagedObjectContext) {
        state.withLock { $0.brought.append((Unkept(wrappedValue: context), work)) }
        wakeServers()
        post()
    }

    /// Brings a child's merge, for whose end the child's thread waits.
    func bring(_ save: WaitingSave, to context: NSManagedObjectContext) {
        state.withLock { state in
            state.brought.append((Unkept(wrappedValue: context), .taken(save.merge)))
            state.note(save)
        }
        wakeServers()
        post()
    }

    /// Brings a save in slices: at once where the caller is on the main queue.
    func submit(_ save: SlicedSave, to context: NSManagedObjectContext) {
        use()
        if context.core.queue.isCurrent {
            context.core.queue.run(on: .main, endsEvent: false) { context.core.mergeInSlices(.save(save)) }
        } else {
            bring(.save(save), to: context)
        }
        let refusal = Refusal(
            sentence: {
                "\($0) was to be saved in slices, and nobody serves the main queue. Nothing was saved. Run the main loop."
            }
        ) { [unowned save] sentence in save.refuse(CoreDataError.make(NSCoreDataError, sentence)) }
        watch(save, of: context, "is being saved in slices", refusal)
    }

    /// Queues a mark for a task that awaits the end of earlier work.
    func await(_ mark: EndMark, in context: NSManagedObjectContext) {
        bring(.mark(mark), to: context)
        let refusal = Refusal(
            sentence: {
                "\($0) has merges in slices that were waited for, and nobody serves the main queue. Run the main loop."
            }
        ) { [unowned mark] _ in mark.end.note() }
        watch(mark, of: context, "is merging in slices", refusal)
    }

    /// Asks for a slice for a context. From any thread.
    func request(for context: Unkept<NSManagedObjectContext>) {
        guard let asking = context.wrappedValue else { return }
        state.withLock { state in
            guard !state.contexts.contains(where: { $0.wrappedValue === asking }) else { return }
            state.contexts.append(context)
        }
        post()
    }

    func request(for context: NSManagedObjectContext) { request(for: Unkept(wrappedValue: context)) }

    // MARK: Passes

    func post() {
        let isOurs = MainLoopState.isOurs
        let (isBlockNew, isItemNew, isObserverNew) = state.withLock { state in
            defer {
                (state.hasBlock, state.hasObserver) = (true, true)
                if !isOurs { state.hasItem = true }
            }
            return (!state.hasBlock, !isOurs && !state.hasItem, !state.hasObserver)
        }
        let loop: CFRunLoop = CFRunLoopGetMain()
        if isObserverNew { watchEnd(of: loop) }
        if isBlockNew {
            CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes) { [self] in
                state.withLock { $0.hasBlock = false }
                run()
            }
        }
        if isOurs || isBlockNew { CFRunLoopWakeUp(loop) }
        if isItemNew { enqueueItem() }
    }

    private func enqueueItem() {
        DispatchQueue.main.async { [self] in
            state.withLock { $0.hasItem = false }
            // Our loop has its block.
            if !MainLoopState.isOurs { run() }
        }
    }

    /// When our loop ends, something else may go on to serve the main queue.
    private func watchEnd(of loop: CFRunLoop) {
        let observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.exit.rawValue, true, 0) {
            [self] _, _ in
            let isNeeded = state.withLock { state in
                let isNeeded = state.hasBlock && !state.hasItem
                if isNeeded { state.hasItem = true }
                return isNeeded
            }
            if isNeeded { enqueueItem() }
        }
        CFRunLoopAddObserver(loop, observer, .commonModes)
    }

    // MARK: Waits of the main thread

    /// Merges everything that is brought, until a condition holds. On the main queue.
    /// - Parameters:
    ///   - place: what the main thread waits for.
    ///   - idle: called before there is nothing to be done.
    ///   - isOver: called after it. Who makes it hold calls ``wakeServers()`` then.
    func serve(for place: QueuePlace, _ idle: () -> Void, until isOver: () -> Bool) {
        servers.wrappingAdd(1, ordering: .sequentiallyConsistent)
        defer { servers.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        repeat {
            completeAll(for: place)
            idle()
            // A wait inside may have taken the signal for this one, which looks again then.
            attention.wait()
        } while !isOver()
    }

    func wakeServers() { if servers.load(ordering: .sequentiallyConsistent) > 0 { attention.signal() } }

    /// Also what is being merged, where who is told of it waits.
    private func completeAll(for place: QueuePlace) {
        repeat {
            begin()
            state.withLock { $0.contexts = [] }
            for context in openContexts {
                context.core.queue.run(on: .main, endsEvent: true) {
                    // What another thread has to do first may wait for who waits for this one.
                    context.core.merging?.complete(waiting: false)
                    // A save whose hook waits goes on when that has returned.
                    if let merging = context.core.merging, merging.isBusy { release(merging.work, place) }
                }
            }
        } while state.withLock { !$0.contexts.isEmpty || !$0.brought.isEmpty }
    }

    // MARK: Slices

    /// Runs one slice. On the main queue.
    private func run() {
        noteServed()
        let isFree = state.withLock { state in
            guard state.holds == 0 else { return false }
            defer { state.isRunning = true }
            return !state.isRunning
        }
        // The slice that runs asks for the next one, and so does the save.
        guard isFree else { return }
        if !yields() {
            begin()
            if let context = next() { slice(context) }
        }
        let isMore = state.withLock { state in
            state.isRunning = false
            return !state.contexts.isEmpty || !state.brought.isEmpty
        }
        if isMore { post() }
    }

    /// Whether a timer is due, such as that of the next frame, and comes before the slice: in a pass the loop serves only one of what is
    /// ready.
    private func yields() -> Bool {
        let isDue = MainLoopState.isOurs && Self.timerIsDue
        return state.withLock { state in
            state.yields = isDue && state.yields < Self.mostYields ? state.yields + 1 : 0
            return state.yields > 0
        }
    }

    /// In so many passes a loop that serves what is ready in turn comes to its timers.
    private static let mostYields = 3

    private static var timerIsDue: Bool {
        let loop: CFRunLoop = CFRunLoopGetMain()
        guard let mode = CFRunLoopCopyCurrentMode(loop) else { return false }
        let next = CFRunLoopGetNextTimerFireDate(loop, mode)
        return next > 0 && next <= loop.clock.absoluteTime
    }

    /// Hands over what other threads have brought.
    private func begin() {
        while let context = firstToBegin() { begin(in: context) }
    }

    /// Hands over what other threads have brought to a context.
    func begin(in context: NSManagedObjectContext) {
        while hasBrought(to: context) {
            context.core.queue.run(on: .main, endsEvent: false) {
                // Who is told of changes may wait for what was brought, and hand it over himself.
                context.core.processPendingChanges()
                guard let work = state.withLock({ $0.takeBrought(to: context) }) else { return }
                context.core.mergeInSlices(work)
            }
        }
    }

    /// The context whose turn it is.
    private func next() -> NSManagedObjectContext? {
        state.withLock { state in
            while !state.contexts.isEmpty {
                if let context = state.contexts.removeFirst().wrappedValue { return context }
            }
            return nil
        }
    }

    private func slice(_ context: NSManagedObjectContext) {
        let core = context.core
        guard let merging = core.merging else { return }
        guard !core.event.isProcessing else {
            merging.isDue = true
            return
        }
        // Whoever has a save in slices done, and calls a hook that runs the loop, goes on when that has returned.
        guard !merging.isBusy else { return }
        core.queue.run(on: .main, endsEvent: true) {
            let budget = core.mergeSettings.budget.withLock { $0 } ?? (merging.isSaving ? .standard : nil)
            if let budget { merging.slice(budget) } else { merging.complete() }
        }
        if core.merging != nil, !merging.isWaiting { request(for: context) }
    }
}
