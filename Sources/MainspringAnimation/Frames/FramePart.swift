internal import Foundation

/// A layer of a frame with all that is in it, as a tree of its own: what it shows, wherever it lies and however much of it is seen.
///
/// The layer itself has no place, transform or opacity there: its anchor point lies where coordinates begin. Its frame does not change
/// while nothing but these does. Belongs to one thread at a time, as the frame does that it is a part of.
package final class FramePart {
    /// The layer is its first node.
    package let frame = LayerFrame()
    private var tree = RenderTree()
    /// Places of this tree by those of the whole one, and those that are free again.
    private var places: [Int32: Int32] = [:]
    private var freePlaces: [Int32] = []
    /// What the layers of this tree were made of, as the whole frame has them.
    private var sources: ContiguousArray<Source> = []
    private var rootTiming = TimeMap.identity
    /// What the layer said when it was taken over last, and what was made of that.
    private var rootValues: (said: LayerValues, own: LayerValues)?

    private struct Source {
        /// Kept, so that no other layer may lie where it did.
        let layer: RenderLayer
        let place: Int32
    }

    package init() {}

    /// Becomes what a node of a frame is with those in it.
    package func update(to node: Int, of whole: LayerFrame) {
        let range = node..<max(Int(whole.nodes[node].end), node + 1)
        let timing = whole.timings(of: node).reduce(.identity) { $1.inside($0) }
        if !isSame(range, of: whole) || timing != rootTiming { take(range, of: whole, timing) }
        takeTransitions(of: whole, except: whole.nodes[node].place)
        frame.hostTime = whole.hostTime
        frame.update(to: tree, at: whole.time)
    }

    private func isSame(_ range: Range<Int>, of whole: LayerFrame) -> Bool {
        guard range.count == sources.count else { return false }
        for (offset, index) in range.enumerated()
        where sources[offset].layer !== whole.nodes[index].layer || sources[offset].place != whole.nodes[index].place {
            return false
        }
        return true
    }

    private func take(_ range: Range<Int>, of whole: LayerFrame, _ timing: TimeMap) {
        let former = Dictionary(sources.map { ($0.place, $0.layer) }, uniquingKeysWith: { $1 })
        sources = ContiguousArray(
            range.map { Source(layer: whole.nodes[$0].layer, place: whole.nodes[$0].place) })
        number()
        let isRetimed = rootTiming != timing
        rootTiming = timing
        for (offset, source) in sources.enumerated() {
            guard former[source.place] !== source.layer || offset == 0 && isRetimed, let place = places[source.place]
            else { continue }
            if offset == 0 {
                tree[place] = RenderLayer(partOf: source.layer, values(of: source.layer), places, timing)
                tree.root = place
            } else {
                tree[place] = source.layer.isLeaf ? source.layer : RenderLayer(source.layer, renumbered: places)
            }
        }
    }

    /// What the layer says without what is done with the whole of it. Where it looks as before it shares the look of before, so that who
    /// draws it sees that.
    private func values(of layer: RenderLayer) -> LayerValues {
        var own = layer.values.withoutWhole
        if let known = rootValues, known.said.shares(lookOf: layer.values) {
            own.share(lookOf: known.own)
        } else {
            own.look.filters.compositing = nil
            own.look.rendering.shouldRasterize = false
        }
        rootValues = (layer.values, own)
        return own
    }

    /// Gives each layer a place; one that it has, it keeps. None gets that of a layer that goes now: it would be taken for that one.
    private func number() {
        for source in sources where places[source.place] == nil {
            places[source.place] = freePlaces.popLast() ?? Int32(places.count)
        }
        let now = Set(sources.map(\.place))
        for (whole, own) in places where !now.contains(whole) {
            places[whole] = nil
            freePlaces.append(own)
            tree[own] = nil
        }
    }

    /// Those of the layer itself are none of what it shows.
    private func takeTransitions(of whole: LayerFrame, except root: Int32) {
        if whole.tree.transitions.isEmpty, tree.transitions.isEmpty { return }
        tree.transitions = [:]
        for (place, transition) in whole.tree.transitions where place != root {
            if let own = places[place] { tree.transitions[own] = transition }
        }
    }
}

extension RenderLayer {
    /// Whether it leads to no other layer.
    fileprivate var isLeaf: Bool { children.isEmpty && mask < 0 }

    /// The same as the outermost one of a part.
    fileprivate convenience init(
        partOf other: RenderLayer, _ values: LayerValues, _ places: [Int32: Int32], _ timing: TimeMap
    ) {
        self.init(
            other, values, renumbered: places, timing: timing,
            animations: other.animations.map { LayerAnimations($0, without: Self.keysOfWhole) })
    }

    /// What an outermost layer of a part says of the whole of it.
    private static let keysOfWhole: Set<LayerKey> = [
        .position, .zPosition, .anchorPointZ, .transform, .opacity, .hidden, .doubleSided, .compositingFilter,
        .shouldRasterize, .rasterizationScale,
    ]

    /// The same in another tree.
    fileprivate convenience init(_ other: RenderLayer, renumbered places: [Int32: Int32]) {
        self.init(other, other.values, renumbered: places, timing: other.timing, animations: other.animations)
    }

    private convenience init(
        _ other: RenderLayer, _ values: LayerValues, renumbered places: [Int32: Int32], timing: TimeMap,
        animations: LayerAnimations?
    ) {
        self.init(
            identity: other.identity, type: other.type, values: values, ownOfClass: other.ownOfClass,
            ownValues: other.ownValues, children: other.children.compactMap { places[$0] },
            mask: places[other.mask] ?? -1, keepsDepth: other.keepsDepth, animations: animations, timing: timing)
    }
}

extension LayerValues {
    /// The same of a layer that has no place of its own, and of which everything is seen.
    fileprivate var withoutWhole: LayerValues {
        var values = self
        values.geometry.position = .zero
        values.geometry.zPosition = 0
        values.geometry.anchorPointZ = 0
        values.geometry.transform = .identity
        values.opacity = 1
        (values.isHidden, values.isDoubleSided) = (false, true)
        return values
    }
}
