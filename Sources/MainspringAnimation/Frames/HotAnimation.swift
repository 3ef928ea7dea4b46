/// An animation in the form in which frames evaluate it: plain numbers, nothing that is counted or allocated.
///
/// Most animations have it. It gives the same values as the ``CommittedAnimation`` that it is made of.
struct HotAnimation: Sendable {
    private let timing: MediaTiming
    private let pace: UnitBezier
    private let hasPace: Bool
    private let isAdditive: Bool
    private let way: Way

    private enum Way: Sendable {
        case vector(SIMD4<Double>, change: SIMD4<Double>)
        case spring(SIMD4<Double>, change: SIMD4<Double>, SpringMotion, duration: Double)
        case planar(PlanarParts, PlanarParts)
    }

    /// Nil for an animation of another form.
    init?(_ targeted: TargetedAnimation) {
        let animation = targeted.animation
        guard targeted.target.member == .whole, animation.groups.isEmpty, animation.function == nil,
            !animation.isCumulative
        else { return nil }
        switch animation.track {
        case .basic(let track):
            switch track.fixedWay {
            case .vector(let start, let change)?: way = .vector(start, change: change)
            case .transform(.planar(let start, let end))?: way = .planar(start, end)
            default: return nil
            }
        case .spring(let track, let motion, let duration):
            guard case .vector(let start, let change)? = track.fixedWay else { return nil }
            way = .spring(start, change: change, motion, duration: duration)
        default: return nil
        }
        timing = animation.timing
        pace = animation.pace ?? .linear
        hasPace = animation.pace != nil
        isAdditive = animation.isAdditive
    }

    /// Changes a value that is a vector.
    @inline(__always)
    func apply(to value: inout SIMD4<Double>, at time: Double) {
        guard let progress = progress(at: time) else { return }
        switch way {
        case .vector(let start, let change):
            let own = start + change * progress
            value = isAdditive ? value + own : own
        case .spring(let start, let change, let motion, let duration):
            let own = start + change * motion.position(at: progress * duration)
            value = isAdditive ? value + own : own
        case .planar: break
        }
    }

    /// Changes a value that is a transform.
    @inline(__always)
    func apply(to value: inout Matrix4, at time: Double) {
        guard let progress = progress(at: time), case .planar(let start, let end) = way else { return }
        let own = start.interpolated(to: end, at: progress).matrix
        value = isAdditive ? own * value : own
    }

    @inline(__always)
    private func progress(at time: Double) -> Double? {
        let sample = timing.sample(at: time)
        guard sample.isInEffect else { return nil }
        return hasPace ? pace.value(at: sample.course.progress) : sample.course.progress
    }
}
