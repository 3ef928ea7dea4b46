internal import Foundation
internal import MainspringAnimation

/// A layer whose picture goes over into another one: what it showed is a scene of its own, which lies where the layer does.
final class SceneTransition {
    /// The layer's, in the tree.
    let place: Int32
    /// What it showed; nil for a layer that did not show.
    let former: Scene?
    private let source: LayerFrame?
    private(set) var look: Look
    /// The layer's anchor point, in its own coordinates.
    private var anchor = CGPoint.zero
    /// What the pictures take that are kept of what it showed.
    var share = PictureShare()

    /// All that what is drawn depends on, save for the layer itself.
    struct Look: Equatable {
        var kind: TransitionKind
        var progress: Double
        /// Where the layer would lie if it did not move.
        var map: DeviceMap
        var bounds: CGRect
        var clip: PixelBox
        var isUpward: Bool
        /// How much the whole covers.
        var alpha: Float
        /// Moves the screen's pixels as what was moves.
        var formerMotion: DeviceMap
    }

    /// - Parameter scene: The one that the layer is in.
    init(place: Int32, from source: LayerFrame?, _ look: Look, in scene: Scene) {
        (self.place, self.source, self.look) = (place, source, look)
        former = source.map { _ in
            Scene(
                scale: scene.scale, bounds: scene.bounds, cache: scene.cache, depth: scene.depth,
                mostKept: scene.budget.most)
        }
    }

    /// Whether it is that of what a layer showed then.
    func isFrom(_ other: LayerFrame?) -> Bool { source === other }

    /// Shows it otherwise, with what the layer showed at another place.
    /// - Parameter anchor: The layer's anchor point, in its own coordinates.
    func show(_ look: Look, anchor: CGPoint) {
        (self.look, self.anchor) = (look, anchor)
        showFormer()
    }

    /// Draws what the layer showed by pictures that are kept, or without any.
    func keepPictures(_ isKept: Bool) {
        guard let former, former.keepsPictures != isKept else { return }
        former.keepsPictures = isKept
        former.base = nil
        showFormer()
    }

    private func showFormer() {
        guard let former, let source else { return }
        let shift = PlaneMap(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(Double(anchor.x), Double(anchor.y), 1))
        let map = DeviceMap(shift * look.map.plane).followed(by: look.formerMotion)
        former.show(source, at: Scene.Base(map: map, clip: look.clip, isUpward: look.isUpward))
        if former.keepsPictures { share.pixels = former.budget.kept }
    }

    /// What it cuts off around what moves; nil where nothing does.
    var edge: Outline? { look.kind == .fade ? nil : Outline(look.bounds) }

    /// The pixels that it may change, of those that what is new may.
    func box(with content: PixelBox) -> PixelBox {
        let all = content.joined(former?.contentBox ?? .empty).meeting(look.clip)
        return look.kind == .fade ? all : all.meeting(look.map.box(of: look.bounds))
    }
}

extension Scene {
    /// Where the outermost layer of a scene lies that is drawn as a part of another one.
    struct Base: Equatable {
        /// From the frame's coordinates to the screen's pixels.
        var map: DeviceMap
        var clip: PixelBox
        var isUpward: Bool
    }

    /// Around all that its steps draw.
    var contentBox: PixelBox {
        var box = PixelBox.empty
        var step = 0
        while step < steps.count {
            box = box.joined(steps[step].box)
            step = steps[step].kind == .beginGroup ? Int(groups[Int(steps[step].group)].end) + 1 : step + 1
        }
        return box
    }

    /// Becomes what a layer showed, at a place; its frame does not change.
    func show(_ frame: LayerFrame, at base: Base) {
        if self.base == base { return }
        self.base = base
        defer { lookAtTiles(frame) }
        guard clones.first == frame.nodes.count, !nodes.isEmpty else { return rebuild(frame, all: true) }
        budget.beginCount()
        deciding {
            frame.nodes.withUnsafeBufferPointer { known in
                nodes.withUnsafeMutableBufferPointer { nodes in
                    for index in known.indices { place(index, nodes, known, frame) }
                }
            }
        }
        list(frame)
        formerGroups = nil
    }

