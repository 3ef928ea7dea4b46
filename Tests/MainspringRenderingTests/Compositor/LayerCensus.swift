import Foundation
import MainspringAnimation

/// What the layers of a tree say that only they know.
enum LayerCensus {
    /// What must be said, and in how many pictures at least.
    static let wanted: [(String, Int)] = {
        var wanted: [(String, Int)] = [
            ("border", 20), ("rasterization", 20), ("place in z", 20), ("one side", 20), ("animation", 20),
            ("replicator in a replicator", 10), ("contents in nine parts", 20), ("part of contents", 20),
        ]
        let gravities: [CALayerContentsGravity] = [
            .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
            .resize, .resizeAspect, .resizeAspectFill,
        ]
        for gravity in gravities { wanted.append(("gravity \(gravity.rawValue)", 10)) }
        for name in ["circular", "continuous", "masked circular", "masked continuous"] {
            wanted.append(("corners \(name)", 20))
        }
        return wanted
    }()

    /// Adds what a layer and those in it say.
    static func note(_ layer: CALayer, _ seen: inout Set<String>, inReplicator: Bool = false) {
        guard !layer.isHidden, layer.opacity > 0 else { return }
        if layer.contents != nil {
            seen.insert("gravity \(layer.contentsGravity.rawValue)")
            if layer.contentsCenter.width < 1 { seen.insert("contents in nine parts") }
            if layer.contentsRect.width < 1 { seen.insert("part of contents") }
        }
        if layer.cornerRadius > 0 {
            let masked = layer.maskedCorners.rawValue == 15 ? "" : "masked "
            seen.insert("corners \(masked)\(layer.cornerCurve == .continuous ? "continuous" : "circular")")
        }
        let said = [
            ("border", layer.borderWidth > 0), ("rasterization", layer.shouldRasterize),
            ("place in z", layer.zPosition != 0), ("one side", !layer.isDoubleSided),
            ("animation", layer.animationKeys()?.isEmpty == false),
            ("replicator in a replicator", inReplicator && layer is CAReplicatorLayer),
        ]
        for (name, isSaid) in said where isSaid { seen.insert(name) }
        for inner in (layer.sublayers ?? []) + [layer.mask].compactMap({ $0 }) {
            note(inner, &seen, inReplicator: inReplicator || layer is CAReplicatorLayer)
        }
    }
}
