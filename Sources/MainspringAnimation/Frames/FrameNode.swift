package import Foundation

/// A layer in a frame: what it has at the frame's time, and where that puts it.
///
/// Small, since each frame goes through all that move: what few layers have stands in ``FrameSpace`` and
/// ``FrameCourse``.
package struct FrameNode {
    /// Kept alive by the frame's tree.
    package unowned(unsafe) var layer: RenderLayer
    /// In the tree.
    package let place: Int32
    /// In the frame; -1 for the outermost.
    package let parent: Int32
    /// One behind the last of those inside it.
    package var end: Int32 = 0
    /// The nearest layer around it that cuts off what is outside of it; -1 without one.
    package var clip: Int32 = -1
    /// The nearest layer around it, or itself, that makes of a change one elsewhere; -1 without one.
    package var spread: Int32 = -1
    /// Of the frame's spaces; -1 for a layer that lies in the plane.
    package var space: Int32 = -1
    /// Of the frame's clips; -1 for a layer that never cut off anything.
    package var ownClip: Int32 = -1
    /// Of the frame's animations; -1 without any.
    package var animations: Int32 = -1
    package var traits: FrameTraits
    package var opacity: Float = 1
    /// With that of the layers around it.
    package var totalOpacity: Float = 1

    // What it has at the frame's time.
    package var bounds = CGRect.zero
    package var position = CGPoint.zero
    package var anchorPoint = CGPoint.zero
    /// Its transform, where that stays in the plane.
    package var transform = AffineMap.identity

    // Where that puts it.
    /// From the layer's own coordinates to the host's, where there is no perspective in it.
    package var world = AffineMap.identity
    /// Around what it paints itself, in the host's coordinates; null where nothing shows.
    package var box = CGRect.null

    package init(_ layer: RenderLayer, place: Int32, parent: Int32, isMask: Bool) {
        self.layer = layer
        self.place = place
        self.parent = parent
        traits = isMask ? .isMask : []
        replace(layer)
    }

    /// The layer was published anew; what it has is that without animations.
    package mutating func replace(_ layer: RenderLayer) {
        self.layer = layer
        let geometry = layer.values.geometry
        traits = FrameTraits(layer).union(traits.intersection(.found))
        opacity = layer.values.opacity
        bounds = geometry.bounds
        position = geometry.position
        anchorPoint = geometry.anchorPoint
        transform = AffineMap(geometry.transform)
    }

    /// Takes over what another version of the node was, to see what has changed since.
    package mutating func take(over former: FrameNode) {
        let isMask = traits.intersection(.isMask)
        traits = former.traits.subtracting(.isMask).union(isMask)
        opacity = former.opacity
        bounds = former.bounds
        position = former.position
        anchorPoint = former.anchorPoint
        transform = former.transform
        world = former.world
        box = former.box
        totalOpacity = former.totalOpacity
    }
}

/// What is to be known quickly of a layer in a frame.
package struct FrameTraits: OptionSet {
    package let rawValue: UInt16

    /// No sublayer, but what says how much of its parent shows.
    package static let isMask = FrameTraits(rawValue: 1)
    package static let isHidden = FrameTraits(rawValue: 2)
    package static let clips = FrameTraits(rawValue: 4)
    package static let isFlipped = FrameTraits(rawValue: 8)
    /// Does something to all those inside it.
    package static let placesOthers = FrameTraits(rawValue: 16)
    package static let keepsDepth = FrameTraits(rawValue: 32)
    package static let throwsShadow = FrameTraits(rawValue: 64)
    /// Its transform is not the identity.
    package static let isTransformed = FrameTraits(rawValue: 128)
    /// Its transform does not stay in the plane.
    package static let isSpatial = FrameTraits(rawValue: 256)

    /// Neither it nor a layer around it is hidden.
    package static let isShown = FrameTraits(rawValue: 512)
    /// It is seen in perspective, or in a layer that keeps depth: its space says where it lies.
    package static let isInSpace = FrameTraits(rawValue: 1024)
    /// It paints outside of its bounds.
    package static let paintsBeyond = FrameTraits(rawValue: 2048)
    /// It blurs what is in it, throws a shadow of that, or shows it several times.
    package static let spreads = FrameTraits(rawValue: 4096)

    /// What is not said by the layer itself, but found when it is placed.
    package static let found: FrameTraits = [.isMask, .isShown, .isInSpace]

    /// What a layer says without animations.
    package init(_ layer: RenderLayer) {
        let values = layer.values
        self = []
        if values.isHidden { insert(.isHidden) }
        if values.masksToBounds { insert(.clips) }
        if values.isGeometryFlipped { insert([.isFlipped, .placesOthers]) }
        if values.look.sublayerTransform != .identity { insert(.placesOthers) }
        if layer.keepsDepth { insert(.keepsDepth) }
        formUnion(.beyond(layer))
        if values.look.shadow.opacity > 0 { insert(.throwsShadow) }
        note(values.geometry.transform)
        if values.geometry.anchorPointZ != 0 { insert(.isSpatial) }
    }

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// What a transform says.
    package mutating func note(_ transform: Matrix4) {
        remove([.isTransformed, .isSpatial])
        if transform != .identity { insert(.isTransformed) }
        if !transform.isAffine2D { insert(.isSpatial) }
    }
}

/// Where a layer is that does not simply lie in the plane.
package struct FrameSpace {
    /// From its own coordinates to the host's.
    package var world = PlaneMap.identity
    /// Where it keeps depth: its place among layers that do, and where their plane lies in the host.
    package var matrix = Matrix4.identity
    package var plane = PlaneMap.identity
}

/// The animations of a layer in a frame.
struct FrameAnimations {
    /// -1 for those that are not used any more.
    var node: Int32
    /// Of the frame's runs.
    var points: Range<Int32> = 0..<0
    var transforms: Range<Int32> = 0..<0
    /// Of the frame's other courses.
    var others: Range<Int32> = 0..<0
    /// One of these is of something that the layer shows, and not only of where it is and how much of it is seen.
    var changesLook = false
    /// An animation runs that may change something at any time.
    var isMoving = false
    /// One runs that changes something at certain times.
    var isStepping = false
    /// Seconds of the host's time at which an animation begins or ends next.
    var nextNotice = -Double.infinity
    /// The same of the next change, while nothing moves between changes.
    var nextStep = Double.infinity
    /// From the host's time to the layer's.
    var time = TimeMap.identity
}

/// An animation of a property that is none of plain numbers, or does not say where a layer is.
struct FrameCourse {
    /// Of the layer's.
    let course: Int32
    let key: LayerKey?
    var value: AnimatedValue
}
