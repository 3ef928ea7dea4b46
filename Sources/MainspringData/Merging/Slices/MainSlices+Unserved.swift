internal import Diagnostics
internal import Dispatch
internal import Locks
internal import Mainspring

/// Waiting for slices of a main queue that somebody may not serve, or serve no more.
extension MainSlices {
    /// What is known of who serves the main queue.
    private enum Service {
        /// It is served, or our main loop runs: that comes round some time, and the watchdog says what it is busy with.
        case goesOn
        /// Something that is not ours has served it, and is busy with one block, or has ended: nobody can know.
        case unknown
        /// Our main loop has served it, and does not run.
        case over
        /// Nobody ever has.
        case never
    }

    /// What becomes of who waits for a merge where nobody serves the main queue.
    struct Refusal {
        /// Says what, of a context.
        let sentence: (_ title: String) -> String
        /// Lets who waits go on, who is told the sentence.
        let body: (_ sentence: String) -> Void
    }

    /// Says so if nobody serves the main queue.
    /// - Parameters:
    ///   - what: is going on in the context once the merge has begun: it goes on when somebody does.
    ///   - refusal: of a merge that has not begun.
    func watch(
        _ work: any SlicedWork, of context: NSManagedObjectContext, _ what: String, _ refusal: Refusal
    ) {
        watch(work, of: context, what, Handed(refusal), Silence(since: served))
    }

    private func watch(
        _ work: any SlicedWork, of context: NSManagedObjectContext, _ what: String, _ refusal: Handed<Refusal>,
        _ silence: Silence
    ) {
        let context = Unkept(wrappedValue: context)
        let most = patience
        DispatchQueue.global().asyncAfter(deadline: .now() + most / .seconds(1)) { [self, weak work] in
            guard let work, let asking = context.wrappedValue else { return }
            let title = asking.core.title
            let service = service(since: silence.served)
            if service == .never || service == .over, withdraw(work) {
                let sentence = refusal.value.sentence(title)
                // Before anybody goes on, who may end the program.
                report(sentence)
                return refusal.value.body(sentence)
            }
            if service == .never || service == .over, !isBrought(work) {
                return report(
                    "\(title) \(what), and nobody serves the main queue any more. It goes on when somebody does: run the main loop."
                )
            }
            var silence = silence
            tell("\(title) \(what)", service, &silence, most)
            watch(work, of: asking, what, refusal, silence)
        }
    }

    /// For how long nobody has served the main queue.
    private struct Silence {
        var served: Int
        var time = Duration.zero
        var isTold = false

        init(since served: Int) { self.served = served }
    }

    /// Says once in a while in which nobody has served the main queue that it may be busy.
    /// - Parameter what: waits for it.
    private func tell(_ what: String, _ service: Service, _ silence: inout Silence, _ waited: Duration) {
        guard service != .goesOn else { return silence = Silence(since: served) }
        silence.time += waited
        guard !silence.isTold else { return }
        silence.isTold = true
        report(
            """
            \(what), and the main queue has been busy with one block for \(silence.time), or nobody serves the main queue any more. \
            It goes on when somebody does: let no block of the main queue take long, and run the main loop.
            """)
        state.withLock { $0.tellings += 1 }
    }

    var served: Int { state.withLock { $0.served } }

    private func service(since served: Int) -> Service {
        if CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) != nil { return .goesOn }
        return state.withLock { state in
            if state.served == 0 { return .never }
            if state.served != served { return .goesOn }
            return state.isServedByOthers ? .unknown : .over
        }
    }

    // MARK: Who serves the main queue

    /// The calling thread has the main queue from somebody who serves it.
    func noteServed() {
        let isByOthers = !MainLoopState.isOursAlone
        state.withLock { state in
            state.served += 1
            state.isServedByOthers = isByOthers
        }
    }

    /// Looks whether anybody serves the main queue before anybody has to wait for that.
    func probe() {
        if MainLoopState.isOurs || MainLoopState.isOthers { noteServed() }
        DispatchQueue.main.async { self.noteServed() }
    }

    // MARK: Saves of children

    /// Brings a child's merge to its parent, and waits for the last slice.
    /// - Throws: that nobody serves the main queue, or that the main thread waits for the calling one. Nothing has been merged then.
    func take(_ merge: TakenMerge, to parent: NSManagedObjectContext, from child: ContextCore) throws {
        let save = WaitingSave(merge, held: ThreadHolds.current.all)
        bring(save, to: parent)
        let sentence =
            "\(child.title) waits on another thread: what it saves is to be merged into \(parent.core.title)."
        try CFRunLoopGetMain().beat.waits.during(sentence) {
            try during(save) { try wait(for: save, to: parent, from: child) }
        }
    }

    private func wait(for save: WaitingSave, to parent: NSManagedObjectContext, from child: ContextCore) throws {
        let merge = save.merge
        var silence = Silence(since: served)
        while true {
            let most = patience
            let isSignalled = merge.end.wait(most)
            if merge.end.isOver { return }
            if isSignalled, let outcome = outcome(of: save) {
                return try end(outcome, parent.core.title, child.title)
            }
            let service = service(since: silence.served)
            if service == .never || service == .over, withdraw(merge) {
                let sentence = """
                    \(child.title) was to be saved into its parent, \(parent.core.title), which merges in slices, and nobody serves the \
                    main queue\(service == .over ? " any more" : ""). Nothing was saved. Run the main loop, or let the parent's mergeBudget be nil and save on the main queue.
                    """
                report(sentence)
                throw CoreDataError.make(NSCoreDataError, sentence)
            }
            if service == .never || service == .over, !isBrought(merge) {
                // The parent has it, and takes over the rest before anything else.
                return report(
                    """
                    \(parent.core.title) has begun to take over what \(child.title) saves, in slices, and nobody serves the main queue \
                    any more. It goes on when somebody does: run the main loop.
                    """)
            }
            tell("\(parent.core.title) is to take over what \(child.title) saves, in slices", service, &silence, most)
        }
    }

    /// A save ends for whose end the main thread waits.
    private func end(_ outcome: WaitingSave.Outcome, _ parent: String, _ child: String) throws {
        let circle = "and the main thread waits for \(outcome.place), which waits for this save."
        guard outcome.isWithdrawn else {
            return report(
                """
                \(parent) has begun to take over what \(child) saves, in slices, \(circle) The save returns before the rest is merged. \
                Let no block of \(outcome.place) wait for the save: use perform there.
                """)
        }
        let sentence = """
            \(child) was to be saved into its parent, \(parent), which merges in slices, \(circle) Nothing was saved. Let no block of \
            \(outcome.place) wait for the save: use perform there.
            """
        report(sentence)
        throw CoreDataError.make(NSCoreDataError, sentence)
    }

    // MARK: What has not begun

    /// Removes work that has not begun.
    /// - Returns: Whether it was removed.
    private func withdraw(_ work: any SlicedWork) -> Bool { state.withLock { $0.withdraw(work) } }

    private func isBrought(_ work: any SlicedWork) -> Bool {
        state.withLock { $0.brought.contains { $0.work.isWork(work) } }
    }

    /// Whether something is to be merged into a context that has not begun. From any thread.
    func hasBrought(to context: NSManagedObjectContext) -> Bool {
        state.withLock { $0.brought.contains { $0.context.wrappedValue === context } }
    }
}

extension MainSlices.State {
    /// Removes work that has not begun.
    /// - Returns: Whether it was removed.
    mutating func withdraw(_ work: any SlicedWork) -> Bool {
        guard let index = brought.firstIndex(where: { $0.work.isWork(work) }) else { return false }
        brought.remove(at: index)
        return true
    }
}
