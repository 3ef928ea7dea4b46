internal import Foundation

/// A hit test below layers that are nested deep: a list of what is still to be asked takes the place of the stack.
///
/// Layers of classes that are not ours are asked by their `hitTest(_:)`, which may do anything, and needs stack for
/// each.
struct DeepHitTest {
    private enum Candidate {
        /// A sublayer, to be asked for a point in its superlayer.
        case sublayer(CALayer)
        /// A layer in depth, to be asked for a point of its own.
        case plane(CALayer, CGPoint)
        /// The layer itself.
        case itself
    }

    /// A layer that the search has gone into.
    private struct Level {
        let layer: CALayer
        /// In the layer's own coordinates.
        let point: CGPoint
        /// The layer is hit where nothing inside it is.
        let isHit: Bool
        /// The one to be asked next at the end.
        var rest: [Candidate]
    }

    private static let ownClasses: Set<ObjectIdentifier> = Set(
        [
            CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self, CAScrollLayer.self,
            CAReplicatorLayer.self, CAEmitterLayer.self, CATiledLayer.self, CATransformLayer.self,
        ].map { ObjectIdentifier($0) })

    private let nesting: LayerNesting
    private var levels: [Level] = []

    init(_ nesting: LayerNesting) { self.nesting = nesting }

    /// The layer in front among those inside a layer that a point in its own coordinates lies in.
    mutating func hitSublayer(of layer: CALayer, _ point: CGPoint) -> CALayer? {
        levels = [Level(layer: layer, point: point, isHit: false, rest: Self.sublayers(of: layer))]
        while !levels.isEmpty {
            // By index: while there is a copy of a level, what is taken from its list costs a copy of the list.
            let last = levels.count - 1
            guard let next = levels[last].rest.popLast() else {
                if levels[last].isHit { return levels[last].layer }
                levels.removeLast()
                continue
            }
            switch next {
            case .itself: return levels[last].layer
            case .plane(let layer, let point): enter(layer, own: point)
            case .sublayer(let child):
                if Self.ownClasses.contains(ObjectIdentifier(type(of: child))) {
                    enter(child, levels[last].point)
                } else if nesting.hasRoom(toAsk: child, "hitTest(_:)"), let hit = child.hitTest(levels[last].point) {
                    return hit
                }
            }
        }
        return nil
    }

    private mutating func enter(_ layer: CALayer, _ point: CGPoint) {
        guard !layer.isHidden else { return }
        guard layer.keepsDepth else {
            if let own = layer.inverted(point) { enter(layer, own: own) }
            return
        }
        let planes = layer.planesInDepth(at: point) ?? []
        levels.append(
            Level(
                layer: layer, point: point, isHit: false,
                rest: planes.reversed().compactMap {
                    guard $0.layer === layer else { return .plane($0.layer, $0.point) }
                    return layer.contains($0.point) ? .itself : nil
                }))
    }

    private mutating func enter(_ layer: CALayer, own: CGPoint) {
        let isInside = layer.contains(own)
        if layer.values.masksToBounds, !isInside { return }
        levels.append(Level(layer: layer, point: own, isHit: isInside, rest: Self.sublayers(of: layer)))
    }

    /// As they cover each other, the one in front at the end.
    private static func sublayers(of layer: CALayer) -> [Candidate] {
        let children = layer.relatedChildren
        let order = children.indices.sorted {
            let (left, right) = (children[$0].values.geometry.zPosition, children[$1].values.geometry.zPosition)
            return left == right ? $0 < $1 : left < right
        }
        return order.map { .sublayer(children[$0]) }
    }
}
