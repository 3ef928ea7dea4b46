internal import CPixels
internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

extension ScenePass {
    /// Draws some of what a layer paints.
    func draw(_ paints: [Paint], _ node: UnsafePointer<SceneNode>, on canvas: Canvas, _ clip: PixelBox) {
        guard !clip.isEmpty, !paints.isEmpty, let alpha = node.pointee.paintAlpha else { return }
        for paint in paints { draw(paint, alpha, node.pointee.map, on: canvas, clip) }
    }

    /// Draws the image that is all of what a layer paints.
    func draw(_ image: ImagePaint, _ node: UnsafePointer<SceneNode>, on canvas: Canvas, _ clip: PixelBox) {
        guard !clip.isEmpty, let alpha = node.pointee.paintAlpha else { return }
        draw(image, alpha, node.pointee.map, on: canvas, clip)
    }

    private func draw(_ paint: Paint, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox) {
        switch paint {
        case .color(let outline, let color): fill(outline, color.pixel(alpha), map, on: canvas, clip)
        case .ring(let outer, let inner, let color): fill(outer, inner, color, alpha, map, on: canvas, clip)
        case .image(let image): draw(image, alpha, map, on: canvas, clip)
        case .drawing(let drawing): draw(drawing, alpha, map, on: canvas, clip)
        case .particles(let particles): draw(particles, alpha, map, on: canvas, clip)
        case .picture(let kept): draw(kept, alpha, map, on: canvas, clip)
        case .tiles(let mosaic, let bounds): draw(mosaic, within: bounds, alpha, map, on: canvas, clip)
        }
    }

    // MARK: One colour

    private func fill(_ outline: Outline, _ color: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox) {
        guard let placed = PlacedShape(outline, map) else { return }
        let area = placed.box.meeting(clip)
        guard !area.isEmpty else { return }
        let target = canvas.at(area.left, area.top)
        if placed.isBox {
            if color >> 24 == 255 {
                pixels_fill(target, canvas.stride, color, area.width, area.height)
            } else {
                pixels_over_color(target, canvas.stride, color, area.width, area.height)
            }
            return
        }
        var shape = placed.shape
        pixels_over_color_in_shape(
            target, canvas.stride, color, &shape, Int64(area.left), Int64(area.top), area.width, area.height)
    }

    private func fill(
        _ outer: Outline, _ inner: Outline?, _ color: PaintColor, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas,
        _ clip: PixelBox
    ) {
        guard let inner else { return fill(outer, color.pixel(alpha), map, on: canvas, clip) }
        guard let placed = PlacedShape(outer, map, asBox: false),
            let hole = PlacedShape(inner, map, asBox: false)
        else { return }
        let area = placed.box.meeting(clip)
        guard !area.isEmpty else { return }
        var (outerShape, innerShape) = (placed.shape, hole.shape)
        pixels_over_color_between(
            canvas.at(area.left, area.top), canvas.stride, color.pixel(alpha), &outerShape, &innerShape,
            Int64(area.left),
            Int64(area.top), area.width, area.height)
    }

    // MARK: Pictures

    func draw(_ image: ImagePaint, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox) {
        guard let texture = image.slot.texture(1) else { return }
        let texels = image.texels(map)
        let isWhole = image.outline.rect == image.whole && image.outline.radius == 0
        if isWhole, texels.isMove(scale: 1) { return drawMoved(texture, texels, alpha, on: canvas, clip) }
        let reduction = texture.reduction(through: texels)
        let isSharp = reduction < 1 ? image.isSharpEnlarged : reduction > 1 && image.isSharpReduced
        draw(
            texture, texels, edge: image.outline, map, isSharp: isSharp,
            isWhole: isWhole, alpha,
            on: canvas, clip)
    }

