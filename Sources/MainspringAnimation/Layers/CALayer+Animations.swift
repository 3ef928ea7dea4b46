/// The animations that a layer has.
extension CALayer {
    func attach(_ animation: CAAnimation, forKey key: String?) {
        guard let copy = animation.copy() as? CAAnimation else { return }
        if let key { detachAnimation(forKey: key) }
        attached.append(AttachedAnimation(key: key, animation: copy))
    }

    func detachAnimation(forKey key: String) {
        attached.removeAll { $0.key == key }
    }

    func detachAllAnimations() {
        attached.removeAll()
    }

    var attachedKeys: [String]? {
        let keys = attached.compactMap(\.key)
        return keys.isEmpty ? nil : keys
    }

    func attachedAnimation(forKey key: String) -> CAAnimation? {
        attached.first { $0.key == key }?.animation
    }
}
