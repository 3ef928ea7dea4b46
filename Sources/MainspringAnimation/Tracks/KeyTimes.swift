/// When each step of a keyframe animation begins and ends, as parts of its duration.
struct KeyTimes: Hashable, Sendable {
    /// One more than there are steps, from 0 to 1 and never falling.
    let bounds: [Double]

    /// The same time for each step.
    /// - Parameter steps: At least 1.
    init(evenly steps: Int) {
        bounds = (0...steps).map { Double($0) / Double(steps) }
    }

    /// Times that were given; nil unless they are as many as there are bounds, from 0 to 1, and never fall.
    init?(_ times: [Double], steps: Int) {
        guard times.count == steps + 1, times.first == 0, times.last == 1,
            zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        bounds = times
    }

    /// Times in proportion to the steps' lengths; nil where all are 0 or one is no length.
    init?(lengths: [Double]) {
        let total = lengths.reduce(0, +)
        guard total > 0, total.isFinite, lengths.allSatisfy({ $0 >= 0 }) else { return nil }
        var sum = 0.0
        var bounds = [0.0]
        for length in lengths {
            sum += length
            bounds.append(sum / total)
        }
        bounds[bounds.count - 1] = 1
        self.bounds = bounds
    }

    /// The step in which a part of the duration lies, and which part of the step it is.
    ///
    /// A bound belongs to the step that it begins, 1 to the last step.
    func step(at progress: Double) -> (index: Int, progress: Double) {
        var low = 0
        var high = bounds.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if bounds[middle] <= progress { low = middle } else { high = middle }
        }
        let length = bounds[low + 1] - bounds[low]
        guard length > 0 else { return (low, progress >= bounds[low + 1] ? 1 : 0) }
        return (low, (progress - bounds[low]) / length)
    }

    /// How long a step takes, as a part of the duration.
    func length(of step: Int) -> Double { bounds[step + 1] - bounds[step] }
}
