/// The time inside a group of animations, as it was committed.
struct GroupTime: Sendable {
    var timing: MediaTiming
    /// Nil is even.
    var pace: UnitBezier?

    /// The time inside at an instant outside; nil while the group has no effect.
    func inner(_ time: Double) -> Double? {
        let sample = timing.sample(at: time)
        guard sample.isInEffect else { return nil }
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
