/// The values of a timed object, fit to be computed with: no value is missing, none is NaN.
///
/// The rules and their sources: CAMediaTiming's documentation; which of two neighbouring repeats a boundary belongs to
/// is as OpenCoreAnimation reports having measured on QuartzCore.
struct MediaTiming: Hashable, Sendable {
    /// From the parent's time to local time.
    var map: TimeMap
    /// Of one run, in one direction; above 0, or 0 where there is none.
    let duration: Double
    /// The length of all repeats in local time; infinite where there is no end.
    let activeDuration: Double
    let autoreverses: Bool
    let fillsBackwards: Bool
    let fillsForwards: Bool

    /// - Parameter defaultDuration: What stands in for a duration of 0, in seconds.
    init(_ timing: borrowing some CAMediaTiming, defaultDuration: Double = 0) {
        self.init(
            map: TimeMap(
                begin: timing.beginTime.orZero, speed: Double(timing.speed).or(1), offset: timing.timeOffset.orZero),
            duration: timing.duration > 0 ? timing.duration : defaultDuration,
            repeatCount: Double(timing.repeatCount), repeatDuration: timing.repeatDuration,
            autoreverses: timing.autoreverses, fillMode: timing.fillMode)
    }

    init(
        map: TimeMap = .identity, duration: Double, repeatCount: Double = 0, repeatDuration: Double = 0,
        autoreverses: Bool = false, fillMode: CAMediaTimingFillMode = .removed
    ) {
        self.map = map
        self.duration = duration > 0 ? duration : 0
        self.autoreverses = autoreverses
        // Nearly always, and the same name is found without comparing letters.
        let fillsNothing = fillMode == .removed
        fillsBackwards = !fillsNothing && fillMode.fillsBackwards
        fillsForwards = !fillsNothing && fillMode.fillsForwards
        if repeatDuration > 0 {
            activeDuration = repeatDuration
        } else {
            let count = repeatCount > 0 ? repeatCount : 1
            // 0 times infinity is no number: what takes no time is over, however often it repeats.
            activeDuration = self.duration == 0 ? 0 : self.duration * count * (autoreverses ? 2 : 1)
        }
    }

    /// Where in its course the object is at an instant of its parent's time.
    ///
    /// - Parameter isHeld: What ends just then shows its end, since the parent's time stands still there, or turns.
    func sample(at parent: Double, isHeld: Bool = false) -> TimingSample {
        let time = map.local(parent)
        // Where it ends: backwards at its beginning.
        if isHeld, map.speed != 0, abs(time - lastTime) <= activeDuration * 1e-12 {
            return TimingSample(course: course(at: lastTime), phase: .active, isInEffect: true)
        }
        switch phase(of: time) {
        case .before:
            return TimingSample(course: course(at: firstTime), phase: .before, isInEffect: fillsBackwards)
        case .active:
            return TimingSample(course: course(at: time), phase: .active, isInEffect: true)
        case .after:
            return TimingSample(course: course(at: lastTime), phase: .after, isInEffect: fillsForwards)
        }
    }

    /// The parent's time at which the object has ended; nil if it never does.
    var end: Double? {
        if map.speed > 0 { return activeDuration.isFinite ? map.parent(activeDuration) : nil }
        return map.speed < 0 ? map.parent(0) : nil
    }

    /// The parent's time at which the object begins to have an effect of its own accord; nil if it never does.
    var start: Double? {
        if map.speed > 0 { return map.parent(0) }
        if map.speed < 0 { return activeDuration.isFinite ? map.parent(activeDuration) : -.infinity }
        return phase(of: map.offset) == .active ? -.infinity : nil
    }

    private var firstTime: Double { map.speed < 0 ? activeDuration : 0 }
    private var lastTime: Double { map.speed < 0 ? 0 : activeDuration }

    /// Backwards, what lies behind the end comes first. Where time stands still the last instant still shows the end.
    private func phase(of time: Double) -> TimingPhase {
        if map.speed < 0 {
            return time > activeDuration ? .before : time <= 0 ? .after : .active
        }
        if time < 0 { return .before }
        return time < activeDuration || (map.speed == 0 && time == activeDuration) ? .active : .after
    }

    /// The course at a local time from 0 to the active duration.
    ///
    /// A boundary between two repeats belongs to the later one, the last boundary to the last repeat.
    private func course(at time: Double) -> TimingCourse {
        guard duration > 0 else { return TimingCourse(progress: 1, repeats: 0) }
        guard time.isFinite else { return TimingCourse(progress: time > 0 ? 1 : 0, repeats: 0) }
        guard duration.isFinite else { return TimingCourse(progress: 0, repeats: 0) }
        let cycle = autoreverses ? duration * 2 : duration
        var repeats = (time / cycle).rounded(.down)
        var rest = time - repeats * cycle
        if time >= activeDuration, repeats > 0, rest <= cycle * 1e-12 {
            repeats -= 1
            rest = cycle
        }
        let progress = rest / duration
        return TimingCourse(progress: min(max(progress > 1 ? 2 - progress : progress, 0), 1), repeats: repeats)
    }
}

extension Double {
    /// The number, or another one where it is none.
    fileprivate func or(_ other: Double) -> Double { isNaN ? other : self }
    fileprivate var orZero: Double { or(0) }
}
