internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// What a layer shows itself, in its own coordinates, and what is to be done with it and with what is in it.
///
/// Made anew when the layer says something else of itself; where it lies, and its opacity, do not count.
final class LayerPaint {
    /// Of the layer as it was published.
    let layer: RenderLayer
    let bounds: CGRect
    let isUpward: Bool
    /// What is never cut off by the layer itself: its shadow and its background.
    private(set) var under: [Paint] = []
    /// Its contents, and what its class draws.
    private(set) var inside: [Paint] = []
    /// What lies over all that is in it.
    private(set) var over: [Paint] = []
    /// The image that it shows and nothing else; nil for others. Asked first: there may be very many of them, and to copy a paint costs as
    /// much as to draw a small one.
    private(set) var onlyImage: ImagePaint?
    /// What is around all of these but for what Cairo draws; null without any.
    private(set) var reach = CGRect.null
    private(set) var drawings: [DrawnTexture] = []
    /// Whether there is more in it than areas of one colour, so that something is to be had ready before it is drawn.
    private(set) var needsPreparation = false
    /// What it shows of tiles; nil for a layer that is not drawn in tiles.
    private(set) var tiles: TileMosaic?
    /// What cuts off its contents and what is in it; nil where it does not.
    let clip: Outline?
    /// The same as Cairo draws it, where it is no part of a circle.
    let clipDrawing: DrawnTexture?
    /// A shadow of whatever there is to be seen.
    let castShadow: VisibleShadow?
    let filters: [LayerFilter.Kind]
    let blendMode: CGBlendMode
    /// Whether pixels are changed where nothing is drawn, as far as the box around it reaches: by the mode, or by a filter.
    let changesAll: Bool
    let isDoubleSided: Bool
    let allowsGroupOpacity: Bool
    /// Whether a mask says how much of it shows, and whether layers in it are drawn with it.
    let hasMask: Bool
    let hasSublayers: Bool
    /// How many pixels a unit has in the picture that it is to be kept as; nil for a layer that is not.
    let keptScale: Double?
    /// The picture that it paints instead of anything else, and what it would paint without; nil for others.
    let picture: KeptPicture?
    let direct: LayerPaint?
    /// How often those inside it are shown; nil for a layer that is no replicator.
    let replicator: Showings?
    /// The frame's time for what changes by itself; nil for what does not.
    private let time: Double?
    /// Whether it is of an instant of animations, so that the layer alone does not say what it was made of.
    private let isAnimated: Bool

    /// - Parameter former: What the layer was before.
    init(
        _ layer: RenderLayer, _ shown: FrameLayer, isUpward: Bool, _ cache: TextureCache,
        after former: LayerPaint? = nil
    ) {
        self.layer = layer
        self.isUpward = isUpward
        let values = shown.values
        bounds = values.geometry.bounds
        isDoubleSided = values.isDoubleSided
        allowsGroupOpacity = values.look.rendering.allowsGroupOpacity
        filters = (values.look.filters.own ?? []).compactMap { ($0 as? LayerFilter)?.kind }
        blendMode = CGBlendMode(compositingFilter: values.look.filters.compositing)
        changesAll = blendMode != .normal || filters.contains(where: \.fillsClear)
        let outline = Outline(values)
        (hasMask, hasSublayers) = (layer.mask >= 0, !layer.children.isEmpty)
        keptScale = values.keptScale(layer)
        (picture, direct) = (nil, nil)
        replicator = shown.own(as: ReplicatorValues.self).map { Showings($0, values) }
        isAnimated = shown.frame.hasAnimatedLook(of: shown.node)
        time = shown.layerClass is CAEmitterLayer.Type ? shown.frame.time : nil
        clip = values.masksToBounds ? outline : nil
        clipDrawing = clip?.isContinuous == true ? Self.drawing(of: outline, CGColor.black) : nil
        // A transform layer shows nothing itself.
        guard bounds.isUsable, !layer.keepsDepth || !(shown.layerClass is CATransformLayer.Type) else {
            castShadow = nil
            return
        }
        var inside = Self.inside(of: values, shown, outline, isUpward: isUpward, cache)
        if layer.tiling?.tiles != nil, values.look.contents.object == nil, !bounds.isEmpty {
            let mosaic = former?.tiles ?? TileMosaic()
            inside.append(.tiles(mosaic, bounds))
            tiles = mosaic
        }
        let background = PaintColor(values.backgroundColor)
        if let border = Self.border(of: values, outline) { over.append(border) }
        let hasInside = !inside.isEmpty || !layer.children.isEmpty || layer.mask >= 0
        let own = !hasInside && background?.isOpaque == true ? outline.path : nil
        let (known, cast) = Self.shadow(of: values, own)
        castShadow = cast
        if let known { under.append(.drawing(known)) }
        if let background, let color = values.backgroundColor, !outline.rect.isEmpty {
            under.append(
                outline.isContinuous ? .drawing(Self.drawing(of: outline, color)) : .color(outline, background))
        }
        self.inside = inside
        if under.isEmpty, over.isEmpty, inside.count == 1, case .image(let image) = inside[0] { onlyImage = image }
        for paint in under + inside + over {
            if case .drawing(let drawing) = paint { drawings.append(drawing) } else { reach = reach.union(paint.rect) }
            needsPreparation = needsPreparation || !paint.isColor
        }
    }

