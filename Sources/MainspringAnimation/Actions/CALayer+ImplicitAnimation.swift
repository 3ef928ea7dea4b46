/// What a change shows as where nobody has an action for it: a way from what showed before to the new value.
extension CALayer {
    /// The animation of a change of a property; nil for a layer that nobody sees, or that is new, or the outermost, and
    /// for properties that cannot be animated. Paths are animated explicitly alone, as Apple documents of
    /// `CAShapeLayer.path`.
    func implicitAnimation(forKey key: String) -> CABasicAnimation? {
        guard let context, context.isPublished, !dirt.contains(.isNew), context.root !== self, modelLayer == nil,
            let kind = type(of: self).valueKind(forKey: key), kind != .path, !Self.isOfTree(key)
        else { return nil }
        let animation = CABasicAnimation(keyPath: key)
        animation.timingFunction = TransactionStack.current.value { $0.timingFunction } ?? .default
        return animation
    }

    /// Whether a key is that of the sublayers or the mask: between two trees there is nothing that could show.
    private static func isOfTree(_ key: String) -> Bool {
        key == LayerKey.sublayers.rawValue || key == LayerKey.mask.rawValue
    }
}
