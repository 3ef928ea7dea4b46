internal import Foundation
internal import MainspringGraphics

/// Makes committed animations of those that users write.
struct AnimationCommit {
    /// So much is made of one animation at most: animations looked at, and times of groups around them.
    var most = 1_000_000
    /// What stands in for a duration of 0, in seconds.
    var defaultDuration = TransactionStack.defaultAnimationDuration
    /// The layer's time at which it begins, for an animation that does not say.
    var now = 0.0
    /// What a property, or a member of one, had before the change that an animation without values shows.
    var previous: (AnimationTarget) -> AnimatedValue? = { _ in nil }
    /// What a key path leads to; nil if it leads nowhere.
    var target: (_ keyPath: String) -> AnimationTarget?

    /// A group that is being looked through.
    private struct Level {
        let animations: [CAAnimation]
        var next = 0
    }

    /// The animations of single properties that an animation is made of.
    ///
    /// What cannot be committed is left out, and told.
    func tracks(of animation: CAAnimation, report: (AnimationFault) -> Void) -> CommittedTracks {
        if let fault = AnimationFault(timesOf: animation) { report(fault) }
        let time = time(of: animation, in: [])
        var tracks = CommittedTracks()
        // A cast that gives the object counts its references.
        if animation is CAPropertyAnimation {
            append(animation.taken(as: CAPropertyAnimation.self), time, in: [], to: &tracks, report)
        } else if let group = animation as? CAAnimationGroup {
            append(group, time, to: &tracks, report)
        }
        if tracks.first == nil { tracks.timing = time.timing }
        return tracks
    }

    private func append(
        _ group: CAAnimationGroup, _ time: GroupTime, to tracks: inout CommittedTracks,
        _ report: (AnimationFault) -> Void
    ) {
        // By a list: groups may be nested deeper than a stack is.
        var groups = [time]
        var levels = [Level(animations: group.animations ?? [])]
        var left = most
        var isStored = false
        while let level = levels.last {
            guard level.next < level.animations.count else {
                levels.removeLast()
                groups.removeLast()
                isStored = false
                continue
            }
            levels[levels.count - 1].next += 1
            left -= 1
            guard left > 0 else { return report(AnimationFault(group, most: most)) }
            let each = level.animations[level.next]
            if let fault = AnimationFault(timesOf: each) { report(fault) }
            let time = self.time(of: each, in: groups)
            if let inner = each as? CAAnimationGroup {
                groups.append(time)
                levels.append(Level(animations: inner.animations ?? []))
                isStored = false
            } else if let property = each as? CAPropertyAnimation {
                if !isStored { left -= groups.count }
                isStored = true
                append(property, time, in: groups, to: &tracks, report)
            }
        }
    }

    private func time(of animation: CAAnimation, in groups: [GroupTime]) -> GroupTime {
        var timing = MediaTiming(animation, defaultDuration: groups.last.map { $0.timing.duration } ?? defaultDuration)
        if groups.isEmpty, animation.beginTime == 0 { timing.map.begin = now }
        return GroupTime(timing: timing, pace: animation.timingFunction.flatMap { $0.curve.isLinear ? nil : $0.curve })
    }

    private func append(
        _ animation: CAPropertyAnimation, _ time: GroupTime, in groups: [GroupTime], to tracks: inout CommittedTracks,
        _ report: (AnimationFault) -> Void
    ) {
        do throws(AnimationFault) {
            try appendTracks(of: animation, time.timing, time.pace, in: groups, to: &tracks)
        } catch {
            report(error)
        }
    }

    private func appendTracks(
        of animation: CAPropertyAnimation, _ timing: MediaTiming, _ pace: UnitBezier?, in groups: [GroupTime],
        to tracks: inout CommittedTracks
    ) throws(AnimationFault) {
        guard let keyPath = animation.keyPath, !keyPath.isEmpty else {
            throw AnimationFault(animation, "it has no key path. Say which property it is of.")
        }
        guard let target = target(keyPath) else {
            throw AnimationFault(animation, "the layer has nothing of that name that can be animated.")
        }
        let property = target.memberKind
        let function = animation.valueFunction?.kind
        if function != nil, property != .transform {
            throw AnimationFault(animation, "its value function makes transforms, and the property is none.")
        }
        let kind = function.map { ValueKind.input($0) } ?? property
        let isAdditive = animation.isAdditive && property.zero != nil
        let isCumulative = animation.isCumulative
        if animation is CABasicAnimation {
            let basic = animation.taken(as: CABasicAnimation.self)
            tracks.append(
                CommittedAnimation(
                    target: target, groups: groups, timing: timing, pace: pace,
                    track: try basicTrack(basic, target, kind, duration: timing.duration, isAdditive: isAdditive),
                    function: function, isAdditive: isAdditive, isCumulative: isCumulative))
        } else if let keyframes = animation as? CAKeyframeAnimation {
            for (other, track, own) in try keyframeTracks(keyframes, kind) {
                tracks.append(
                    CommittedAnimation(
                        target: other ?? target, groups: groups, timing: timing, pace: pace, track: track,
                        // A turn along the path comes on top of the layer's own.
                        function: own ?? function, isAdditive: other != nil || isAdditive, isCumulative: isCumulative))
            }
        }
    }