    /// What a layer paints that is kept as a picture: its filters, its shadow, its mask and its edge are in that.
    init(keeping picture: KeptPicture, at rect: CGRect, instead direct: LayerPaint) {
        layer = direct.layer
        (isUpward, bounds, isDoubleSided) = (direct.isUpward, direct.bounds, direct.isDoubleSided)
        (blendMode, changesAll) = (direct.blendMode, direct.blendMode != .normal)
        allowsGroupOpacity = direct.allowsGroupOpacity
        (filters, clip, clipDrawing, castShadow, replicator) = ([], nil, nil, nil, nil)
        (hasMask, hasSublayers, keptScale) = (false, false, direct.keptScale)
        (time, isAnimated) = (direct.time, direct.isAnimated)
        (self.picture, self.direct) = (picture, direct)
        let contents = layer.values.look.contents
        inside = [
            .picture(
                PicturePaint(
                    picture: picture, rect: rect, isSharpEnlarged: contents.magnification == .nearest,
                    isSharpReduced: contents.minification == .nearest))
        ]
        (reach, needsPreparation) = (rect.isEmpty ? .null : rect, true)
    }

    private static func border(of values: LayerValues, _ outline: Outline) -> Paint? {
        let width = values.look.border.width
        guard width > 0, width.isFinite, !outline.rect.isEmpty, let color = PaintColor(values.look.border.color) else {
            return nil
        }
        let inner = outline.inset(by: width)
        if outline.isContinuous, let own = values.look.border.color {
            return .drawing(drawing(of: outline, hole: inner, own))
        }
        return .ring(outline, inner, color)
    }

    /// An edge that is no part of a circle, by Cairo.
    private static func drawing(of outline: Outline, hole: Outline? = nil, _ color: CGColor) -> DrawnTexture {
        DrawnTexture(outline.rect) { context in
            context.setFillColor(color)
            context.addPath(outline.path)
            if let hole { context.addPath(hole.path) }
            context.fillPath(using: .evenOdd)
        }
    }

    /// A shadow whose shape is known, or else one of whatever there is to be seen.
    /// - Parameter own: The shape of all that the layer shows, if that is known.
    private static func shadow(of values: LayerValues, _ own: CGPath?) -> (ShadowTexture?, VisibleShadow?) {
        guard let shadow = values.visibleShadow else { return (nil, nil) }
        guard let shape = values.look.shadow.path ?? own else { return (nil, shadow) }
        guard !shape.isEmpty, let color = PaintColor(shadow.color) else { return (nil, nil) }
        return (ShadowTexture(shape, color, offset: shadow.offset, radius: min(shadow.radius, 500)), nil)
    }

