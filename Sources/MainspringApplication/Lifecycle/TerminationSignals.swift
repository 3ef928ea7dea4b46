internal import Diagnostics
internal import Foundation
internal import Glibc
internal import Locks
internal import Mainspring

/// Hears SIGTERM and SIGINT on a thread of its own, so that a second one is heard while the main thread saves.
///
/// If the system cannot start a thread, the main loop handles the signals.
///
/// The first one becomes an event; with the second one, or twice the time to save later, the process ends.
final class TerminationSignals: @unchecked Sendable {
    // `@unchecked Sendable`: `state` has a lock; `sources` is set by `init` alone; the rest is constant.

    private struct State {
        var timeToSave: Double
        var hasCome = false
        var deadline: CFRunLoopTimer?
    }

    private let queue: EventQueue
    private let clock: RunLoopClock
    private let thread: RunLoopThread
    /// The loop that handles the signals.
    private let loop: CFRunLoop
    private let state: Guarded<State>
    private var sources: [SignalSource] = []

    init(_ queue: EventQueue, clock: RunLoopClock, timeToSave: Double) {
        self.queue = queue
        self.clock = clock
        state = Guarded(State(timeToSave: timeToSave))
        thread = RunLoopThread(name: "signals", clock: clock)
        loop = thread.start() ? thread.loop : CFRunLoopGetMain()
        // Whoever has started the process may have left them blocked; here they are not.
        thread.perform {
            var signals = sigset_t()
            sigemptyset(&signals)
            for signal in [SIGTERM, SIGINT] { sigaddset(&signals, signal) }
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
        for signal in [SIGTERM, SIGINT] {
            do {
                let source = try SignalSource(signal: signal) { [weak self] count in self?.came(signal, count) }
                sources.append(source)
                CFRunLoopAddSource(loop, source.source, CFRunLoopMode.commonModes)
            } catch {
                report("Mainspring: \(error)")
            }
        }
    }

    deinit { for source in sources { source.invalidate() } }

    /// How many seconds the program has from the next signal on.
    var timeToSave: Double {
        get { state.withLock { $0.timeToSave } }
        set { state.withLock { $0.timeToSave = newValue } }
    }

    /// The program has decided to go on: the next signal is a first one.
    func forgive() {
        let deadline = state.withLock { state in
            defer { state = State(timeToSave: state.timeToSave) }
            return state.deadline
        }
        if let deadline { CFRunLoopTimerInvalidate(deadline) }
    }

    /// On the thread, or on the main one.
    private func came(_ signal: Int32, _ count: Int) {
        let (isFirst, timeToSave) = state.withLock { state in
            defer { state.hasCome = true }
            return (!state.hasCome, state.timeToSave)
        }
        guard isFirst, count == 1 else { return endNow(signal, "A second signal ends it at once.") }
        let timer = CFRunLoopTimerCreateWithHandler(nil, clock.absoluteTime + 2 * timeToSave, 0, 0, 0) {
            [weak self] _ in self?.endNow(signal, "It has not ended by itself in twice the time that it has for that.")
        }
        state.withLock { $0.deadline = timer }
        CFRunLoopAddTimer(loop, timer, .commonModes)
        queue.post(Event(.terminationRequested(signal: signal), time: Double(clock.uptime) / 1e9))
    }

    private func endNow(_ signal: Int32, _ reason: String) {
        report("Mainspring: signal \(signal) was to end the application. \(reason)")
        _exit(128 + signal)
    }
}
