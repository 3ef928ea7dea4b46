/// An animation in the form in which frames evaluate it: plain numbers, nothing that is counted or allocated.
///
/// Most animations have it. It gives the same values as the ``CommittedAnimation`` that it is made of.
struct HotAnimation<Way: HotWay>: Sendable {
    private let timing: SteadyTiming
    /// The number of its timing function; -1 for the even one.
    private let pace: Int32
    private let isAdditive: Bool
    private let way: Way

    /// Nil for an animation of another form.
    init?(_ targeted: TargetedAnimation, _ paces: inout PreparedPaces) {
        let animation = targeted.animation
        guard targeted.target.member == .whole, animation.groups.isEmpty, animation.function == nil,
            !animation.isCumulative, let way = Way(animation.track)
        else { return nil }
        self.way = way
        timing = SteadyTiming(animation.timing)
        pace = paces.number(of: animation.pace)
        isAdditive = animation.isAdditive
    }

    /// Changes a value; nothing where the animation has no effect.
    @inline(__always)
    func apply(to value: inout Way.Value, at time: Double, _ paces: PreparedPaces.Reader) {
        let progress = timing.progress(at: time)
        guard !progress.isNaN else { return }
        let own = way.value(at: paces.value(at: progress, of: pace))
        value = isAdditive ? Way.sum(value, own) : own
    }
}

/// The way of a value that is plain numbers.
protocol HotWay: Sendable {
    associatedtype Value: Sendable

    /// Nil for a track that is no such way.
    init?(_ track: AnimationTrack)

    func value(at progress: Double) -> Value

    /// A value and a change of it.
    static func sum(_ value: Value, _ change: Value) -> Value
}

/// The straight way of a vector, at an even pace or a spring's.
struct VectorWay: HotWay {
    private let start: SIMD4<Double>
    private let change: SIMD4<Double>
    private let spring: SpringMotion
    /// Of the spring, in seconds; 0 where there is none.
    private let duration: Double

    init?(_ track: AnimationTrack) {
        let basic: BasicTrack
        switch track {
        case .basic(let track):
            basic = track
            (spring, duration) = (.none, 0)
        case .spring(let track, let motion, let length):
            basic = track
            (spring, duration) = (motion, length)
        default: return nil
        }
        guard case .vector(let start, let change)? = basic.fixedWay else { return nil }
        self.start = start
        self.change = change
    }

    @inline(__always)
    func value(at progress: Double) -> SIMD4<Double> {
        start + change * (duration > 0 ? bounced(progress) : progress)
    }

    @inline(never)
    private func bounced(_ progress: Double) -> Double { spring.position(at: progress * duration) }

    @inline(__always)
    static func sum(_ value: SIMD4<Double>, _ change: SIMD4<Double>) -> SIMD4<Double> { value + change }
}

/// The way of a transform that stays in the plane.
struct PlanarWay: HotWay {
    private let start: PlanarParts
    private let end: PlanarParts

    init?(_ track: AnimationTrack) {
        guard case .basic(let basic) = track, case .transform(.planar(let start, let end))? = basic.fixedWay else {
            return nil
        }
        self.start = start
        self.end = end
    }

    @inline(__always)
    func value(at progress: Double) -> Matrix4 { start.interpolated(to: end, at: progress).matrix }

    @inline(__always)
    static func sum(_ value: Matrix4, _ change: Matrix4) -> Matrix4 { change * value }
}
