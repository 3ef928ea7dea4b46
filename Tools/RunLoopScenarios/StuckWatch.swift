internal import Dispatch
internal import Glibc

/// Ends the process, and says on which scenario, when one does not come to an end.
final class StuckWatch: @unchecked Sendable {
    // `@unchecked Sendable`: `gate` guards the rest.

    private let gate = DispatchSemaphore(value: 1)
    private let timer = DispatchSource.makeTimerSource(queue: .global())
    private let limit: Int
    private var current: (scenario: Scenario, ticks: Int)?

    /// Begins to watch; a scenario may take so many seconds.
    init(limit: Int = 30) {
        self.limit = limit
        timer.setEventHandler { [unowned self] in tick() }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.activate()
    }

    deinit { timer.cancel() }

    /// A scenario begins, or with nil the last one is over.
    func plays(_ scenario: Scenario?) {
        gate.wait()
        current = scenario.map { ($0, 0) }
        gate.signal()
    }

    private func tick() {
        gate.wait()
        defer { gate.signal() }
        guard let (scenario, ticks) = current else { return }
        current = (scenario, ticks + 1)
        guard ticks >= limit else { return }
        print("seed \(scenario.seed): stuck for \(limit) seconds\n\(scenario)")
        fflush(nil)
        _exit(1)
    }
}
