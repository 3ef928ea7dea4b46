/// How an animation of a layer came to its end: what is left of it for who asks why nothing moves.
struct AnimationEnding {
    enum How { case finished, removed, replaced, hostless }

    let type: CAAnimation.Type
    let key: String?
    /// Nil for a group.
    let keyPath: String?
    let duration: Double
    let how: How
}

extension CALayer {
    /// Keeps in mind how an animation ended, without keeping the animation and its delegate.
    func noteEnding(of record: AnimationRecord, _ how: AnimationEnding.How) {
        let ended = record.animation
        lastEnding = AnimationEnding(
            type: type(of: ended), key: record.key, keyPath: (ended as? CAPropertyAnimation)?.keyPath,
            duration: ended.duration, how: how)
    }
}
