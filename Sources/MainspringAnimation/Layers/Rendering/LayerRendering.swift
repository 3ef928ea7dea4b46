internal import Diagnostics
internal import Foundation
internal import MainspringGraphics

/// Draws a tree of layers as it is now, by calls of a context.
///
/// What is still to be done stands in a list: a tree may be deeper than a stack is.
struct LayerRendering {
    let context: CGContext
    /// The next one at the end.
    private var steps: [Step] = []
    /// Of replicators that are being drawn, each inside the one before it.
    private var showings: [ReplicatorShowings] = []
    /// How many showings are being drawn, in one another, of what was drawn already.
    private var repeats = 0
    /// So many layers may be drawn again, and so many of them still.
    private let most: Int
    private var left: Int

    /// So many layers are drawn again by replicators in one rendering at most: those that are nested multiply.
    static let mostRepeated = 250_000
    private static let complaints = OnceLog<ObjectIdentifier>(ending: "Of further such classes nothing is said.")

    private enum Step {
        /// A layer in its own coordinates; `isUpward` is whether its y coordinates grow upwards where it is seen.
        case layer(CALayer, isUpward: Bool)
        /// A layer where it lies in its superlayer.
        case inPlace(CALayer, isUpward: Bool)
        /// The next of the showings that were begun last.
        case showing(isUpward: Bool)
        /// A showing of what was drawn already is over.
        case endRepeat
        /// What is over a layer's sublayers.
        case border(CALayer)
        case cut(CALayer, isUpward: Bool)
        case endTransparencyLayer
        case restore
    }

    /// - Parameter most: So many layers may be drawn again.
    init(context: CGContext, most: Int = Self.mostRepeated) {
        self.context = context
        self.most = most
        left = most
    }

    /// Draws a layer in its own coordinates.
    mutating func render(_ layer: CALayer) {
        steps = [.layer(layer, isUpward: layer.tree.parent?.isInFlippedSpace ?? false)]
        while let step = steps.popLast() {
            switch step {
            case .layer(let layer, let isUpward): draw(layer, isUpward: isUpward)
            case .inPlace(let layer, let isUpward): drawInPlace(layer, isUpward: isUpward)
            case .showing(let isUpward): drawShowing(isUpward: isUpward)
            case .endRepeat:
                context.restoreGState()
                repeats -= 1
            case .border(let layer): drawBorder(layer.values)
            case .cut(let mask, let isUpward): cut(by: mask, isUpward: isUpward)
            case .endTransparencyLayer: context.endTransparencyLayer()
            case .restore: context.restoreGState()
            }
        }
    }

    private mutating func draw(_ layer: CALayer, isUpward: Bool) {
        let values = layer.values
        let bounds = values.geometry.bounds
        guard !values.isHidden, values.opacity > 0, bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite,
            bounds.maxY.isFinite
        else { return }
        context.saveGState()
        steps.append(.restore)
        let shadow = values.visibleShadow
        let isUpwardInside = isUpward != values.isGeometryFlipped
        let mask = layer.tree.mask
        if values.opacity < 1 || shadow != nil || mask != nil { context.setAlpha(CGFloat(values.opacity)) }
        if let mask {
            // It cuts the shadow too, which is no part of what casts it.
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            steps += [.endTransparencyLayer, .cut(mask, isUpward: isUpwardInside)]
            if shadow != nil {
                context.saveGState()
                steps.append(.restore)
            }
        }
        // What is masked is a group already, and has its opacity.
        if shadow != nil || mask == nil && values.opacity < 1 {
            if let shadow { set(shadow) }
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            steps.append(.endTransparencyLayer)
        }
        steps.append(.border(layer))
        drawInside(layer, isUpward: isUpward)
        addSublayers(of: layer, isUpward: isUpwardInside)
    }

