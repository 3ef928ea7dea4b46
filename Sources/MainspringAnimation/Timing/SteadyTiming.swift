/// A timing in the form in which frames sample it: the course of what is active and runs forwards is a few numbers, anything else is asked
/// of the ``MediaTiming`` that it is made of.
struct SteadyTiming: Sendable {
    private let map: TimeMap
    private let duration: Double
    /// From one repeat to the next.
    private let cycle: Double
    /// Up to where the quick way holds; below 0 where it never does.
    private let reach: Double
    private let general: MediaTiming

    init(_ timing: MediaTiming) {
        map = timing.map
        duration = timing.duration
        cycle = timing.autoreverses ? timing.duration * 2 : timing.duration
        let isSteady = timing.map.speed > 0 && timing.duration > 0 && timing.duration.isFinite
        // A whole number of repeats is to fit an integer.
        reach = isSteady ? min(timing.activeDuration, cycle * 1e9) : -1
        general = timing
    }

    /// The progress at an instant of the parent's time, as ``MediaTiming/sample(at:)`` finds it; no number where there is no effect.
    @inline(__always)
    func progress(at time: Double) -> Double {
        let local = map.local(time)
        guard local >= 0, local < reach else { return slowProgress(at: time) }
        var rest = local
        if rest >= cycle { rest = local - Double(Int(local / cycle)) * cycle }
        let progress = rest / duration
        return min(max(progress > 1 ? 2 - progress : progress, 0), 1)
    }

    @inline(never)
    private func slowProgress(at time: Double) -> Double {
        let sample = general.sample(at: time)
        return sample.isInEffect ? sample.course.progress : .nan
    }
}
