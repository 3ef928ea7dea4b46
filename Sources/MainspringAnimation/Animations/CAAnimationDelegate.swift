/// Who is told that an animation begins and ends.
///
/// The messages come from the run loop of the thread that committed the animation, if that runs or holds a source or
/// timer; else, or if the thread ends first, from the main loop. A method that is left out does nothing.
public protocol CAAnimationDelegate: AnyObject {
    /// The animation has begun to have an effect, once for each time that it was added.
    func animationDidStart(_ anim: CAAnimation)

    /// The animation has ended.
    /// - Parameter flag: Whether it came to its own end; false if it was removed or replaced, or its layer went.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing.
    public func animationDidStart(_ anim: CAAnimation) {}

    /// Does nothing.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
