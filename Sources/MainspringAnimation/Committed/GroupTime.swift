/// The time inside a group of animations, as it was committed.
struct GroupTime: Sendable {
    var timing: MediaTiming
    /// Nil is even.
    var pace: UnitBezier?

    /// An instant of an object's time.
    struct Instant {
        var time: Double
        /// A group around it is just at its end, there for good or to turn round: what ends with it shows its end.
        var isHeld = false
    }

    /// The instant inside at one outside; nil while the group has no effect.
    ///
    /// A group that fills after its end holds what is in it at that instant, so also what ends with it; so does one that
    /// turns round there. A pace that goes beyond the end, or before the beginning, stays there: what is inside has no
    /// more to show.
    func inner(_ outer: Instant) -> Instant? {
        let sample = timing.sample(at: outer.time, isHeld: outer.isHeld)
        guard sample.isInEffect else { return nil }
        let time = time(at: sample, outer.time)
        return Instant(time: time, isHeld: outer.isHeld || sample.phase == .after || time >= timing.duration)
    }

    private func time(at sample: TimingSample, _ time: Double) -> Double {
        // Progress times duration need not come back to the time that it was made of, and a child's boundary may lie
        // exactly there.
        if pace == nil, !timing.autoreverses, sample.course.repeats == 0, timing.duration.isFinite {
            return min(max(timing.map.local(time), 0), timing.duration)
        }
        // A group without an end never repeats: its time goes on.
        guard timing.duration.isFinite else { return timing.map.local(time) }
        let progress = pace?.value(at: sample.course.progress) ?? sample.course.progress
        return min(max(progress, 0), 1) * timing.duration
    }
}
