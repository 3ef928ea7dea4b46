internal import Mainspring

/// Where a layer is in its tree.
struct LayerTree {
    /// The superlayer, or the layer that this one masks.
    ///
    /// `unowned(unsafe)`: a layer that goes takes itself out of its children and its mask, on the thread that the tree
    /// belongs to.
    unowned(unsafe) var parent: CALayer?
    /// From back to front.
    var children: [CALayer] = []
    var mask: CALayer?
    /// Where the layer stood among its siblings when that was found last. It may stand elsewhere by now.
    var lastIndex = 0
    /// How many sublayers were looked at, beside where they stood last, since all of them were told where they stand.
    var searched = 0

    /// The layer goes: lets go of those in it.
    mutating func release() {
        StepwiseRelease.release(&children)
        StepwiseRelease.release(&mask)
    }
}