    private func draw(
        _ kept: PicturePaint, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox
    ) {
        guard let texture = kept.picture.texture(1) else { return }
        let texels = kept.texels(map)
        let reduction = texture.reduction(through: texels)
        let isSharp = reduction < 1 ? kept.isSharpEnlarged : reduction > 1 && kept.isSharpReduced
        draw(texture, texels, edge: Outline(kept.rect), map, isSharp: isSharp, isWhole: true, alpha, on: canvas, clip)
    }

    private func draw(
        _ mosaic: TileMosaic, within bounds: CGRect, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas,
        _ clip: PixelBox
    ) {
        guard let texture = mosaic.texture, mosaic.view != nil else { return }
        let texels = mosaic.texels(map)
        let edge = mosaic.rect.intersection(bounds)
        let isSharp = mosaic.isSharpEnlarged && texture.reduction(through: texels) < 1
        draw(
            texture, texels, edge: Outline(edge), map, isSharp: isSharp, isWhole: edge == mosaic.rect, alpha,
            on: canvas,
            clip)
    }

    func draw(_ drawing: DrawnTexture, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox) {
        if RasterScale.isTooLarge(map, drawing, scene.scale) {
            return drawAtOnce(drawing, alpha, map, on: canvas, clip)
        }
        let scale = RasterScale.scale(map, drawing, scene.scale)
        if let texture = drawing.texture(scale) { draw(texture, drawing, scale, alpha, map, on: canvas, clip) }
    }

    private func draw(
        _ texture: Texture, _ drawing: DrawnTexture, _ scale: Double, _ alpha: UInt32, _ map: DeviceMap,
        on canvas: Canvas,
        _ clip: PixelBox
    ) {
        let (own, texels) = (drawing.map(scale), drawing.texels(map, scale))
        let edge = Outline(
            CGRect(
                x: -own.x / scale, y: -own.y / scale, width: Double(texture.width) / scale,
                height: Double(texture.height) / scale)
        )
        draw(texture, texels, edge: edge, map, isSharp: false, isWhole: true, alpha, on: canvas, clip)
    }

    /// Draws a texture through a map of its pixels, within an edge.
    /// - Parameter isWhole: Whether the edge is the texture's.
    private func draw(
        _ texture: Texture, _ texels: DeviceMap, edge: Outline, _ map: DeviceMap, isSharp: Bool, isWhole: Bool,
        _ alpha: UInt32,
        on canvas: Canvas, _ clip: PixelBox
    ) {
        if isWhole, texels.isMove(scale: 1) { return drawMoved(texture, texels, alpha, on: canvas, clip) }
        guard let placed = PlacedShape(edge, map, asBox: false) else { return }
        let area = placed.box.meeting(clip)
        guard !area.isEmpty else { return }
        let (level, factor) = texture.level(for: isSharp ? 1 : texture.reduction(through: texels))
        guard var lookup = texels.inverse else { return }
        let (across, down) = (
            Double(level.width) / Double(texture.width), Double(level.height) / Double(texture.height)
        )
        if factor != 1 {
            (lookup.across_x, lookup.across_y, lookup.across) = (
                lookup.across_x * across, lookup.across_y * across, lookup.across * across
            )
            (lookup.down_x, lookup.down_y, lookup.down) = (
                lookup.down_x * down, lookup.down_y * down, lookup.down * down
            )
        }
        var (shape, picture) = (placed.shape, level.picture)
        pixels_over_picture_in_shape(
            canvas.at(area.left, area.top), canvas.stride, &picture, &lookup, texels.isAffine ? 0 : 1, isSharp ? 0 : 1,
            alpha,
            &shape, Int64(area.left), Int64(area.top), area.width, area.height)
    }

