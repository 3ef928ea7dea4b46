internal import CCairo
public import Foundation
public import MainspringGraphics

extension TextLayout {
    /// Draws the text with its upper left corner at a rectangle's, upright whether y grows upwards in the context or downwards.
    ///
    /// Nothing is cut off at the rectangle. The context's clip, alpha, blend mode and shadow count as for one image; its colours do not.
    /// Edges of letters are always smoothed, in grey. Letters of more than 2,000,000 pixels are not drawn.
    public func draw(in context: CGContext, rect: CGRect) {
        let map = context.ctm
        draw(in: context, rect: rect, isUpward: map.a * map.d - map.b * map.c > 0)
    }

    /// - Parameter isUpward: Whether the text's upper side is at the greatest y.
    func draw(in context: CGContext, rect: CGRect, isUpward: Bool) {
        let rect = rect.standardized
        guard rect.minX.isFinite, rect.minY.isFinite, rect.maxY.isFinite, !lines.isEmpty, context.showsText else {
            return
        }
        let toUser = CGAffineTransform(
            a: 1, b: 0, c: 0, d: isUpward ? -1 : 1, tx: rect.minX, ty: isUpward ? rect.maxY : rect.minY)
        let toDevice = toUser.concatenating(context.ctm)
        guard toDevice.tx.isFinite, toDevice.ty.isFinite else { return }
        let boxes = placed.map { $0.reach.applying(toDevice).insetBy(dx: -1, dy: -1) }
        let whole = boxes.reduce(CGRect.null) { $0.union($1) }
        guard let area = context.seenArea(whole), let picture = TextPicture(area) else { return }
        var matrix = toDevice.concatenating(picture.toRows).cairoMatrix
        cairo_set_matrix(picture.cairo, &matrix)
        for (line, box) in zip(placed, boxes) where box.intersects(area) {
            line.text.draw(line.number, on: picture.cairo, x: line.frame.minX, baseline: line.baseline)
        }
        guard let image = picture.makeImage() else { return }
        guard context.blendMode.changesWhatIsNotDrawn else { return context.drawPixels(image, in: area) }
        guard let (colors, cover) = image.separated else { return }
        context.drawPixels(colors, coveredBy: cover, in: area)
    }
}

/// Pixels of device space that a text is drawn on.
private struct TextPicture {
    let cairo: OpaquePointer
    private let area: CGRect
    private let surface: OpaquePointer

    /// Nil where there is no memory.
    init?(_ area: CGRect) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height))
        else {
            return nil
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        (self.area, self.surface, self.cairo) = (area, surface, cairo)
    }

    /// From device space to the rows and columns.
    var toRows: CGAffineTransform {
        CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -area.minX, ty: area.maxY)
    }

    /// What was drawn. Ends the drawing.
    func makeImage() -> CGImage? {
        cairo_destroy(cairo)
        cairo_surface_flush(surface)
        guard let bytes = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        // The surface's memory is the image's, as long as that is there.
        let owner = SurfaceOwner(surface)
        let data = Data(
            bytesNoCopy: bytes, count: stride * Int(area.height), deallocator: .custom { _, _ in owner.release() })
        return CGDataProvider(data: data).flatMap {
            CGImage(
                width: Int(area.width), height: Int(area.height), bitsPerComponent: 8, bitsPerPixel: 32,
                bytesPerRow: stride, space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA, provider: $0,
                decode: nil, shouldInterpolate: false, intent: .defaultIntent)
        }
    }
}

/// A surface that nobody draws on any more.
private struct SurfaceOwner: @unchecked Sendable {
    // `@unchecked Sendable`: Cairo counts references to a surface by atomic operations, and nobody draws on it.
    private let surface: OpaquePointer

    init(_ surface: OpaquePointer) { self.surface = surface }

    func release() { cairo_surface_destroy(surface) }
}

extension CGBlendMode {
    /// Whether it changes what is below where nothing but transparency is drawn on it.
    fileprivate var changesWhatIsNotDrawn: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
        default: false
        }
    }
}

extension CGImage {
    /// The colours without transparency, and how much of each pixel they cover.
    fileprivate var separated: (colors: CGImage, cover: CGImage)? {
        let (colors, cover) = withPremultipliedBGRA { bytes, bytesPerRow in
            var colors = Data(count: 4 * width * height)
            var cover = Data(count: width * height)
            for row in 0..<height {
                for column in 0..<width {
                    let source = row * bytesPerRow + 4 * column
                    let alpha = Int(bytes[source + 3])
                    guard alpha > 0 else { continue }
                    let target = row * width + column
                    cover[target] = UInt8(alpha)
                    for part in 0..<3 {
                        colors[4 * target + part] = UInt8(
                            min((Int(bytes[source + part]) * 255 + alpha / 2) / alpha, 255))
                    }
                    colors[4 * target + 3] = 255
                }
            }
            return (colors, cover)
        }
        guard let colorBytes = CGDataProvider(data: colors), let coverBytes = CGDataProvider(data: cover),
            let opaque = CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA, provider: colorBytes, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent),
            let mask = CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: coverBytes, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent)
        else { return nil }
        return (opaque, mask)
    }
}
