/// An animation in the form in which frames evaluate it: plain numbers, nothing that is counted or allocated.
///
/// Most animations have it. It gives the same values as the ``CommittedAnimation`` that it is made of.
struct HotAnimation<Way: HotWay>: Sendable {
    private let timing: SteadyTiming
    /// The number of its timing function; -1 for the even one.
    private let pace: Int32
    private let isAdditive: Bool
    private let way: Way

    init(_ animation: CommittedAnimation, _ way: Way, _ paces: inout PreparedPaces) {
        self.way = way
        timing = SteadyTiming(animation.timing)
        pace = paces.number(of: animation.pace)
        isAdditive = animation.isAdditive
    }

    /// Changes a value; nothing where the animation has no effect.
    /// - Parameter rest: What the animation was made of, for a spring and for times beyond the timing's quick way.
    @inline(__always)
    func apply(
        to value: inout Way.Value, at time: Double, _ paces: PreparedPaces.Reader,
        _ rest: UnsafePointer<HotAnimationRest>
    ) {
        var progress = timing.progress(at: time)
        if progress.isNaN {
            progress = rest.pointee.progress(at: time)
            if progress.isNaN { return }
        }
        progress = paces.value(at: progress, of: pace)
        let own = way.value(at: rest.pointee.isSpring ? rest.pointee.sprung(progress) : progress)
        value = isAdditive ? Way.sum(value, own) : own
    }
}

/// What of a hot animation is needed now and then.
struct HotAnimationRest: Sendable {
    private let timing: MediaTiming
    private let spring: SpringMotion
    /// Of the spring, in seconds.
    private let duration: Double
    let isSpring: Bool

    init(_ animation: CommittedAnimation) {
        timing = animation.timing
        if case .spring(_, let motion, let duration) = animation.track {
            (spring, self.duration, isSpring) = (motion, duration, true)
        } else {
            (spring, duration, isSpring) = (.none, 0, false)
        }
    }

    /// The progress at an instant; no number where there is no effect.
    @inline(never)
    func progress(at time: Double) -> Double {
        let sample = timing.sample(at: time)
        return sample.isInEffect ? sample.course.progress : .nan
    }

    /// How far the spring is at a part of its duration.
    @inline(never)
    func sprung(_ progress: Double) -> Double { spring.position(at: progress * duration) }
}

/// The way of a value that is plain numbers.
protocol HotWay: Sendable {
    associatedtype Value: Sendable

    /// Nil for what is no such way.
    init?(_ way: ValueBlend)

    func value(at progress: Double) -> Value

    /// A value and a change of it.
    static func sum(_ value: Value, _ change: Value) -> Value
}

extension HotAnimation {
    /// The way of an animation of a whole property that depends on nothing but the time; nil for others.
    static func way(of animation: CommittedAnimation) -> Way? {
        guard animation.target.member == .whole, animation.groups.isEmpty, animation.function == nil,
            !animation.isCumulative
        else { return nil }
        switch animation.track {
        case .basic(let track), .spring(let track, _, _): return track.fixedWay.flatMap(Way.init)
        default: return nil
        }
    }
}

/// The straight way of a number or a point.
struct PointWay: HotWay {
    private let start: SIMD2<Double>
    private let change: SIMD2<Double>

    init?(_ way: ValueBlend) {
        guard case .vector(let start, let change) = way else { return nil }
        self.start = start.lowHalf
        self.change = change.lowHalf
    }

    @inline(__always)
    func value(at progress: Double) -> SIMD2<Double> { start + change * progress }

    @inline(__always)
    static func sum(_ value: SIMD2<Double>, _ change: SIMD2<Double>) -> SIMD2<Double> { value + change }
}

/// The way of a transform that stays in the plane.
struct PlanarWay: HotWay {
    private let start: PlanarParts
    private let end: PlanarParts

    init?(_ way: ValueBlend) {
        guard case .transform(.planar(let start, let end)) = way else { return nil }
        self.start = start
        self.end = end
    }

    @inline(__always)
    func value(at progress: Double) -> AffineMap { start.interpolated(to: end, at: progress).map }

    @inline(__always)
    static func sum(_ value: AffineMap, _ change: AffineMap) -> AffineMap { change * value }
}