    /// What is under a layer's sublayers; leaves what clips them.
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
        case let tiled as CATiledLayer where tiled.own.demand != nil && tiled.showsTiles: draw(tiled)
        case let text as CATextLayer: text.own.draw(in: context, values.geometry.bounds, isUpward: isUpward)
        default: break
        }
    }

    /// Draws what tiles would show, at once, as far as the context shows it.
    private func draw(_ tiled: CATiledLayer) {
        context.saveGState()
        context.clip(to: tiled.values.geometry.bounds)
        tiled.draw(in: context)
        context.restoreGState()
    }

    private func drawBorder(_ values: LayerValues) {
        context.restoreGState()
        guard values.look.border.width > 0, let color = values.look.border.color else { return }
        let outline = RoundedOutline(values)
        context.setFillColor(color)
        context.addPath(outline.path())
        if let inner = outline.inset(by: values.look.border.width) { context.addPath(inner.path()) }
        context.fillPath(using: .evenOdd)
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

    private mutating func addSublayers(of layer: CALayer, isUpward: Bool) {
        guard !layer.tree.children.isEmpty else { return }
        if let replicator = layer as? CAReplicatorLayer {
            showings.append(ReplicatorShowings(of: replicator))
            steps.append(.showing(isUpward: isUpward))
        } else {
            addOrdered(layer.tree.children, isUpward: isUpward)
        }
    }

    private mutating func addOrdered(_ layers: [CALayer], isUpward: Bool) {
        let order = layers.indices.sorted {
            let (left, right) = (layers[$0].values.geometry.zPosition, layers[$1].values.geometry.zPosition)
            return left == right ? $0 < $1 : left < right
        }
        steps.append(contentsOf: order.reversed().lazy.map { .inPlace(layers[$0], isUpward: isUpward) })
    }

    /// Draws the next showing of the replicator that was begun last.
    private mutating func drawShowing(isUpward: Bool) {
        let last = showings.count - 1
        let isRepeating = showings[last].isRepeating
        guard !showings[last].isAtEnd, !isRepeating || mayRepeat(showings[last].layer) else {
            showings.removeLast()
            return
        }
        steps.append(.showing(isUpward: isUpward))
        guard let transform = showings[last].takeNext() else {
            if isRepeating { left -= 1 }
            return
        }
        context.saveGState()
        steps.append(isRepeating ? .endRepeat : .restore)
        if isRepeating { repeats += 1 }
        context.concatenate(transform)
        addOrdered(showings[last].layer.tree.children, isUpward: isUpward)
    }

    /// Whether a layer may be shown once more; told where it may not.
    private func mayRepeat(_ layer: CAReplicatorLayer) -> Bool {
        if left > 0 { return true }
        Self.complaints.write(
            ObjectIdentifier(type(of: layer)),
            """
            \(layer.nameInSentences) is not rendered as often as its instanceCount says: the replicators of the tree make more layers than are drawn \
            again in one render(in:), which is \(most). Nest fewer of them, or lower their counts.
            """)
        return false
    }

    /// Draws a layer where it lies in its superlayer, unless it is seen in perspective or from behind.
    private mutating func drawInPlace(_ layer: CALayer, isUpward: Bool) {
        if repeats > 0 { left -= 1 }
        guard let transform = layer.mapToSuperlayer.affineTransform else { return }
        let own = layer.values.geometry.toSuperlayer
        guard layer.values.isDoubleSided || own.r0.x * own.r1.y - own.r0.y * own.r1.x >= 0 else { return }
        context.saveGState()
        steps.append(.restore)
        context.concatenate(transform)
        steps.append(.layer(layer, isUpward: isUpward))
    }

    /// Leaves of what was drawn only as much as a mask covers.
    private mutating func cut(by mask: CALayer, isUpward: Bool) {
        context.setBlendMode(.destinationIn)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        steps.append(.endTransparencyLayer)
        steps.append(.inPlace(mask, isUpward: isUpward))
    }

    private func set(_ shadow: VisibleShadow) {
        let map = context.ctm
        let scale = abs(map.a * map.d - map.b * map.c).squareRoot()
        // That a shadow reaches twice its radius is reported of QuartzCore by other projects, and was not measured
        // here.
        context.setShadow(
            offset: context.convertToDeviceSpace(shadow.offset), blur: 2 * shadow.radius * scale, color: shadow.color)
    }
}
