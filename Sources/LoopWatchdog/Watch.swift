internal import CLinux
internal import Glibc
internal import Mainspring
internal import Synchronization

/// One thread that watches, from its start to its end; what a ``Watchdog`` does.
final class Watch: Sendable {
    private let beat: LoopBeat
    private let limit: Duration
    private let handler: @Sendable (StopReport) -> Void
    private let captureTimeout: Duration
    private let isStopping = Atomic<Bool>(false)
    // Set once in `init`, before anybody else has the object.
    nonisolated(unsafe) private var thread = pthread_t()

    /// Starts the thread, which keeps this object alive, but not the watchdog.
    init(
        beat: LoopBeat, limit: Duration, captureTimeout: Duration, handler: @escaping @Sendable (StopReport) -> Void
    ) throws(Watchdog.StartError) {
        self.beat = beat
        self.limit = max(limit, .zero)
        self.handler = handler
        self.captureTimeout = captureTimeout
        // The new thread inherits the mask: no signal that means the program is to be handled there.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let argument = Unmanaged.passRetained(self)
        // Before the caller goes on: the loop's next beat lets the signal through on its thread.
        beat.addWatcher()
        let error = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                mainspring_name_thread("watchdog")
                Unmanaged<Watch>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard error == 0 else {
            beat.removeWatcher()
            argument.release()
            throw Watchdog.StartError(errno: error)
        }
    }

    /// Ends the thread and waits for it, unless it is the caller.
    ///
    /// To be called once.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        beat.ringBell()
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    // MARK: The thread

    private func run() {
        defer { beat.removeWatcher() }
        var detector = StopDetector(limit: UInt64(limit.clampedNanoseconds))
        var report: StopReport?
        // When a stop ended that was over before the watch could ask to be told.
        var missedEnd: UInt64?
        // The loop may not have seen yet that it is watched: then its next beat does not ring.
        var isFirstWait = true
        var nesting = NestingDetector(limit: UInt64(limit.clampedNanoseconds))
        while !isStopping.load(ordering: .relaxed) {
            let rings = beat.rings
            let reading = beat.read()
            let now = mainspring_monotonic_now()
            let nestedSince = beat.nestedSince
            if nesting.finds(since: nestedSince, now: now) {
                handler(makeReport(during: nil, duration: .nanoseconds(now - nestedSince)))
                continue
            }
            let rest = nesting.wait(since: nestedSince, now: now)
            switch detector.look(at: reading, now: now, ended: missedEnd ?? beat.ringTime) {
            case .awaitBeat:
                guard beat.awaitBeat(after: reading) else { continue }
                let first = isFirstWait ? limit.clampedNanoseconds : nil
                beat.waitForBell(after: rings, nanoseconds: [first, rest].compactMap(\.self).min())
                isFirstWait = false
            case .wait(let until):
                let wait = Int64(clamping: until - min(now, until))
                beat.waitForBell(after: rings, nanoseconds: min(wait, rest ?? wait))
            case .report(let since):
                missedEnd = beat.awaitBeat(after: reading) ? nil : now
                let stopped = makeReport(during: reading, duration: .nanoseconds(now - since))
                report = stopped
                handler(stopped)
            case .reportEnd(let since, let until):
                if let stopped = report { handler(StopReport(endOf: stopped, duration: .nanoseconds(until - since))) }
                report = nil
            }
        }
    }

    /// - Parameter reading: The beat that the stop began with; nil for a call-out that a run inside it holds up, while
    ///   beats go on.
    private func makeReport(during reading: LoopBeat.Reading?, duration: Duration) -> StopReport {
        let thread = beat.threadID
        // Asked before the stack, which the stopped thread is interrupted for.
        let open = TraceRecorder.current?.openSignposts(ofThread: thread) ?? []
        return StopReport(
            loopName: beat.name, threadID: thread, limit: limit, duration: duration,
            stack: stack(of: thread, during: reading), isHeldUp: reading == nil, openIntervals: open,
            waits: beat.waits.sentences)
    }

    private func stack(of thread: Int32, during reading: LoopBeat.Reading?) -> StoppedStack {
        guard thread != 0 else { return StoppedStack(missing: "No stack: the loop's thread has ended.") }
        do {
            let backtrace = try Backtrace.ofThread(thread, timeout: captureTimeout)
            if let reading, beat.read().number != reading.number {
                return StoppedStack(missing: "No stack: the stop was over before it could be taken.")
            }
            return StoppedStack(backtrace, frames: backtrace.symbolicated(), isHeldUp: reading == nil)
        } catch {
            return StoppedStack(missing: error.description)
        }
    }
}
