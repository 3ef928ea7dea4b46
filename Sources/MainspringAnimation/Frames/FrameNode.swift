internal import Foundation

/// A layer in a frame: what it has at the frame's time, and where that puts it.
struct FrameNode {
    /// Kept alive by the frame's tree.
    unowned(unsafe) var layer: RenderLayer
    /// In the tree.
    let place: Int32
    /// In the frame; -1 for the outermost.
    let parent: Int32
    /// One behind the last of those inside it.
    var end: Int32 = 0
    /// It is no sublayer, but says how much of its parent shows.
    let isMask: Bool
    /// From the host's time to the layer's.
    var time = TimeMap.identity

    // What it has at the frame's time.
    var geometry: LayerGeometry
    var opacity: Double
    /// The first of its other animated values; -1 where there are none.
    var values: Int32 = -1

    // Where that puts it.
    /// From the layer's own coordinates to the host's.
    var world = PlaneMap.identity
    /// Its place in space, where it is in a layer that is not made flat; -1 elsewhere.
    var space: Int32 = -1
    /// Around what it paints itself, in the host's coordinates; null where nothing shows.
    var box = CGRect.null
    /// What layers around it, and itself, leave of what is in it.
    var clip = CGRect.infinite
    /// With that of the layers around it.
    var totalOpacity = 1.0
    /// Neither it nor a layer around it is hidden.
    var isShown = true

    /// Seconds of the host's time at which an animation of it begins or ends next.
    var nextNotice = -Double.infinity
    /// An animation of it runs.
    var isMoving = false
}

/// A layer in space: its place among layers that are not made flat, and where their plane lies.
struct FrameSpace {
    var matrix: Matrix4
    var plane: PlaneMap
}
