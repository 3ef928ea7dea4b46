internal import Foundation
internal import MainspringFoundation

/// Animations that end at what the layer has from then on: the model's value is set, so that nothing snaps back.
extension CALayer {
    /// Sets a property at once, without its actions, and animates the way from what shows.
    /// - Parameters:
    ///   - name: The property as key-value coding calls it; also the animation's key.
    ///   - animation: Of the property, with its last value, and as its first one what the property has.
    ///   - delay: Seconds until it begins.
    ///   - set: Sets the property.
    func hold(_ name: String, _ animation: CABasicAnimation?, delay: Double, set: () -> Void) {
        TransactionStack.withoutActions {
            set()
            // What earlier calls have begun would show again when this one is over.
            let taken = attached.filter { each in
                guard let basic = each.animation as? CABasicAnimation, basic.beginsAtShown else { return false }
                return basic.keyPath.map { $0 == name || $0.hasPrefix(name + ".") } ?? false
            }
            for each in taken where each.key != name {
                each.key.map { detachAnimation(forKey: $0, .replaced) }
            }
            guard let animation else { return removeAnimation(forKey: name) }
            animation.keyPath = name
            animation.beginsAtShown = true
            // Backwards in time, and before its beginning, its first value shows.
            animation.fillMode = .backwards
            if delay > 0, delay.isFinite {
                animation.beginTime = convertTime(context?.now ?? CACurrentMediaTime(), from: nil) + delay
            }
            add(animation, forKey: name)
        }
    }

    /// Adds an animation under a key, and sets its property at once to the value at which it ends.
    ///
    /// ```swift
    /// let way = CAKeyframeAnimation(\.position, values: [a, b, c])
    /// way.duration = 2
    /// layer.addAndHold(way, forKey: "way")   // layer.position == c
    /// ```
    /// Ours. Nothing snaps back at the end: the layer has the value already, and no actions are run for the change. An
    /// animation without a `fromValue` begins at what shows, a spring with its velocity too. One that never ends, or
    /// that is added to the property, sets nothing. A key of nil never replaces another animation.
    public func addAndHold(_ animation: CAPropertyAnimation, forKey key: String?) {
        guard let copy = animation.copy() as? CAPropertyAnimation else { return }
        TransactionStack.withoutActions {
            copy.isRemovedOnCompletion = true
            copy.fillMode = .backwards
            if !copy.isAdditive, let (keyPath, kind, end) = finalValue(of: copy) {
                if let basic = copy as? CABasicAnimation, basic.fromValue == nil,
                    basic.toValue == nil || basic.byValue == nil
                {
                    // The first value while there is nothing to be seen; what shows takes its place.
                    basic.fromValue = value(forKeyPath: keyPath)
                    if basic.valueFunction == nil, basic.repeatCount <= 1, !basic.autoreverses {
                        basic.toValue = kind.any(end)
                        basic.byValue = nil
                    }
                    basic.beginsAtShown = true
                }
                setValue(kind.any(end), forKeyPath: keyPath)
            }
            add(copy, forKey: key)
        }
    }

    /// What a property has when an animation of it is over; nil for one that never ends or cannot be.
    private func finalValue(
        of animation: CAPropertyAnimation
    ) -> (keyPath: String, kind: ValueKind, value: AnimatedValue)? {
        guard let keyPath = animation.keyPath, let last = animation.copyWithoutSpring else { return nil }
        last.beginTime = 1
        last.speed = 1
        last.timeOffset = 0
        last.fillMode = .forwards
        let commit = AnimationCommit(
            defaultDuration: TransactionStack.current.animationDuration, now: 0,
            target: { self.animationTarget($0) })
        guard
            let committed = commit.tracks(of: last, report: { _ in }).all.first(where: {
                $0.target == self.animationTarget(keyPath)
            }),
            committed.timing.activeDuration.isFinite, animation.speed > 0
        else { return nil }
        let target = committed.target
        guard let whole = value(forKey: target.key).flatMap({ target.kind.value(of: $0) }) ?? target.kind.zero,
            let value = committed.value(
                at: committed.timing.activeDuration + 2, over: target.member(of: whole))
        else { return nil }
        return (keyPath, target.memberKind, value)
    }
}

extension CAPropertyAnimation {
    /// A copy that ends exactly at its last value, as a spring does not.
    fileprivate var copyWithoutSpring: CAPropertyAnimation? {
        guard let spring = self as? CASpringAnimation else { return copy() as? CAPropertyAnimation }
        let plain = CABasicAnimation()
        plain.takeValues(of: spring)
        return plain
    }
}
