/// A timing in the form in which frames sample it: the course of what is active and runs forwards, as a few numbers.
struct SteadyTiming: Sendable {
    private let map: TimeMap
    private let duration: Double
    /// From one repeat to the next.
    private let cycle: Double
    /// Up to where it holds; below 0 where it never does.
    private let reach: Double

    init(_ timing: MediaTiming) {
        map = timing.map
        duration = timing.duration
        cycle = timing.autoreverses ? timing.duration * 2 : timing.duration
        let isSteady = timing.map.speed > 0 && timing.duration > 0 && timing.duration.isFinite
        // A whole number of repeats is to fit an integer.
        reach = isSteady ? min(timing.activeDuration, cycle * 1e9) : -1
    }

    /// The progress at an instant of the parent's time, as ``MediaTiming/sample(at:)`` finds it; no number where that
    /// has to be asked.
    @inline(__always)
    func progress(at time: Double) -> Double {
        let local = map.local(time)
        guard local >= 0, local < reach else { return .nan }
        var rest = local
        if rest >= cycle { rest = local - Double(Int(local / cycle)) * cycle }
        let progress = rest / duration
        return min(max(progress > 1 ? 2 - progress : progress, 0), 1)
    }
}
