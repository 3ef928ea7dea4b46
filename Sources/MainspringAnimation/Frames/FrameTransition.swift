package import Foundation

/// How far a layer's picture has gone over into its next one, in a frame.
package struct FrameTransition {
    let committed: CommittedTransition
    /// How much of it is done, from 0 to 1; timing functions have been applied.
    package let progress: Double
    /// Around all that it may show, in the host's coordinates.
    var reach = CGRect.null
    /// With how much of it is seen.
    var cover: Float = 0

    init(_ committed: CommittedTransition, progress: Double) {
        self.committed = committed
        self.progress = progress
    }

    package var kind: TransitionKind { committed.kind }

    /// What the layer showed before, in a frame of its own, whose first node it is, with its anchor point where coordinates begin; nil for
    /// a layer that did not show.
    package var former: LayerFrame? { committed.origin?.frame }

    /// The whole way of what moves, through the layer's bounds, in its own coordinates.
    package func way(through bounds: CGRect) -> CGSize { committed.direction.way(through: bounds) }

    /// Whether it shows the same as another one of the same layer, if that has not changed.
    func isSame(as other: FrameTransition) -> Bool { committed === other.committed && progress == other.progress }
}
