internal import Diagnostics
internal import Mainspring
internal import Synchronization

extension RunLoop {
    /// Runs in the default mode for ever.
    ///
    /// It returns only when the mode is empty: at once if nothing was added. `CFRunLoopStop` ends but the innermost
    /// run, and the next begins: whoever must stop the loop runs `while !stopped { run(mode:before:) }`.
    @available(*, noasync)
    public func run() {
        while run(mode: .default, before: .distantFuture) {}
    }

    /// Runs in the default mode until a date, or until the mode is empty.
    @available(*, noasync)
    public func run(until limitDate: Date) {
        while run(mode: .default, before: limitDate),
            limitDate.timeIntervalSinceReferenceDate > loop.clock.absoluteTime
        {}
    }

    /// Runs once in a mode: until a source was handled, the date has come, or the run was stopped.
    ///
    /// Timers, posted blocks and observers are served meanwhile and do not end the run. With a date that has passed it
    /// makes one pass without waiting.
    /// - Returns: false, without having run, if the mode is empty, or if the loop is not the calling thread's; else
    ///   true.
    @available(*, noasync)
    public func run(mode: Mode, before limitDate: Date) -> Bool {
        guard mayRun() else { return false }
        let cfMode = runnableMode(mode)
        guard !loop.isEmpty(in: cfMode) else { return false }
        runOnce(cfMode, before: limitDate)
        return true
    }

    /// Runs once in a mode, or until a date: ``run(mode:before:)`` without an answer.
    @available(*, noasync)
    public func acceptInput(forMode mode: Mode, before limitDate: Date) {
        guard mayRun() else { return }
        runOnce(runnableMode(mode), before: limitDate)
    }

    /// Makes one pass in a mode without waiting, and returns when the next timer of the mode is due.
    /// - Returns: the date of the next timer; the distant future if there is no timer but something else; nil if the
    ///   mode is empty after the pass, or if the loop is not the calling thread's.
    public func limitDate(forMode mode: Mode) -> Date? {
        guard mayRun() else { return nil }
        let cfMode = runnableMode(mode)
        _ = CFRunLoopRunInMode(cfMode, 0, true)
        guard !loop.isEmpty(in: cfMode) else { return nil }
        let next = CFRunLoopGetNextTimerFireDate(loop, cfMode)
        return next == 0 ? .distantFuture : Date(timeIntervalSinceReferenceDate: next)
    }

    /// Whether the loop is the calling thread's; says on standard error that it is not, since a loop that does not run
    /// looks like one that has nothing to do.
    private func mayRun() -> Bool {
        CFRunLoop.requireMainThreadForMainQueue()
        if isCurrent { return true }
        if !Self.hasReportedForeignRun.exchange(true, ordering: .relaxed) {
            report(
                "Mainspring: a RunLoop was to run on another thread than its own and did not. "
                    + "Run RunLoop.current, or have its thread do it with RunLoop.perform(on:). Said once.")
        }
        return false
    }

    private static let hasReportedForeignRun = Atomic(false)

    private func runOnce(_ mode: CFRunLoopMode, before limitDate: Date) {
        // The loop's clock, not the system's: dates are virtual on a virtual clock.
        _ = CFRunLoopRunInMode(mode, limitDate.timeIntervalSinceReferenceDate - loop.clock.absoluteTime, true)
    }

    /// The mode at CoreFoundation's level, made common first if it is one of those that Apple's frameworks make common
    /// when an application starts: only so does a timer of the common modes go on while the loop tracks.
    private func runnableMode(_ mode: Mode) -> CFRunLoopMode {
        let cfMode = mode.cfMode
        if mode.isCommonByConvention { CFRunLoopAddCommonMode(loop, cfMode) }
        return cfMode
    }
}
