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
    var traits: FrameTraits
    /// From the host's time to the layer's.
    var time = TimeMap.identity

    // What it has at the frame's time.
    var geometry: LayerGeometry
    var opacity: Double

    // Where that puts it.
    /// From the layer's own coordinates to the host's.
    var world = PlaneMap.identity
    /// Around what it paints itself, in the host's coordinates; null where nothing shows.
    var box = CGRect.null
    /// What layers around it, and itself, leave of what is in it.
    var clip = CGRect.infinite
    /// With that of the layers around it.
    var totalOpacity = 1.0
    /// Its place in space, where it is in a layer that is not made flat; -1 elsewhere.
    var space: Int32 = -1

    /// Its animations; -1 without any.
    var animations: Int32 = -1

    init(_ layer: RenderLayer, place: Int32, parent: Int32, isMask: Bool) {
        self.layer = layer
        self.place = place
        self.parent = parent
        traits = FrameTraits(layer)
        if isMask { traits.insert(.isMask) }
        geometry = layer.values.geometry
        opacity = Double(layer.values.opacity)
    }

    /// The layer was published anew; what it has is that without animations.
    mutating func replace(_ layer: RenderLayer) {
        self.layer = layer
        let kept = traits.intersection([.isMask, .isShown, .isInPerspective, .isClipped, .clipsOthers])
        traits = FrameTraits(layer).union(kept)
        geometry = layer.values.geometry
        opacity = Double(layer.values.opacity)
    }

    /// Takes over where another version of the node was, to see what has moved.
    mutating func takePlace(of former: FrameNode) {
        geometry = former.geometry
        opacity = former.opacity
        world = former.world
        box = former.box
        clip = former.clip
        totalOpacity = former.totalOpacity
        traits = former.traits.subtracting(.isMask).union(traits.intersection(.isMask))
    }
}

/// What is to be known quickly of a layer in a frame.
struct FrameTraits: OptionSet {
    let rawValue: UInt16

    /// No sublayer, but what says how much of its parent shows.
    static let isMask = FrameTraits(rawValue: 1)
    static let isHidden = FrameTraits(rawValue: 2)
    /// Neither it nor a layer around it is hidden.
    static let isShown = FrameTraits(rawValue: 4)
    static let clips = FrameTraits(rawValue: 8)
    static let isFlipped = FrameTraits(rawValue: 16)
    /// Does something to all those inside it.
    static let placesOthers = FrameTraits(rawValue: 32)
    static let keepsDepth = FrameTraits(rawValue: 64)
    static let throwsShadow = FrameTraits(rawValue: 128)
    /// Its transform is not the identity.
    static let isTransformed = FrameTraits(rawValue: 256)
    /// Its transform does not stay in the plane.
    static let isSpatial = FrameTraits(rawValue: 512)
    /// It is seen in perspective: its map is not affine.
    static let isInPerspective = FrameTraits(rawValue: 1024)
    /// Layers around it cut off what is outside of them.
    static let isClipped = FrameTraits(rawValue: 2048)
    /// It, or layers around it, cut off what is in it.
    static let clipsOthers = FrameTraits(rawValue: 4096)

    /// What a layer says without animations.
    init(_ layer: RenderLayer) {
        let values = layer.values
        self = []
        if values.isHidden { insert(.isHidden) }
        if values.masksToBounds { insert(.clips) }
        if values.isGeometryFlipped { insert([.isFlipped, .placesOthers]) }
        if values.geometry.sublayerTransform != .identity { insert(.placesOthers) }
        if layer.keepsDepth { insert(.keepsDepth) }
        if values.look.shadow.opacity > 0 { insert(.throwsShadow) }
        noteTransform(values.geometry.transform)
        if values.geometry.anchorPointZ != 0 { insert(.isSpatial) }
    }

    /// What a transform says.
    mutating func noteTransform(_ transform: Matrix4) {
        remove([.isTransformed, .isSpatial])
        if transform != .identity { insert(.isTransformed) }
        if !transform.isAffine2D { insert(.isSpatial) }
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A layer in space: its place among layers that are not made flat, and where their plane lies.
struct FrameSpace {
    var matrix: Matrix4
    var plane: PlaneMap
}

/// The animations of a layer in a frame.
struct FrameAnimations {
    /// -1 for those that are not used any more.
    var node: Int32
    /// Of the frame's runs.
    var vectors: Range<Int32> = 0..<0
    var transforms: Range<Int32> = 0..<0
    /// Of the frame's other courses.
    var others: Range<Int32> = 0..<0
    /// Seconds of the host's time at which an animation begins or ends next.
    var nextNotice = -Double.infinity
    /// An animation runs.
    var isMoving = false
}

/// An animation of a property that is none of plain numbers, or does not say where a layer is.
struct FrameCourse {
    /// -1 for one that is not used any more.
    var node: Int32
    /// Of the layer's.
    let course: Int32
    let key: LayerKey?
    var value: AnimatedValue
}