    /// A layer's picture may go over into another one: finds how, and moves the layer on that way. Where it would lie is known.
    func placeTransition(
        of index: Int, _ node: UnsafeMutablePointer<SceneNode>, _ source: UnsafePointer<FrameNode>,
        _ frame: LayerFrame, clip: PixelBox, alpha: Float
    ) -> Bool {
        let former = transitions.removeValue(forKey: Int32(index))
        // What keeps depth has no picture that could go over.
        guard let state = frame.transition(of: Int(node.pointee.source)), !source.pointee.traits.contains(.keepsDepth),
            node.pointee.map.isFinite
        else {
            node.pointee.stamp = 0
            return false
        }
        let map = node.pointee.map
        let way = Motion(state.way(through: source.pointee.bounds), map)
        var look = SceneTransition.Look(
            kind: state.kind, progress: state.progress, map: map, bounds: source.pointee.bounds, clip: clip,
            isUpward: node.pointee.isUpward, alpha: alpha, formerMotion: DeviceMap(.identity))
        if state.kind.movesFormer { look.formerMotion = way.part(state.progress) }
        let from = state.former
        let transition: SceneTransition
        if let former, former.place == source.pointee.place, former.isFrom(from) {
            transition = former
        } else if let former = formerTransitions.removeValue(forKey: source.pointee.place), former.isFrom(from) {
            transition = former
        } else {
            transition = SceneTransition(place: source.pointee.place, from: from, look, in: self)
            node.pointee.stamp = 0
        }
        if node.pointee.stamp == 0 || transition.look != look {
            latestStamp += 1
            node.pointee.stamp = latestStamp
            transition.show(look, anchor: frame.geometry(of: source.pointee).anchor)
        }
        transition.keepPictures(hasRoom(&transition.share))
        transitions[Int32(index)] = transition
        if state.kind.movesNew {
            let own = way.part(state.progress, leaving: true)
            let outer = node.pointee.mover >= 0 ? motions[node.pointee.mover] : nil
            motions[Int32(index)] = outer?.followed(by: own) ?? own
            node.pointee.mover = Int32(index)
            node.pointee.map = map.followed(by: own)
        }
        return true
    }

    /// Whether a layer's transition shows no more of it than lies in its bounds.
    func isCutByTransition(_ node: UnsafePointer<SceneNode>) -> Bool {
        guard node.pointee.transitionGroup >= 0 else { return false }
        return transitions[groups[Int(node.pointee.transitionGroup)].node]?.edge != nil
    }

    /// Finds the pixels of a transition whose new content is known.
    func measureTransition(_ group: inout SceneGroup, _ content: PixelBox) {
        group.box = transitions[group.node]?.box(with: content) ?? content
    }
}

/// Moves the screen's pixels as a layer's plane moves along a way.
private struct Motion {
    /// In the layer's own coordinates.
    private let way: CGSize
    private let map: DeviceMap

    init(_ way: CGSize, _ map: DeviceMap) { (self.way, self.map) = (way, map) }

    /// After a part of the way.
    /// - Parameter leaving: As much before the end of the way as that.
    func part(_ part: Double, leaving: Bool = false) -> DeviceMap {
        guard map.isAffine else { return inPerspective(leaving ? part - 1 : part) }
        let plane = map.plane
        let whole = SIMD2(
            plane.r0.x * way.width + plane.r1.x * way.height, plane.r0.y * way.width + plane.r1.y * way.height)
        var gone = whole * part
        // Whole pixels, so that what is sharp stays so, and what was and what is new lie side by side without a seam.
        if map.isUpright { gone = gone.rounded(.toNearestOrAwayFromZero) }
        if leaving { gone -= whole }
        return DeviceMap(PlaneMap(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(gone.x, gone.y, 1)))
    }

    private func inPerspective(_ part: Double) -> DeviceMap {
        guard part != 0, let inverse = map.plane.inverse else { return DeviceMap(.identity) }
        let moved = PlaneMap(
            SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(Double(way.width) * part, Double(way.height) * part, 1))
        return DeviceMap(inverse * moved * map.plane)
    }
}
