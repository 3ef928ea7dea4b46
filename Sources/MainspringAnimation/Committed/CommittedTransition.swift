/// A change of a layer's picture as it was committed: its course, and what the layer showed before.
///
/// Nothing in it changes, so any thread may ask it for any instant, in any order.
final class CommittedTransition: Sendable {
    let record: AnimationRecord
    let kind: TransitionKind
    let direction: TransitionDirection
    /// Nil for a layer that was not shown before.
    let origin: TransitionOrigin?
    private let timing: MediaTiming
    /// Nil is even.
    private let pace: UnitBezier?
    private let start: Double
    private let end: Double

    /// Nil for a record that is not committed, or none of a transition.
    init?(_ record: AnimationRecord, from origin: TransitionOrigin?) {
        guard let animation = record.animation as? CATransition, let timing = record.tracks.timing else { return nil }
        self.record = record
        self.timing = timing
        self.origin = origin
        kind = TransitionKind(animation.type)
        direction = TransitionDirection(animation.subtype)
        pace = animation.timingFunction.flatMap { $0.curve.isLinear ? nil : $0.curve }
        start = Self.part(animation.startProgress, or: 0)
        end = max(start, Self.part(animation.endProgress, or: 1))
    }

    private static func part(_ progress: Float, or other: Double) -> Double {
        progress.isNaN ? other : min(max(Double(progress), 0), 1)
    }

    /// How much of the change is done at an instant of the layer's time, from 0 to 1; nil where it has no effect.
    func progress(at time: Double) -> Double? {
        let sample = timing.sample(at: time)
        guard sample.isInEffect else { return nil }
        let progress = pace?.value(at: sample.course.progress) ?? sample.course.progress
        return min(max(start + (end - start) * progress, 0), 1)
    }
}
