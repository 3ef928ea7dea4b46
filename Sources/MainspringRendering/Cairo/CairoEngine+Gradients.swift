internal import CCairo
internal import Foundation
internal import MainspringGraphics

extension CairoEngine {
    func draw(
        _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions,
        state: CGContextState
    ) {
        let toDevice = state.ctm.concatenating(flip)
        guard let extents = clipExtents, let surface = extents.makeSurface(CAIRO_FORMAT_ARGB32),
            let pixels = cairo_image_surface_get_data(surface),
            let pattern = cairo_pattern_create_for_surface(surface)
        else { return }
        let raster = GradientRaster(GradientTable(gradient), geometry, options, toDevice.inverted())
        let stride = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<extents.height {
            let line = UnsafeMutableRawPointer(pixels + row * stride).assumingMemoryBound(to: UInt32.self)
            raster.fill(line, count: extents.width, x: extents.x, y: extents.y + row)
        }
        cairo_surface_mark_dirty(surface)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        draw(.everything, .pattern(pattern, alpha: state.alpha.native), state)
        cairo_pattern_destroy(pattern)
        cairo_surface_destroy(surface)
    }
}
