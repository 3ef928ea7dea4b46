/// How an animation of a layer came to its end: what is left of it for who asks why nothing moves.
struct AnimationEnding {
    enum How { case finished, removed, replaced, hostless }

    let type: CAAnimation.Type
    let key: String?
    /// Nil for a group.
    let keyPath: String?
    /// Those of a group's parts.
    let innerKeyPaths: [String]
    let duration: Double
    let how: How

    /// Whether it was of a property.
    func isOf(_ keyPath: String) -> Bool { self.keyPath == keyPath || innerKeyPaths.contains(keyPath) }
}

extension CALayer {
    /// Keeps in mind how an animation ended, without keeping the animation and its delegate.
    func noteEnding(of record: AnimationRecord, _ how: AnimationEnding.How) {
        let ended = record.animation
        lastEnding = AnimationEnding(
            type: type(of: ended), key: record.key, keyPath: (ended as? CAPropertyAnimation)?.keyPath,
            innerKeyPaths: (ended as? CAAnimationGroup)?.propertyAnimations.compactMap(\.keyPath) ?? [],
            duration: ended.duration, how: how)
    }
}
