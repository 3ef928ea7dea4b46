internal import Foundation

/// The layer as it shows.
extension CALayer {
    /// The class's ``init(layer:)``, called on whatever class the receiver is.
    ///
    /// Swift calls an initializer of a class that is known only when the program runs if it is `required`; a required
    /// one would have to be written down in each subclass, which no layer class made for Apple's platforms does. This
    /// is the allocating entry point of ``init(presenting:)`` under its own name: it takes the class as a static method
    /// does, and goes through the class's table for `init(layer:)`. A class that does not have that initializer ends
    /// the program with Swift's sentence, as on Apple's platforms.
    @_silgen_name("$s19MainspringAnimation7CALayerC10presentingACyp_tcfC")
    private static func makePresentation(_ layer: __owned Any) -> CALayer

    func present() -> Self? {
        guard modelLayer == nil else { return self }
        guard let shown = context?.shown(self) else { return nil }
        let copy = type(of: self).makePresentation(self)
        copy.modelLayer = self
        copy.take(shown.layer, values: shown.layer.values)
        copy.attached = attached
        for property in AnimatableProperties.of(type(of: self)).byKey.values {
            guard let value = committedOwn[property.key] else { continue }
            copy.setValue(property.kind.any(value), forKey: property.key)
        }
        if let animations = shown.layer.animations {
            for (index, course) in animations.courses.enumerated() {
                guard let value = animations.value(of: index, at: shown.time, values: shown.layer.values) else {
                    continue
                }
                if let key = course.layerKey {
                    copy.values.set(value, of: key)
                } else {
                    copy.setValue(course.kind.any(value), forKey: course.key)
                }
            }
        }
        return copy as? Self
    }

    /// Takes over what was published of a layer, apart from its animations.
    /// - Parameter values: What it has of what every layer has, which may be animated.
    func take(_ published: RenderLayer, values: LayerValues) {
        self.values = values
        if let own = published.ownOfClass { take(ownOfClass: own) }
    }

    /// What a property shows, as it was committed; its model's value for a layer that was not.
    func committedValue(of key: String) -> AnimatedValue? {
        guard let shown = context?.shown(self) else {
            return LayerKey(rawValue: key).flatMap { values.animatedValue(of: $0) }
                ?? Self.blendable(committableOwnValues[key], of: key)
        }
        if let animations = shown.layer.animations,
            let course = animations.courses.firstIndex(where: { $0.key == key })
        {
            return animations.value(of: course, at: shown.time, values: shown.layer.values)
        }
        return LayerKey(rawValue: key).flatMap { shown.layer.values.animatedValue(of: $0) }
            ?? Self.blendable(committedOwn[key], of: key)
    }

    /// An instant of the host's time in this layer's, as the layers around it were published.
    /// - Parameter version: Of the tree.
    func committedTime(_ time: Double, in tree: RenderTree, _ version: UInt64) -> Double {
        guard context?.hasOwnTimes ?? true else { return time }
        guard !LayerSurroundings.isDeep(self) else {
            return LayerSurroundings.find(
                of: self, \.committedTime, outside: LayerInstant(outside: time, version: version, local: time),
                isKnown: { $0.outside == time && $0.version == version },
                step: { $1.inside($0.committedMap(in: tree)) }
            ).local
        }
        var maps: [TimeMap] = []
        var next: CALayer? = self
        while let layer = next {
            let map = layer.committedMap(in: tree)
            if map != .identity { maps.append(map) }
            next = layer.tree.parent
        }
        return maps.reversed().reduce(time) { $1.local($0) }
    }

    private func committedMap(in tree: RenderTree) -> TimeMap {
        let published = tree[hostPlace].flatMap { $0.identity == hostIdentity ? $0 : nil }
        return published?.timing ?? values.timing.map
    }

    /// The superlayer, of a presentation as it shows; what finds and converts goes this way.
    final var relatedParent: CALayer? { modelLayer == nil ? tree.parent : presentedSuperlayer }

    /// The sublayers, of a presentation as they show.
    final var relatedChildren: [CALayer] { modelLayer == nil ? tree.children : presentedSublayers ?? [] }

    /// The same each time, so that what goes outwards again and again makes no others.
    var presentedSuperlayer: CALayer? {
        if presentedParent == nil { presentedParent = modelLayer?.superlayer?.presentation() }
        return presentedParent
    }

    var presentedSublayers: [CALayer]? {
        guard let layers = modelLayer?.sublayers?.compactMap({ presentation(of: $0) }) else { return nil }
        return layers.isEmpty ? nil : layers
    }

    var presentedMask: CALayer? { modelLayer?.mask.flatMap { presentation(of: $0) } }

    private func presentation(of inner: CALayer) -> CALayer? {
        let presentation = inner.presentation()
        presentation?.presentedParent = self
        return presentation
    }
}
