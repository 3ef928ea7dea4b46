/// The longest stops and call-outs of a loop, by what it tells of its steps.
struct StopTally {
    private(set) var longestStop = Duration.zero
    private(set) var longestCallOut = Duration.zero
    private var roundBegin: Duration?
    private var stepBegin: Duration?

    /// - Parameter time: by the clock of all other times here.
    init(at time: Duration) { (roundBegin, stepBegin) = (time, time) }

    /// The loop tells of a step.
    mutating func note(_ activity: CFRunLoopActivity, at time: Duration) {
        endStep(time)
        if activity == .beforeTimers || activity == .exit { endRound(time) }
        stepBegin = time
        if roundBegin == nil { roundBegin = time }
    }

    /// The loop is about to sleep: all others have been told.
    mutating func noteSleep(at time: Duration) {
        endStep(time)
        endRound(time)
    }

    /// The same as if the loop came round at a time: with the stop and the call-out that go on.
    func ended(at time: Duration) -> StopTally {
        var tally = self
        tally.noteSleep(at: time)
        return tally
    }

    private mutating func endStep(_ time: Duration) {
        if let stepBegin { longestCallOut = max(longestCallOut, time - stepBegin) }
        stepBegin = nil
    }

    private mutating func endRound(_ time: Duration) {
        if let roundBegin { longestStop = max(longestStop, time - roundBegin) }
        roundBegin = nil
    }
}
