internal import Foundation
internal import Locks

/// What a layer showed, with all that is in it, at the instant of a commit: the tree that had been published before, in which time stands
/// still.
///
/// The tree is shared with whatever else holds it. It has no transitions itself, so origins hold no others.
final class TransitionOrigin: Sendable {
    private let tree: RenderTree
    /// In the layer's own time, and in the host's.
    private let time: Double
    private let hostTime: Double
    private let made = Guarded<Made?>(nil)

    private struct Made {
        let frame: LayerFrame
        let box: CGRect
    }

    /// - Parameters:
    ///   - former: The tree.
    ///   - place: The layer's in it.
    ///   - layer: The layer there.
    ///   - time: The instant, in the layer's own time.
    ///   - hostTime: The same in the host's.
    init(_ former: RenderTree, place: Int32, _ layer: RenderLayer, time: Double, hostTime: Double) {
        var tree = former
        tree.transitions = [:]
        tree[place] = RenderLayer(unplaced: layer)
        tree.root = place
        self.tree = tree
        (self.time, self.hostTime) = (time, hostTime)
    }

    /// The layer and what is in it, with its anchor point where coordinates begin. Made when it is asked first; it does not change.
    var frame: LayerFrame { known.frame }

    /// Around all that it shows, in the frame's coordinates; null for nothing.
    var box: CGRect { known.box }

    private var known: Made {
        if let made = made.withLock({ $0 }) { return made }
        // Two threads may make it at once, and both have made the same.
        let frame = LayerFrame(tree, at: time, hostTime: hostTime)
        let new = Made(frame: frame, box: frame.boxOfAll(0..<frame.nodes.count))
        return made.withLock { made in
            if let made { return made }
            made = new
            return new
        }
    }
}

extension RenderLayer {
    /// The same as an outermost one: its anchor point lies where coordinates begin, and its own time is that around it.
    fileprivate convenience init(unplaced other: RenderLayer) {
        var values = other.values
        values.geometry.position = .zero
        values.geometry.zPosition = 0
        values.geometry.anchorPointZ = 0
        values.geometry.transform = .identity
        values.look.timing = LayerTiming()
        self.init(
            identity: other.identity, type: other.type, values: values, ownOfClass: other.ownOfClass,
            ownValues: other.ownValues, children: other.children, mask: other.mask, keepsDepth: other.keepsDepth,
            animations: other.animations.map {
                LayerAnimations($0, without: [.position, .zPosition, .anchorPointZ, .transform])
            })
    }
}
