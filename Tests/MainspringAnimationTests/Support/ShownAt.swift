@testable import MainspringAnimation

extension CALayer {
    /// What a committed property shows at an instant of the host's time, past or to come.
    func shown(_ key: LayerKey, at time: Double) -> AnimatedValue? {
        guard let (layer, local) = context?.shown(self, at: time) else { return nil }
        guard let animations = layer.animations,
            let course = animations.courses.firstIndex(where: { $0.layerKey == key })
        else { return layer.values.animatedValue(of: key) }
        return animations.value(of: course, at: local, values: layer.values)
    }
}
