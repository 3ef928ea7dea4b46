import Synchronization

/// What a layer that is deep inside others has from those around it, kept until one of them changes it: so asking all
/// layers of a tree costs about as many steps as there are layers, however deep they are.
///
/// What is kept counts in the round in which it was found, and a layer that keeps something has only layers around it
/// that do so too. Where one of these changes what counts, or leaves, another round begins.
final class LayerSurroundings {
    private static let round = Atomic<UInt64>(1)
    /// So near to the outermost layer, or to one that knows, a layer just looks: most trees never keep anything.
    private static let near = 64

    /// What was found, and when.
    struct Kept<Value> {
        fileprivate var round: UInt64 = 0
        fileprivate var value: Value?
    }

    /// Whether an odd number of layers is flipped.
    var isFlipped = Kept<Bool>()
    /// The layer around all.
    var root = Kept<ObjectIdentifier?>()
    var time = Kept<LayerInstant>()
    var committedTime = Kept<LayerInstant>()

    /// Whether so many layers are around a layer that it is worth while to keep what it has from them.
    static func isDeep(_ layer: CALayer) -> Bool {
        var steps = 0
        var next: CALayer? = layer
        while let current = next, steps <= near {
            // Those inside one that was deep mostly are so too.
            if current.surroundings != nil { return true }
            steps += 1
            next = current.tree.parent
        }
        return next != nil
    }

    /// What a layer has, made step by step of what those around it have, the outermost first.
    /// - Parameters:
    ///   - outside: What the step begins with.
    ///   - isKnown: Whether what was kept is what is asked for.
    ///   - step: What a layer makes of what the one around it has.
    static func find<Value>(
        of layer: CALayer, _ kept: ReferenceWritableKeyPath<LayerSurroundings, Kept<Value>>, outside: Value,
        isKnown: (Value) -> Bool = { _ in true }, step: (CALayer, Value) -> Value
    ) -> Value {
        let round = round.load(ordering: .relaxed)
        var way: [CALayer] = []
        var value = outside
        var next: CALayer? = layer
        while let current = next {
            if let known = current.surroundings?[keyPath: kept], known.round == round, let found = known.value,
                isKnown(found)
            {
                value = found
                break
            }
            way.append(current)
            next = current.tree.parent
        }
        let isKept = way.count > near
        for layer in way.reversed() {
            value = step(layer, value)
            guard isKept else { continue }
            let surroundings = layer.surroundings ?? LayerSurroundings()
            layer.surroundings = surroundings
            surroundings[keyPath: kept] = Kept(round: round, value: value)
        }
        return value
    }

    /// A layer is about to come into another place, or out of one, or has changed what those inside it have from it.
    @inline(__always)
    static func change(of layer: CALayer) {
        if layer.surroundings != nil { forget(layer) }
    }

    @inline(never)
    private static func forget(_ layer: CALayer) {
        layer.surroundings = nil
        if layer.tree.children.isEmpty, layer.tree.mask == nil { return }
        round.wrappingAdd(1, ordering: .relaxed)
    }
}

/// An instant outside of all layers, and what it is in the time of one.
struct LayerInstant {
    let outside: Double
    /// Of the published tree that was asked for it; 0 for the layers themselves.
    var version: UInt64 = 0
    var local: Double

    /// The same instant in the time of what is inside.
    func inside(_ map: TimeMap) -> LayerInstant {
        // Not even rounded where time goes on as it does outside.
        map == .identity ? self : LayerInstant(outside: outside, version: version, local: map.local(local))
    }
}
