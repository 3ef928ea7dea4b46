public import Foundation
public import MainspringGraphics

/// Ours: a layer in a ``LayerFrame``: what it has at the frame's time, and where that puts it.
///
/// Valid as long as its frame does not change: for the length of the call that got the frame.
public struct FrameLayer {
    package let frame: LayerFrame
    package let index: Int

    package init(frame: LayerFrame, index: Int) { (self.frame, self.index) = (frame, index) }

    package var node: FrameNode { frame.nodes[index] }

    /// Whether it shows at all: neither it nor a layer around it is hidden or wholly transparent.
    public var isShown: Bool { node.traits.contains(.isShown) && node.totalOpacity > 0 }
    /// Its own coordinates.
    public var bounds: CGRect { node.bounds }
    /// Its own, from 0 to 1.
    public var opacity: Float { min(max(node.opacity, 0), 1) }
    /// With that of the layers around it.
    public var totalOpacity: Float { node.totalOpacity }
    /// Whether it cuts off what is in it outside of its bounds.
    public var masksToBounds: Bool { node.traits.contains(.clips) }
    /// Around what it paints itself, shadow included, in the host's coordinates; null where nothing shows.
    public var box: CGRect { node.box }

    /// From its own coordinates to the host's, with perspective if there is any; what it makes of the plane z = 0.
    public var transform: CATransform3D {
        let map = frame.world(of: node)
        return CATransform3D(
            m11: map.r0.x, m12: map.r0.y, m13: 0, m14: map.r0.z, m21: map.r1.x, m22: map.r1.y, m23: 0, m24: map.r1.z,
            m31: 0, m32: 0, m33: 1, m34: 0, m41: map.r2.x, m42: map.r2.y, m43: 0, m44: map.r2.z)
    }

    /// A point of the layer in the host's coordinates; nil where it is behind the viewer.
    public func convertToHost(_ point: CGPoint) -> CGPoint? { frame.world(of: node)(point) }

    /// A point of the host in the layer's coordinates; nil where the layer is seen from its edge, or the point is
    /// behind the viewer.
    public func convertFromHost(_ point: CGPoint) -> CGPoint? { frame.world(of: node).inverse?(point) }

    /// The layer around it; of a mask, the masked one; nil for the outermost.
    public var outer: FrameLayer? { node.parent >= 0 ? FrameLayer(frame: frame, index: Int(node.parent)) : nil }

    /// The layer whose alpha says how much of this one shows.
    public var mask: FrameLayer? {
        let place = node.layer.mask
        guard place >= 0, frame.indices[Int(place)] >= 0 else { return nil }
        return FrameLayer(frame: frame, index: Int(frame.indices[Int(place)]))
    }

    /// Those inside it, from back to front.
    public var sublayers: [FrameLayer] { frame.sublayers(of: index).map { FrameLayer(frame: frame, index: $0) } }

    /// What fills its bounds.
    public var backgroundColor: CGColor? { values.backgroundColor }

    /// All that it says of itself, with the animations at the frame's time.
    package var values: LayerValues {
        let node = node
        var values = node.layer.values
        values.geometry = frame.geometry(of: node)
        values.opacity = node.opacity
        guard node.animations >= 0 else { return values }
        for index in frame.animations[Int(node.animations)].others {
            let course = frame.courses[Int(index)]
            if let key = course.key { values.set(course.value, of: key) }
        }
        return values
    }
}

extension LayerFrame {
    /// How many layers there are, masks among them.
    public var layerCount: Int { nodes.count }

    /// The outermost layer.
    public var root: FrameLayer? { nodes.isEmpty ? nil : FrameLayer(frame: self, index: 0) }

    /// What a layer shows in this frame; nil if it was not in the host when the frame's tree was published.
    public subscript(layer: CALayer) -> FrameLayer? {
        let model = layer.model()
        let place = Int(model.hostPlace)
        guard place >= 0, place < indices.count, indices[place] >= 0,
            nodes[Int(indices[place])].layer.identity == model.hostIdentity
        else { return nil }
        return FrameLayer(frame: self, index: Int(indices[place]))
    }

    /// Calls a closure with each layer that shows, as they cover each other: from back to front, each before those
    /// inside it. Masks are left out.
    public func forEachShownLayer(_ body: (FrameLayer) throws -> Void) rethrows {
        var rest = nodes.isEmpty ? [] : [0]
        while let index = rest.popLast() {
            let layer = FrameLayer(frame: self, index: index)
            guard layer.isShown else { continue }
            try body(layer)
            rest.append(contentsOf: sublayers(of: index).reversed())
        }
    }

    /// The nodes of a layer's sublayers, from back to front: by z position, and among those of one as they stand in the
    /// tree.
    package func sublayers(of index: Int) -> [Int] {
        var children: [Int] = []
        var next = index + 1
        var isSorted = true
        var last = -Double.infinity
        while next < Int(nodes[index].end) {
            if !nodes[next].traits.contains(.isMask) {
                children.append(next)
                let z = zPosition(of: nodes[next])
                isSorted = isSorted && z >= last
                last = z
            }
            next = Int(nodes[next].end)
        }
        if isSorted { return children }
        return children.map { (index: $0, z: zPosition(of: nodes[$0])) }
            .sorted { ($0.z, $0.index) < ($1.z, $1.index) }.map(\.index)
    }

    /// How near to the viewer the middle of a layer is, among those that keep depth with it.
    /// - Parameter moved: What is done to it among these.
    package func depth(of index: Int, moved: Matrix4 = .identity) -> Double {
        let node = nodes[index]
        guard node.traits.contains(.isInSpace) else { return 0 }
        let matrix = spaces[Int(node.space)].matrix * moved
        let row = matrix.transforming(SIMD4(node.bounds.midX, node.bounds.midY, 0, 1))
        let depth = row.z / row.w
        return depth.isFinite ? depth : 0
    }

    package func zPosition(of node: FrameNode) -> Double {
        if case .vector(let v)? = animatedValue(of: .zPosition, node) { return v.x }
        return node.layer.values.geometry.zPosition
    }
}