    private static func inside(
        of values: LayerValues, _ shown: FrameLayer, _ outline: Outline, isUpward: Bool, _ cache: TextureCache
    ) -> [Paint] {
        var paints: [Paint] = []
        if let image = values.look.contents.object as AnyObject as? CGImage,
            let place = ContentsPlace(of: image, values, isUpward: isUpward)
        {
            paints.append(contents(image, place, values, isUpward: isUpward, cache))
        }
        let type = shown.layerClass
        let bounds = values.geometry.bounds
        if type is CAShapeLayer.Type, let shape = shown.own(as: ShapeValues.self), let rect = shape.paintedRect {
            paints.append(.drawing(DrawnTexture(rect) { shape.draw(in: $0) }))
        } else if type is CAGradientLayer.Type, let gradient = shown.own(as: GradientValues.self), !outline.rect.isEmpty
        {
            let edge = RoundedOutline(values)
            paints.append(.drawing(DrawnTexture(outline.rect) { gradient.draw(in: $0, edge) }))
        } else if type is CATextLayer.Type, let text = shown.own(as: TextValues.self), text.isShown, !bounds.isEmpty {
            // Letters may reach beyond, where the texture has its margin.
            paints.append(
                .drawing(
                    DrawnTexture(bounds) {
                        $0.clip(to: bounds)
                        text.draw(in: $0, bounds, isUpward: isUpward)
                    }))
        } else if type is CAEmitterLayer.Type, let emitter = shown.own(as: EmitterValues.self),
            let particles = ParticlePaint(emitter, at: shown.frame.localTime(of: shown.index), cache)
        {
            paints.append(.particles(particles))
        }
        return paints
    }

    private static func contents(
        _ image: CGImage, _ place: ContentsPlace, _ values: LayerValues, isUpward: Bool, _ cache: TextureCache
    ) -> Paint {
        let contents = values.look.contents
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        let center = contents.center
        if center != unit, center.isUsable, unit.contains(center) {
            let scale = contents.scale > 0 && contents.scale.isFinite ? contents.scale : 1
            return .drawing(
                StretchedTexture(
                    cache.slot(of: image), part: contents.rect, in: place.shown, center: center, contentsScale: scale,
                    isUpward: isUpward))
        }
        return .image(
            ImagePaint(
                cache.slot(of: image), Outline(place.isPart ? place.shown : place.whole), whole: place.whole,
                isUpward: isUpward,
                isSharpEnlarged: contents.magnification == .nearest, isSharpReduced: contents.minification == .nearest))
    }

    /// Whether it can be used for another version of the layer.
    func isValid(for other: RenderLayer, _ node: FrameNode, isUpward: Bool, at time: Double) -> Bool {
        !isAnimated && self.isUpward == isUpward && self.time ?? time == time && bounds == node.bounds
            && (layer === other || layer.hasSameContent(as: other) || layer.differsInTilesAlone(from: other))
    }

    /// The pixels that it touches.
    @inline(__always)
    func box(_ map: DeviceMap, _ display: Double) -> PixelBox {
        var box = reach.isNull ? PixelBox.empty : map.box(of: reach)
        for drawing in drawings { box = box.joined(RasterScale.box(map, drawing, display)) }
        return box
    }

    /// How many things are drawn for the layer itself.
    var count: Int { under.count + inside.count + over.count }
}

extension CGRect {
    /// Whether its numbers are some, and its size is not negative.
    var isUsable: Bool { (minX + minY + width + height).isFinite && size.width >= 0 && size.height >= 0 }
}

extension LayerFilter.Kind {
    /// Whether it makes something of nothing.
    fileprivate var fillsClear: Bool { if case .colorMatrix(let matrix) = self { matrix[19] > 0 } else { false } }
}

extension CGBlendMode {
    private static let named: [String: CGBlendMode] = [
        "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken, "lighten": .lighten,
        "colordodge": .colorDodge, "colorburn": .colorBurn, "softlight": .softLight, "hardlight": .hardLight,
        "difference": .difference, "exclusion": .exclusion, "hue": .hue, "saturation": .saturation, "color": .color,
        "luminosity": .luminosity, "pluslighter": .plusLighter, "plusl": .plusLighter, "plusd": .plusDarker,
        "plusdarker": .plusDarker, "addition": .plusLighter, "sourceatop": .sourceAtop, "sourcein": .sourceIn,
        "sourceout": .sourceOut, "copy": .copy, "clear": .clear, "xor": .xor, "destin": .destinationIn,
        "destout": .destinationOut,
        "destover": .destinationOver, "destatop": .destinationAtop,
    ]

    /// The mode of a filter's name, as `multiplyBlendMode` or `CIMultiplyBlendMode`; normal for any other.
    init(compositingFilter: Any?) {
        guard let name = compositingFilter as? String else {
            self = compositingFilter as? CGBlendMode ?? .normal
            return
        }
        var key = name.lowercased()
        if key.hasPrefix("ci") { key.removeFirst(2) }
        for ending in ["blendmode", "compositing"] where key.hasSuffix(ending) { key.removeLast(ending.count) }
        self = Self.named[key] ?? .normal
    }
}
