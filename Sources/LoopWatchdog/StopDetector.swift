internal import Mainspring

/// Decides from what is seen of a loop, and when, whether it has stopped.
///
/// Knows no threads and no clock.
struct StopDetector {
    /// What to do next.
    enum Step: Hashable {
        /// Nothing, until the loop's next beat.
        case awaitBeat
        /// Look again at that time.
        case wait(until: UInt64)
        /// Report a stop that goes on, and look again.
        case report(since: UInt64)
        /// Report that the stop is over, and look again.
        case reportEnd(since: UInt64, until: UInt64)
    }

    private enum State {
        case resting
        case awake(beat: UInt64, since: UInt64, wasLate: Bool)
        case stopped(beat: UInt64, since: UInt64)
    }

    /// How long a loop may take for one pass, in nanoseconds.
    let limit: UInt64
    private var state = State.resting
    private var planned: UInt64?

    init(limit: UInt64) {
        self.limit = limit
    }

    /// - Parameter ended: When the beat came that ended the stop, if there was one.
    mutating func look(at reading: LoopBeat.Reading, now: UInt64, ended: UInt64) -> Step {
        let isLate = planned.map { now > later($0) } ?? false
        planned = nil
        if case .stopped(let beat, let since) = state {
            if beat == reading.number { return .awaitBeat }
            state = .resting
            return .reportEnd(since: since, until: max(since, ended))
        }
        if reading.isResting {
            state = .resting
            return .awaitBeat
        }
        var since = reading.time ?? now
        var wasLate = false
        if case .awake(reading.number, let known, let late) = state { (since, wasLate) = (known, late) }
        if isLate, !wasLate {
            // Whoever looks so late was stopped too (the process, or the machine): that is no fault of the call-out's.
            // Only once for each beat, so that a starved machine still gets its report.
            (since, wasLate) = (now, true)
        }
        guard now >= since, now - since >= limit else {
            state = .awake(beat: reading.number, since: since, wasLate: wasLate)
            planned = later(since)
            return .wait(until: later(since))
        }
        state = .stopped(beat: reading.number, since: since)
        return .report(since: since)
    }

    /// A limit later, or never.
    private func later(_ time: UInt64) -> UInt64 {
        let (sum, overflow) = time.addingReportingOverflow(limit)
        return overflow ? .max : sum
    }
}
