/// What an animation's values do: a value for each part of its duration.
enum AnimationTrack: Sendable {
    case basic(BasicTrack)
    /// The pace is a spring's, which takes the whole duration, in seconds. Elsewhere in memory, as the next: it is large,
    /// and most animations are none.
    indirect case spring(BasicTrack, SpringMotion, duration: Double)
    /// The same, with a velocity at first that may point elsewhere than the way; per second.
    indirect case thrown(BasicTrack, SpringMotion, duration: Double, velocity: AnimatedValue)
    case keyframes(KeyframeTrack)
    case path(PathTrack)
    /// The direction of a path, in radians, and what is added to it.
    case direction(PathTrack, turnedBy: Double)

    /// At which parts of the duration the value changes, with its ends; none of a constant one; nil where it may change at
    /// any.
    var bounds: [Double]? {
        switch self {
        case .basic(let track): track.bounds
        case .keyframes(let track): track.bounds
        case .path(let track), .direction(let track, _): track.bounds
        case .spring, .thrown: nil
        }
    }

    /// The value at a part of the duration.
    /// - Parameter current: What the property has without the animation.
    func value(at progress: Double, over current: @autoclosure () -> AnimatedValue) -> AnimatedValue {
        switch self {
        case .basic(let track): track.value(at: progress, over: current())
        case .spring(let track, let motion, let duration):
            track.value(at: motion.position(at: progress * duration), over: current())
        case .thrown(let track, let motion, let duration, let velocity):
            track.value(at: motion.position(at: progress * duration), over: current())
                .adding(velocity, times: motion.impulse(at: progress * duration))
        case .keyframes(let track): track.value(at: progress)
        case .path(let track): track.point(at: progress)
        case .direction(let track, let turn): .vector(SIMD4(track.angle(at: progress) + turn, 0, 0, 0))
        }
    }
}
