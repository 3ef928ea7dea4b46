internal import Foundation
internal import MainspringGraphics

/// Draws a tree of layers as it is now, by calls of a context.
struct LayerRendering {
    let context: CGContext

    /// Draws a layer in its own coordinates.
    func render(_ layer: CALayer) {
        draw(layer, isUpward: layer.tree.parent?.contentsAreFlipped() ?? false)
    }

    /// - Parameter isUpward: Whether the layer's y coordinates grow upwards where it is seen.
    private func draw(_ layer: CALayer, isUpward: Bool) {
        let values = layer.values
        let bounds = values.geometry.bounds
        guard !values.isHidden, values.opacity > 0, bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite,
            bounds.maxY.isFinite
        else { return }
        context.saveGState()
        defer { context.restoreGState() }
        let shadow = values.visibleShadow
        let isGroup = values.opacity < 1 || shadow != nil || layer.tree.mask != nil
        if isGroup {
            context.setAlpha(CGFloat(values.opacity))
            if let shadow { set(shadow) }
            context.beginTransparencyLayer(auxiliaryInfo: nil)
        }
        drawInside(layer, isUpward: isUpward)
        if let mask = layer.tree.mask { cut(by: mask, isUpward: isUpward != values.isGeometryFlipped) }
        if isGroup { context.endTransparencyLayer() }
    }

    private func drawInside(_ layer: CALayer, isUpward: Bool) {
        let values = layer.values
        let outline = RoundedOutline(values)
        if let color = values.backgroundColor {
            context.setFillColor(color)
            context.addPath(outline.path())
            context.fillPath()
        }
        context.saveGState()
        if values.masksToBounds {
            context.addPath(outline.path())
            context.clip()
            // A layer without a size has nothing inside.
            if values.geometry.bounds.isEmpty { context.clip(to: .zero) }
        }
        drawContents(values, isUpward: isUpward)
        switch layer {
        case let shape as CAShapeLayer: shape.own.draw(in: context)
        case let gradient as CAGradientLayer: gradient.own.draw(in: context, outline)
        default: break
        }
        drawSublayers(of: layer, isUpward: isUpward != values.isGeometryFlipped)
        context.restoreGState()
        if values.look.border.width > 0, let color = values.look.border.color {
            context.setFillColor(color)
            context.addPath(outline.path())
            if let inner = outline.inset(by: values.look.border.width) { context.addPath(inner.path()) }
            context.fillPath(using: .evenOdd)
        }
    }

    private func drawContents(_ values: LayerValues, isUpward: Bool) {
        guard let image = values.look.contents.object as? CGImage,
            let place = ContentsPlace(of: image, values, isUpward: isUpward)
        else { return }
        context.saveGState()
        defer { context.restoreGState() }
        if values.look.contents.magnification == .nearest { context.interpolationQuality = .none }
        if place.isPart { context.clip(to: place.shown) }
        if !isUpward {
            // A context draws an image's first row at the greatest y, and here that is at the bottom.
            context.translateBy(x: 0, y: place.whole.minY + place.whole.maxY)
            context.scaleBy(x: 1, y: -1)
        }
        context.draw(image, in: place.whole)
    }

    private func drawSublayers(of layer: CALayer, isUpward: Bool) {
        let children = layer.tree.children
        guard !children.isEmpty else { return }
        let order = children.indices.sorted {
            let (left, right) = (children[$0].values.geometry.zPosition, children[$1].values.geometry.zPosition)
            return left == right ? $0 < $1 : left < right
        }
        func drawAll() {
            for index in order { drawInPlace(children[index], isUpward: isUpward) }
        }
        guard let replicator = layer as? CAReplicatorLayer else { return drawAll() }
        for transform in replicator.planarInstances {
            context.saveGState()
            context.concatenate(transform)
            drawAll()
            context.restoreGState()
        }
    }

    /// Draws a layer where it lies in its superlayer, unless it is seen in perspective or from behind.
    private func drawInPlace(_ layer: CALayer, isUpward: Bool) {
        guard let transform = layer.mapToSuperlayer.affineTransform else { return }
        let own = layer.values.geometry.toSuperlayer
        guard layer.values.isDoubleSided || own.r0.x * own.r1.y - own.r0.y * own.r1.x >= 0 else { return }
        context.saveGState()
        context.concatenate(transform)
        draw(layer, isUpward: isUpward)
        context.restoreGState()
    }

    /// Leaves of what was drawn only as much as a mask covers.
    private func cut(by mask: CALayer, isUpward: Bool) {
        context.setBlendMode(.destinationIn)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        drawInPlace(mask, isUpward: isUpward)
        context.endTransparencyLayer()
    }

    private func set(_ shadow: VisibleShadow) {
        let map = context.ctm
        let scale = abs(map.a * map.d - map.b * map.c).squareRoot()
        // Source: measured by others' tests: a shadow reaches twice its radius.
        context.setShadow(
            offset: context.convertToDeviceSpace(shadow.offset), blur: 2 * shadow.radius * scale, color: shadow.color)
    }
}
