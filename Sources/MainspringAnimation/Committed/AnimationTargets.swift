/// What the last key path led to: animations come in rows of the same property.
struct AnimationTargets {
    private var keyPath = ""
    private var owner: ObjectIdentifier?
    private var target: AnimationTarget?

    /// What a key path of a layer leads to, if that depends on the layer's class alone; nil where it has to be looked
    /// for.
    mutating func target(of keyPath: String, in layer: CALayer) -> AnimationTarget? {
        let owner = ObjectIdentifier(type(of: layer))
        if self.owner == owner, keyPath == self.keyPath { return target }
        guard let found = layer.animationTarget(keyPath), found.layerKey != nil else { return nil }
        (self.keyPath, self.owner, target) = (keyPath, owner, found)
        return found
    }
}
