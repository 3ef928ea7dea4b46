extension CAAnimation {
    /// The animations of single properties that it is made of, in no order: itself, or what is in a group; of so many
    /// animations at most as anybody writes by hand.
    ///
    /// For questions about an animation as users see it; what is committed of it is found by ``AnimationCommit``.
    var propertyAnimations: [CAPropertyAnimation] {
        if let own = self as? CAPropertyAnimation { return [own] }
        guard let group = self as? CAAnimationGroup else { return [] }
        var found: [CAPropertyAnimation] = []
        var waiting: [CAAnimation] = group.animations ?? []
        // A group that is inside itself has no end.
        for _ in 0..<1_000 {
            guard let next = waiting.popLast() else { break }
            if let property = next as? CAPropertyAnimation { found.append(property) }
            waiting.append(contentsOf: (next as? CAAnimationGroup)?.animations ?? [])
        }
        return found
    }
}
