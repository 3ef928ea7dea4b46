/// What a change shows as where nobody has an action for it: a way from what showed before to the new value.
extension CALayer {
    /// The animation of a change of a property; nil for a layer that nobody sees, or that is new, or the outermost, and
    /// for properties that cannot be animated, or only explicitly.
    ///
    /// It begins at what shows when it is asked for. Until it begins that goes on to show.
    func implicitAnimation(forKey key: String) -> CABasicAnimation? {
        guard let context, context.isPublished, !dirt.contains(.isNew), context.root !== self, modelLayer == nil,
            let kind = type(of: self).valueKind(forKey: key), type(of: self).animatesImplicitly(key, kind)
        else { return nil }
        let animation = CABasicAnimation(keyPath: key)
        animation.timingFunction = TransactionStack.current.value { $0.timingFunction } ?? .default
        animation.fillMode = .backwards
        animation.fromValue = committedValue(of: key).flatMap { kind.any($0) }
        return animation
    }
}
