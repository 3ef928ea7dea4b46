internal import Foundation
internal import MainspringAnimation

/// A layer of a frame, as the compositor sees it: where it lies among the pixels, and what is drawn of it.
struct SceneNode {
    /// The frame's node, and the scene's node around it; -1 for none.
    var source: Int32 = -1
    var parent: Int32 = -1
    var map = DeviceMap(.identity)
    /// What is drawn of it.
    var paint: LayerPaint?
    /// How much what it draws covers, with the layers around it that are no groups; of a group, how much that covers.
    var alpha: Float = 1
    /// What those inside it are multiplied by.
    var innerAlpha: Float = 1
    var isShown = false
    /// Whether what is in it is a part of its picture, or of one around it, and of no list.
    var hidesInner = false
    /// Whether y grows upwards where it lies.
    var isUpward = false
    /// What the layers around it leave to be seen of what it draws itself: more than of itself where a blur or a shadow brings it in.
    var clip = PixelBox.empty
    /// What they leave to be seen of it as a group.
    var groupClip = PixelBox.empty
    /// The same of what is in it.
    var innerClip = PixelBox.empty
    /// The pixels of what it draws itself.
    var box = PixelBox.empty
    /// What makes another list of steps necessary.
    var kind = Kind()
    /// Its steps, which lie side by side but for those inside it; -1 for one that it has not.
    var front: Int32 = -1
    var inside: Int32 = -1
    var over: Int32 = -1
    /// The scene's group that it is, that its edge is, and that it lies in; -1 for none.
    var group: Int32 = -1
    var clipGroup: Int32 = -1
    /// The one in which its picture goes over into another one.
    var transitionGroup: Int32 = -1
    var outerGroup: Int32 = -1
    /// The how-manieth it is of all, as they cover each other.
    var rank: Int32 = -1

    /// How far blurs of the layers around it reach, and of those that what is inside it is in.
    var reachAround: Int32 = 0
    var reachInside: Int32 = 0
    /// The innermost layer, it itself or around it, that a transition moves; -1 for none.
    var mover: Int32 = -1
    /// Another one each time that its transition shows something else; 0 without one.
    var stamp: Int32 = 0

    /// Becomes a part of a picture around it.
    mutating func becomePart() {
        (isShown, hidesInner, kind) = (false, true, Kind())
        (innerClip, innerAlpha, box, mover, stamp) = (.empty, 0, .empty, -1, 0)
    }

    /// The group that what is inside it lies in.
    var innermostGroup: Int32 {
        if clipGroup >= 0 { return clipGroup }
        if group >= 0 { return group }
        return transitionGroup >= 0 ? transitionGroup : outerGroup
    }

    /// So many pixels is a blur's deviation at most: what it reads from around the screen is bounded.
    static let largestDeviation = 250.0

    /// A blur's deviation, in pixels.
    func deviation(_ radius: Double) -> Double {
        let deviation = radius * map.meanEnlargement(in: paint?.bounds ?? .zero)
        return deviation > 0 ? min(deviation, Self.largestDeviation) : 0
    }

    /// How a layer is made up of steps.
    struct Kind: Equatable {
        var isTransition = false
        var isGroup = false
        var clipsByGroup = false
        var hasFront = false
        var hasInside = false
        var hasOver = false
        var hasSublayers = false
        /// Shows those inside it so often, with what is done to colours: of the first one, and with each one more.
        var showings = 1
        var tint = SIMD4<Float>(repeating: 1)
        var tintStep = SIMD4<Float>(repeating: 0)
        var z = 0.0
    }
}