    /// What is as large as its pixels, and only moved.
    private func drawMoved(
        _ texture: Texture, _ texels: DeviceMap, _ alpha: UInt32, on canvas: Canvas, _ clip: PixelBox
    ) {
        let (x, y) = (texels.plane.r2.x, texels.plane.r2.y)
        let most = Double(PixelBox.farthest)
        guard abs(x) < most, abs(y) < most else { return }
        // In 128ths of a pixel, to the nearest.
        let (placeX, placeY) = (Int((x * 128).rounded()), Int((y * 128).rounded()))
        let (left, top) = (placeX >> 7, placeY >> 7)
        let (right, down) = (UInt32(placeX & 127), UInt32(placeY & 127))
        let (extraX, extraY) = (right == 0 ? 0 : 1, down == 0 ? 0 : 1)
        let box = PixelBox(
            left: Int32(left), top: Int32(top), right: Int32(left + texture.width + extraX),
            bottom: Int32(top + texture.height + extraY))
        let area = box.meeting(clip)
        guard !area.isEmpty else { return }
        let target = canvas.at(area.left, area.top)
        let (firstX, firstY) = (Int(area.left) - left, Int(area.top) - top)
        if right == 0, down == 0 {
            pixels_over(
                target, canvas.stride, texture.pixels + firstY * texture.stride + firstX, texture.stride, alpha,
                area.width,
                area.height)
        } else {
            pixels_over_shifted(
                target, canvas.stride, texture.pixels, texture.stride, texture.height, right, down,
                firstX, firstY,
                alpha, area.width, area.height, memory.clearRow(texture.width))
        }
    }

    /// So many pixels wide and high is what is drawn at a time: whole squares of the screen, since Cairo rounds edges that it cuts off.
    private static let tile: Int32 = 256

    /// Draws what is too large to be kept, where it is seen.
    private func drawAtOnce(
        _ drawing: DrawnTexture, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox
    ) {
        let area = map.box(of: drawing.rect).meeting(clip)
        guard !area.isEmpty, map.isAffine else { return }
        func first(_ place: Int32) -> Int32 { place & ~255 }
        for top in stride(from: first(area.top), to: area.bottom, by: Int(Self.tile)) {
            for left in stride(from: first(area.left), to: area.right, by: Int(Self.tile)) {
                let tile = PixelBox(left: left, top: top, right: left + Self.tile, bottom: top + Self.tile)
                draw(drawing, tile: tile, alpha, map, on: canvas, tile.meeting(area))
            }
        }
    }

    private func draw(
        _ drawing: DrawnTexture, tile: PixelBox, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ part: PixelBox
    ) {
        memory.withCanvas(tile) { ground in
            if drawing.isMadeOfPixels {
                guard let piece = drawing.piece(in: tile, map, scene.scale) else { return }
                draw(
                    piece.texture, piece.texels, edge: piece.edge, map, isSharp: false, isWhole: true, 255, on: ground,
                    tile)
            } else {
                let plane = map.plane
                CanvasDrawing.draw(
                    on: ground.pixels, width: tile.width, height: tile.height, stride: ground.stride,
                    CGAffineTransform(
                        a: plane.r0.x, b: plane.r0.y, c: plane.r1.x, d: plane.r1.y, tx: plane.r2.x - Double(tile.left),
                        ty: plane.r2.y - Double(tile.top)), drawing.drawNow)
                _ = pixels_settle(ground.pixels, tile.area)
            }
            pixels_over(
                canvas.at(part.left, part.top), canvas.stride, ground.at(part.left, part.top), ground.stride, alpha,
                part.width,
                part.height)
        }
    }
}

extension DeviceMap {
    /// From a picture's pixels, each of which has a size in the layer's own coordinates.
    func texels(x: Double, y: Double, left: Double, top: Double) -> DeviceMap {
        DeviceMap(
            PlaneMap(plane.r0 * x, plane.r1 * y, plane.r2 + plane.r0 * left + plane.r1 * top), isAffine: isAffine)
    }

    init(_ plane: PlaneMap, isAffine: Bool) { (self.plane, self.isAffine) = (plane, isAffine) }
}

extension SceneNode {
    /// What is multiplied into all that the layer paints, of 255; nil where nothing of it is seen.
    fileprivate var paintAlpha: UInt32? {
        let alpha = kind.isGroup ? 255 : UInt32((alpha * 255).rounded())
        return alpha > 0 ? alpha : nil
    }
}