    private func basicTrack(
        _ animation: CABasicAnimation, _ target: AnimationTarget, _ kind: ValueKind, duration: Double, isAdditive: Bool
    ) throws(AnimationFault) -> AnimationTrack {
        let ends = try ends(of: animation, target, kind, isAdditive: isAdditive)
        guard type(of: animation) != CABasicAnimation.self, let spring = animation as? CASpringAnimation else {
            return .basic(ends)
        }
        return spring.shown?.velocity.map { .thrown(ends, spring.motion, duration: duration, velocity: $0) }
            ?? .spring(ends, spring.motion, duration: duration)
    }

    private func ends(
        of animation: CABasicAnimation, _ target: AnimationTarget, _ kind: ValueKind, isAdditive: Bool
    ) throws(AnimationFault) -> BasicTrack {
        // Nearly all animations, without the search for what else they may be.
        if let way = animation.straightWay(kind) { return way }
        let from = try value(animation.fromValue, "fromValue", kind, of: animation)
        let to = try value(animation.toValue, "toValue", kind, of: animation)
        let by = try value(animation.byValue, "byValue", kind, of: animation)
        let isEmpty = from == nil && to == nil && by == nil
        return BasicTrack(
            from: animation.shown?.value ?? from, to: to, by: by, previous: isEmpty ? previous(target) : nil,
            zero: isAdditive ? kind.zero : nil)
    }

    private func value(
        _ any: Any?, _ name: String, _ kind: ValueKind, of animation: CAPropertyAnimation
    ) throws(AnimationFault) -> AnimatedValue? {
        guard let any else { return nil }
        guard let value = kind.value(of: any) else {
            throw AnimationFault(animation, "its \(name) is \(SentenceValue(any)), and \(kind.noun) is needed.")
        }
        guard value.isFinite else {
            throw AnimationFault(animation, "its \(name) is \(SentenceValue(any)), and finite numbers are needed.")
        }
        return value
    }

    /// The tracks, with another property that they change, if it is another.
    private func keyframeTracks(
        _ animation: CAKeyframeAnimation, _ kind: ValueKind
    ) throws(AnimationFault) -> [(AnimationTarget?, AnimationTrack, CAValueFunction.Kind?)] {
        let times = animation.keyTimes?.map(\.doubleValue)
        let paces = (animation.timingFunctions ?? []).map(\.curve)
        let mode = animation.calculationMode
        if kind == .point, let path = animation.path {
            guard let track = PathTrack(path, keyTimes: times, paces: paces, mode: mode) else {
                throw AnimationFault(animation, "its path has no line or curve.")
            }
            var tracks: [(AnimationTarget?, AnimationTrack, CAValueFunction.Kind?)] = [(nil, .path(track), nil)]
            if let rotation = animation.rotationMode {
                tracks.append(
                    (
                        target("transform"), .direction(track, turnedBy: rotation == .rotateAutoReverse ? .pi : 0),
                        .rotateZ
                    ))
            }
            return tracks
        }
        guard let given = animation.values, !given.isEmpty else {
            throw AnimationFault(animation, "it has no values.")
        }
        var values: [AnimatedValue] = []
        for (index, any) in given.enumerated() {
            guard let value = try value(any, "value \(index)", kind, of: animation) else { continue }
            values.append(value)
        }
        func number(_ list: [NSNumber]?, _ index: Int) -> Double {
            guard let list, list.indices.contains(index), list[index].doubleValue.isFinite else { return 0 }
            return list[index].doubleValue
        }
        let track = KeyframeTrack(values: values, keyTimes: times, paces: paces, mode: mode) { index in
            CubicStep.Shape(
                tension: number(animation.tensionValues, index), continuity: number(animation.continuityValues, index),
                bias: number(animation.biasValues, index))
        }
        return [(nil, .keyframes(track), nil)]
    }
}

extension ValueKind {
    /// What a sentence calls a value of the kind.
    fileprivate var noun: String {
        switch self {
        case .number: "a number"
        case .point: "a CGPoint"
        case .size: "a CGSize"
        case .rect: "a CGRect"
        case .color: "a CGColor"
        case .transform: "a CATransform3D"
        case .path: "a CGPath"
        case .numbers: "a list of numbers"
        case .colors: "a list of CGColor"
        case .input(let function): function.inputCount == 1 ? "a number" : "a list of three numbers"
        case .step: "any value"
        }
    }
}
