/// The time inside a group of animations, as it was committed.
struct GroupTime: Sendable {
    var timing: MediaTiming
    /// Nil is even.
    var pace: UnitBezier?

    /// An instant of an object's time.
    struct Instant {
        var time: Double
        /// A group around it has ended, and holds what it shows.
        var isHeld = false
    }

    /// The instant inside at one outside; nil while the group has no effect.
    ///
    /// A group that fills after its end holds what is in it at that instant, so also what ends with it.
    func inner(_ outer: Instant) -> Instant? {
        let sample = timing.sample(at: outer.time, isHeld: outer.isHeld)
        guard sample.isInEffect else { return nil }
        return Instant(time: time(at: sample, outer.time), isHeld: outer.isHeld || sample.phase == .after)
    }

    private func time(at sample: TimingSample, _ time: Double) -> Double {
        // Progress times duration need not come back to the time that it was made of, and a child's boundary may lie
        // exactly there.
        if pace == nil, !timing.autoreverses, sample.course.repeats == 0, timing.duration.isFinite {
            return min(max(timing.map.local(time), 0), timing.duration)
        }
        let progress = pace?.value(at: sample.course.progress) ?? sample.course.progress
        // A group without an end never repeats: its time goes on.
        return timing.duration.isFinite ? progress * timing.duration : timing.map.local(time)
    }
}
