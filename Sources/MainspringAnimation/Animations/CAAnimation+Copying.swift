extension CAAnimation {
    /// Whether it is of a class of ours itself, so that nothing of it is overridden.
    final var isOurs: Bool {
        let own = type(of: self)
        // The first is what nearly all are.
        return own == CABasicAnimation.self || own == CASpringAnimation.self || own == CAKeyframeAnimation.self
            || own == CAAnimationGroup.self || own == CATransition.self || own == CAPropertyAnimation.self
            || own == CAAnimation.self
    }

    /// A copy of the animation; nil where a subclass makes something else.
    ///
    /// Without an `Any` where it can be: the cast costs as much as the memory of the copy.
    final var ownCopy: CAAnimation? { isOurs ? makeCopy() : copy(with: nil) as? CAAnimation }

    /// Another animation of the same class, with the same values.
    final func makeCopy() -> CAAnimation {
        let copy = type(of: self).init()
        copy.takeValues(of: self)
        return copy
    }

    /// The animation as one of a class that it is known to be of.
    @inline(__always)
    final func taken<Animation: CAAnimation>(as type: Animation.Type) -> Animation {
        // Unsafe: the caller has asked for the class, or copies an animation of it. A cast counts references.
        unsafeDowncast(self, to: type)
    }
}
