/// What a keyframe animation by values does: the values, and what lies between them.
struct KeyframeTrack: Sendable {
    private enum Steps: Sendable {
        /// Each value stays until the next.
        case values([AnimatedValue])
        case ways([ValueBlend])
        case curves([CubicStep])
        case pacedCurves([PacedStep])
    }

    private let steps: Steps
    private let times: KeyTimes
    /// The pace of each step; empty where all are even.
    private let paces: [UnitBezier]

    /// - Parameters:
    ///   - values: At least one.
    ///   - keyTimes: Where they do not fit the values all steps take the same time.
    ///   - paces: By step; of those that are missing the pace is even.
    ///   - shape: The shape of a smooth curve at a value, by its index.
    init(
        values: [AnimatedValue], keyTimes: [Double]?, paces: [UnitBezier] = [],
        mode: CAAnimationCalculationMode = .linear,
        shape: (Int) -> CubicStep.Shape = { _ in CubicStep.Shape() }
    ) {
        if mode == .discrete || values.count == 1 {
            steps = .values(values)
            times = keyTimes.flatMap { KeyTimes($0, steps: values.count) } ?? KeyTimes(evenly: values.count)
            self.paces = []
            return
        }
        let count = values.count - 1
        let given = mode.isPaced ? nil : keyTimes.flatMap { KeyTimes($0, steps: count) }
        let even = given ?? KeyTimes(evenly: count)
        let vectors = values.compactMap { if case .vector(let vector) = $0 { vector } else { nil } }
        self.paces = mode.isPaced ? [] : paces
        if mode.isCubic, vectors.count == values.count {
            let curves = CubicStep.steps(through: vectors, shape: shape, length: even.length(of:))
            let paced = curves.map(PacedStep.init)
            if mode.isPaced, let byLength = KeyTimes(lengths: paced.map(\.length)) {
                (steps, times) = (.pacedCurves(paced), byLength)
            } else {
                (steps, times) = (.curves(curves), even)
            }
            return
        }
        steps = .ways(zip(values, values.dropFirst()).map { ValueBlend(from: $0, to: $1) })
        let lengths = zip(values, values.dropFirst()).compactMap { $0.distance(to: $1) }
        times = mode.isPaced && lengths.count == count ? KeyTimes(lengths: lengths) ?? even : even
    }

    /// At which parts of the duration the value changes; nil where it may change at any.
    var bounds: [Double]? {
        guard case .values(let values) = steps else { return nil }
        return values.count == 1 ? [] : times.bounds
    }

    /// The value at a part of the duration.
    func value(at progress: Double) -> AnimatedValue {
        var (index, part) = times.step(at: progress)
        if index < paces.count { part = paces[index].value(at: part) }
        switch steps {
        case .values(let values): return values[index]
        case .ways(let ways): return ways[index].value(at: part)
        case .curves(let curves): return .vector(curves[index].value(at: part))
        case .pacedCurves(let curves): return .vector(curves[index].value(at: part))
        }
    }
}
