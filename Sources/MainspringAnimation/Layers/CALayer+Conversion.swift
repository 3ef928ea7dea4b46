internal import Foundation
internal import Mainspring

extension CALayer {
    func converted(_ p: CGPoint, from l: CALayer?) -> CGPoint {
        guard l !== self else { return p }
        return outward(p, from: l).flatMap { inward($0) } ?? p
    }

    func converted(_ p: CGPoint, to l: CALayer?) -> CGPoint {
        guard l !== self else { return p }
        guard let l else { return outward(p, from: self) ?? p }
        return l.convert(p, from: self)
    }

    func converted(_ r: CGRect, from l: CALayer?) -> CGRect {
        guard l !== self else { return r }
        guard let inward = outwardMap().inverse else { return r }
        let map = l.map { $0.outwardMap() * inward } ?? inward
        return map.box(of: r)
    }

    func converted(_ r: CGRect, to l: CALayer?) -> CGRect {
        guard l !== self else { return r }
        guard let l else { return outwardMap().box(of: r) }
        return l.convert(r, from: self)
    }

    func convertedTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        guard l !== self else { return t }
        let outer = l.map { $0.outwardTime(t) } ?? t
        return inwardTime(outer)
    }

    func convertedTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
        guard l !== self else { return t }
        guard let l else { return outwardTime(t) }
        return l.convertTime(t, from: self)
    }

    /// The part of the bounds that no scroller around the layer cuts off. Found on one way outwards.
    func findVisibleRect() -> CGRect {
        var rect = bounds
        var (map, layer) = mapToPlaneAround()
        while let current = layer {
            if current is CAScrollLayer {
                rect = rect.intersection(map.inverse?.box(of: current.bounds) ?? current.bounds)
                if rect.isNull { return .zero }
            }
            let (next, outer) = current.mapToPlaneAround()
            map = map * next
            layer = outer
        }
        return rect
    }

    // MARK: Ways

    /// What the superlayer does to the plane in which its sublayers lie, sublayer transform and flip; made flat.
    private func planeOfSublayers(_ inner: Matrix4) -> PlaneMap {
        let geometry = values.geometry
        var matrix = values.look.sublayerTransform == .identity ? inner : inner * values.ofSublayers
        if values.isGeometryFlipped {
            matrix = matrix * .scale(1, -1, 1) * .translation(0, geometry.bounds.minY + geometry.bounds.maxY, 0)
        }
        return PlaneMap(flattening: matrix)
    }

    /// From this layer's coordinates to its superlayer's, or to what the outermost layer lies in.
    final var mapToSuperlayer: PlaneMap {
        let own = values.geometry.toSuperlayer
        return relatedParent?.planeOfSublayers(own) ?? PlaneMap(flattening: own)
    }

    /// From this layer's coordinates to those of the next layer around that has a plane of its own, and that layer.
    private func mapToPlaneAround() -> (map: PlaneMap, layer: CALayer?) {
        guard let parent = relatedParent, parent.keepsDepth else { return (mapToSuperlayer, relatedParent) }
        var matrix = values.geometry.toSuperlayer
        var layer: CALayer? = parent
        while let current = layer {
            matrix = matrix * current.spaceOfSublayers
            guard current.keepsDepth else { break }
            matrix = matrix * current.values.geometry.toSuperlayer
            layer = current.relatedParent
        }
        return (PlaneMap(flattening: matrix), layer)
    }

    /// From this layer's coordinates to those of what the outermost layer lies in.
    private func outwardMap() -> PlaneMap {
        var (map, layer) = mapToPlaneAround()
        while let current = layer {
            let (next, outer) = current.mapToPlaneAround()
            map = map * next
            layer = outer
        }
        return map
    }

    private func outward(_ p: CGPoint, from l: CALayer?) -> CGPoint? {
        guard let l else { return p }
        return l.outwardMap()(p)
    }

    private func inward(_ p: CGPoint) -> CGPoint? { outwardMap().inverse?(p) }

    private func outwardTime(_ time: Double) -> Double {
        guard mayHaveOwnTimes else { return time }
        var time = values.timing.map.parent(time)
        var outer = relatedParent
        while let layer = outer {
            time = layer.values.timing.map.parent(time)
            outer = layer.relatedParent
        }
        return time
    }

    private func inwardTime(_ time: Double) -> Double {
        guard mayHaveOwnTimes else { return time }
        guard modelLayer != nil || !LayerSurroundings.isDeep(self) else {
            return LayerSurroundings.find(
                of: self, \.time, outside: LayerInstant(outside: time, local: time),
                isKnown: { $0.outside == time }, step: { $1.inside($0.values.timing.map) }
            ).local
        }
        // Only those count whose time is not that of what is around them.
        var maps: [TimeMap] = []
        var next: CALayer? = self
        while let layer = next {
            let map = layer.values.timing.map
            if map != .identity { maps.append(map) }
            next = layer.relatedParent
        }
        return maps.reversed().reduce(time) { $1.local($0) }
    }

    /// Whether time may run otherwise in this layer, or in one around it, than outside of all.
    private var mayHaveOwnTimes: Bool { (modelLayer ?? self).context?.hasOwnTimes ?? true }
}
