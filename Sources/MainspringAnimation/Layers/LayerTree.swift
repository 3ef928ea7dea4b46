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
}
