internal import Foundation
internal import MainspringAnimation

/// The case in Core Animation's words.
extension AnimationCase {
    /// The animation of the case's own value.
    var subjectAnimation: CAAnimation {
        switch kind {
        case .number: animation("zPosition", from: from[0], to: to[0])
        case .opacity: animation("opacity", from: from[0], to: to[0])
        case .position:
            animation("position", from: CGPoint(x: from[0], y: from[1]), to: CGPoint(x: to[0], y: to[1]))
        case .rotation where number.isMultiple(of: 2):
            animation("transform", from: from[0], to: to[0], through: CAValueFunction(name: .rotateZ))
        case .rotation: animation("transform.rotation.z", from: from[0], to: to[0])
        case .plane, .space: animation("transform", from: CATransform3D(numbers: from), to: CATransform3D(numbers: to))
        }
    }

    /// An animation of a property with the case's timing.
    ///
    /// | Web Animations | Core Animation |
    /// |---|---|
    /// | playback rate, delay | `speed`, `beginTime`, which counts in the parent's time |
    /// | iterations | `repeatCount`, half of it with `autoreverses` |
    /// | alternate | `autoreverses` |
    /// | reverse | `speed` below 0 and as `timeOffset` where it begins |
    /// | alternate-reverse | the same with an odd number of runs; else `autoreverses`, begun one run later |
    ///
    /// Of a fraction of a run in reverse, and of what begins one run later, a group shows the part that is wanted.
    func animation(
        _ keyPath: String, from: Any, to: Any, through function: CAValueFunction? = nil
    ) -> CAAnimation {
        let basic = CABasicAnimation(keyPath: keyPath)
        basic.fromValue = from
        basic.toValue = to
        basic.valueFunction = function
        basic.duration = duration
        basic.autoreverses = direction.alternates
        basic.isRemovedOnCompletion = false
        basic.timingFunction = easing.map {
            CAMediaTimingFunction(controlPoints: Float($0[0]), Float($0[1]), Float($0[2]), Float($0[3]))
        }
        let runs = iterations ?? .infinity
        switch form {
        case .forwards:
            place(basic, runs: runs)
        case .backwards:
            place(basic, runs: runs)
            basic.speed = Float(-speed)
            basic.timeOffset = activeDuration
        case .group:
            basic.fillMode = .both
            let wholeRuns = runs.rounded(.up)
            switch direction {
            case .normal, .alternate: basic.repeatCount = repeats(runs)
            case .reverse:
                basic.repeatCount = repeats(wholeRuns)
                basic.speed = -1
                basic.timeOffset = wholeRuns * duration
            case .alternateReverse:
                basic.repeatCount = repeats(wholeRuns + 2)
                basic.timeOffset = duration
            }
            let group = CAAnimationGroup()
            group.animations = [basic]
            group.duration = activeDuration
            group.isRemovedOnCompletion = false
            place(group, runs: 1)
            group.repeatCount = 1
            return group
        }
        return basic
    }

    private func repeats(_ runs: Double) -> Float { Float(direction.alternates ? runs / 2 : runs) }

    private func place(_ animation: CAAnimation, runs: Double) {
        animation.beginTime = delay / speed
        animation.speed = Float(speed)
        animation.repeatCount = repeats(runs)
        animation.fillMode =
            switch fill {
            case .none: .removed
            case .forwards: .forwards
            case .backwards: .backwards
            case .both: .both
            }
    }
}
