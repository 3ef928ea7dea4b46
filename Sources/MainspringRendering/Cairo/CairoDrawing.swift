internal import CCairo
internal import Foundation
internal import MainspringGraphics

/// Where something is drawn, in device space.
enum CairoShape {
    case area(CGPath, CGPathFillRule)
    case line(CGPath)
    /// Wherever the clip lets it be.
    case everything
}

/// What something is drawn with.
enum CairoSource {
    /// Red, green and blue as sRGB encodes them, and alpha.
    case color(SIMD4<Double>)
    /// A pattern in base coordinates, and what its alpha is multiplied by.
    case pattern(OpaquePointer, alpha: Double)
    /// A colour, as much of it as a pattern covers.
    case mask(OpaquePointer, SIMD4<Double>)

    /// Paints it wherever the clip of a drawing of Cairo's lets it be.
    func paint(_ cairo: OpaquePointer) {
        switch self {
        case .color(let values):
            cairo_set_source_rgba(cairo, values.x, values.y, values.z, values.w)
            cairo_paint(cairo)
        case .pattern(let pattern, let alpha):
            cairo_set_source(cairo, pattern)
            if alpha < 1 { cairo_paint_with_alpha(cairo, alpha) } else { cairo_paint(cairo) }
        case .mask(let pattern, let values):
            cairo_set_source_rgba(cairo, values.x, values.y, values.z, values.w)
            cairo_mask(cairo, pattern)
        }
    }
}

extension CGContextState {
    /// A colour with the state's alpha.
    func values(_ color: CGColor) -> SIMD4<Double> {
        var values = color.encodedSRGB
        values.w = min(max(values.w, 0), 1) * alpha.native
        return values
    }

    func setAntialiasing(_ cairo: OpaquePointer) {
        cairo_set_antialias(cairo, shouldAntialias ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
    }
}
