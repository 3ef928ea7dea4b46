internal import CCairo
internal import Foundation
internal import MainspringGraphics

extension CairoEngine {
    /// Draws the shadow of a shape: its alpha, blurred and moved, in the shadow's colour. It lies below what casts it, also where that is
    /// transparent.
    ///
    /// A shadow's blur is twice the deviation of the bell that it is blurred with, as CSS has it (CSS Backgrounds 3, section 7.1.1), and as
    /// was reported of QuartzCore by other projects.
    func drawShadow(
        _ shadow: CGContextState.Shadow, of shape: CairoShape, _ source: CairoSource, _ state: CGContextState
    ) {
        let blur = GaussianBlur(deviation: shadow.blur.native / 2)
        let (dx, dy) = (shadow.offset.width.native, -shadow.offset.height.native)
        guard let seen = clipExtents, abs(dx) < 1e6, abs(dy) < 1e6 else { return }
        // What may reach into what is seen.
        let reach = Double(blur.reach + 1)
        guard
            let extents = CairoExtents(
                Double(seen.x) - dx - reach, Double(seen.y) - dy - reach, Double(seen.x + seen.width) - dx + reach,
                Double(seen.y + seen.height) - dy + reach)?.limited(to: shape, flip, reach),
            let alpha = extents.makeSurface(CAIRO_FORMAT_A8), let drawing = cairo_create(alpha)
        else { return }
        defer { cairo_surface_destroy(alpha) }
        draw(shape, source, state, on: drawing)
        cairo_destroy(drawing)
        cairo_surface_flush(alpha)
        if let bytes = cairo_image_surface_get_data(alpha) {
            blur.blur(
                bytes, width: extents.width, height: extents.height, stride: Int(cairo_image_surface_get_stride(alpha)),
                channels: 1)
        }
        cairo_surface_mark_dirty(alpha)
        cairo_save(cairo)
        let color = shadow.color.encodedSRGB
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        if cover != nil {
            if let covered = seen.makeSurface(CAIRO_FORMAT_A8), let drawing = cairo_create(covered) {
                cairo_set_source_surface(drawing, alpha, dx, dy)
                cairo_paint(drawing)
                cutByCover(drawing)
                cairo_destroy(drawing)
                cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w)
                cairo_mask_surface(cairo, covered, 0, 0)
                cairo_surface_destroy(covered)
            }
        } else {
            cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w)
            cairo_mask_surface(cairo, alpha, dx, dy)
        }
        cairo_restore(cairo)
    }
}

extension CairoExtents {
    /// Those that a shape may touch, and so far around it.
    fileprivate func limited(to shape: CairoShape, _ flip: CGAffineTransform, _ reach: Double) -> CairoExtents? {
        guard case .area(let path, _) = shape else { return self }
        let box = path.boundingBox.applying(flip)
        guard !box.isNull else { return nil }
        return CairoExtents(
            max(Double(x), box.minX - reach), max(Double(y), box.minY - reach),
            min(Double(x + width), box.maxX + reach),
            min(Double(y + height), box.maxY + reach))
    }
}
