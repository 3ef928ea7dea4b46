internal import CCairo
internal import Foundation
internal import MainspringGraphics

extension CairoEngine {
    func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, state: CGContextState) {
        guard let map = imageMap(image, rect, state) else { return }
        withPattern(of: image, map, filter(image, state), byTiling ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD) {
            pattern in
            let source: CairoSource =
                image.isMask
                ? .mask(pattern, state.values(state.fillColor)) : .pattern(pattern, alpha: state.alpha.native)
            let shape: CairoShape =
                byTiling ? .everything : .area(CGPath(rect: rect, transform: nil).mapped(by: state.ctm), .winding)
            draw(shape, source, state)
        }
    }

    func clip(to mask: CGImage, in rect: CGRect, state: CGContextState) {
        guard let map = imageMap(mask, rect, state), let extents = clipExtents,
            let surface = extents.makeSurface(CAIRO_FORMAT_A8), let drawing = cairo_create(surface)
        else { return clip(to: CGPath(rect: .zero, transform: nil), using: .winding, state: state) }
        withPattern(of: mask.asCoverage, map, filter(mask, state), CAIRO_EXTEND_PAD) { pattern in
            draw(
                .area(CGPath(rect: rect, transform: nil).mapped(by: state.ctm), .winding), .pattern(pattern, alpha: 1),
                state, on: drawing)
        }
        cutByCover(drawing)
        cairo_destroy(drawing)
        cover = CairoCover(surface)
    }

    /// From an image's pixels to Cairo's; nil where that cannot be undone in numbers that Cairo has.
    private func imageMap(_ image: CGImage, _ rect: CGRect, _ state: CGContextState) -> cairo_matrix_t? {
        // The first row is at the greatest y.
        let place = CGAffineTransform(
            a: rect.width / CGFloat(image.width), b: 0, c: 0, d: -rect.height / CGFloat(image.height), tx: rect.minX,
            ty: rect.maxY)
        var matrix = place.concatenating(state.ctm).concatenating(flip).cairoMatrix
        guard cairo_matrix_invert(&matrix) == CAIRO_STATUS_SUCCESS else { return nil }
        return matrix
    }

    private func filter(_ image: CGImage, _ state: CGContextState) -> cairo_filter_t {
        guard image.shouldInterpolate else { return CAIRO_FILTER_NEAREST }
        return switch state.interpolationQuality {
        case .none: CAIRO_FILTER_NEAREST
        case .low: CAIRO_FILTER_BILINEAR
        case .high: CAIRO_FILTER_BEST
        case .default, .medium: CAIRO_FILTER_GOOD
        }
    }

    /// Lends a pattern of an image's pixels.
    /// - Parameter map: From Cairo's pixels to the image's.
    private func withPattern(
        of image: CGImage, _ map: cairo_matrix_t, _ filter: cairo_filter_t, _ extend: cairo_extend_t,
        _ body: (OpaquePointer) -> Void
    ) {
        guard CairoBitmap.canHave(image.width, image.height) else {
            return DrawingComplaint.say(
                "an image of \(image.width) by \(image.height) pixels is too large to be drawn; crop it to parts of at most "
                    + "\(CairoBitmap.longestSide) by \(CairoBitmap.longestSide), and 2^28 in all.")
        }
        image.withPremultipliedBGRA { bytes, bytesPerRow in
            guard let base = bytes.baseAddress else { return }
            let isAligned = Int(bitPattern: base) % 4 == 0 && bytesPerRow % 4 == 0
            let copy = isAligned ? nil : Self.aligned(base, image, bytesPerRow)
            defer { free(copy) }
            let pixels = copy ?? UnsafeMutableRawPointer(mutating: base)
            // Cairo writes nothing to what it only reads from.
            guard
                let surface = cairo_image_surface_create_for_data(
                    pixels.assumingMemoryBound(to: UInt8.self),
                    image.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
                    Int32(image.width), Int32(image.height), Int32(isAligned ? bytesPerRow : 4 * image.width))
            else { return }
            defer {
                cairo_surface_finish(surface)
                cairo_surface_destroy(surface)
            }
            guard let pattern = cairo_pattern_create_for_surface(surface) else { return }
            defer { cairo_pattern_destroy(pattern) }
            var map = map
            cairo_pattern_set_matrix(pattern, &map)
            cairo_pattern_set_filter(pattern, filter)
            cairo_pattern_set_extend(pattern, extend)
            body(pattern)
        }
    }

    private static func aligned(_ bytes: UnsafeRawPointer, _ image: CGImage, _ bytesPerRow: Int)
        -> UnsafeMutableRawPointer?
    {
        let copy = malloc(4 * image.width * image.height)
        if let copy {
            for row in 0..<image.height {
                memcpy(copy + row * 4 * image.width, bytes + row * bytesPerRow, 4 * image.width)
            }
        }
        return copy
    }
}

extension CGImage {
    /// An image whose alpha is what a mask lets through: its own, or the grey of an image without alpha.
    fileprivate var asCoverage: CGImage {
        guard !isMask else { return self }
        let pixels = withPremultipliedBGRA { bytes, bytesPerRow in
            Data((0..<height).lazy.flatMap { row in (0..<self.width).lazy.map { bytes[row * bytesPerRow + 4 * $0] } })
        }
        let provider = CGDataProvider(data: pixels)
        return provider.flatMap {
            CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
                space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.alphaOnly.rawValue),
                provider: $0, decode: nil, shouldInterpolate: shouldInterpolate, intent: .defaultIntent)
        } ?? self
    }
}
