internal import CCairo
internal import CPixels
internal import MainspringGraphics

extension ScenePass {
    /// Multiplies the colours of all pixels.
    func tint(_ ground: Canvas, _ tint: SIMD4<Float>) {
        let factors = (tint * 255).rounded(.toNearestOrAwayFromZero)
        let word = UInt32(factors.w) << 24 | UInt32(factors.x) << 16 | UInt32(factors.y) << 8 | UInt32(factors.z)
        pixels_multiply(ground.pixels, word, ground.box.area)
    }

    /// Mixes a group with what is behind it, pixel by pixel.
    func blend(_ ground: Canvas, _ alpha: UInt32, _ mode: CGBlendMode, on canvas: Canvas, _ seen: PixelBox) {
        let source = ground.at(seen.left, seen.top)
        if alpha < 255 { pixels_fade(source, ground.stride, alpha, seen.width, seen.height) }
        // Cairo has no such mode.
        if mode == .plusDarker {
            for y in seen.top..<seen.bottom {
                pixels_add_darker(canvas.at(seen.left, y), ground.at(seen.left, y), seen.width)
            }
            return
        }
        func surface(_ pixels: UnsafeMutablePointer<UInt32>, _ stride: Int) -> OpaquePointer? {
            cairo_image_surface_create_for_data(
                UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(seen.width),
                Int32(seen.height), Int32(4 * stride))
        }
        guard let target = surface(canvas.at(seen.left, seen.top), canvas.stride),
            let drawn = surface(source, ground.stride),
            let cairo = cairo_create(target), let how = mode.cairoOperator
        else { return }
        cairo_set_operator(cairo, how)
        cairo_set_source_surface(cairo, drawn, 0, 0)
        cairo_paint(cairo)
        cairo_destroy(cairo)
        cairo_surface_destroy(drawn)
        cairo_surface_destroy(target)
    }
}
