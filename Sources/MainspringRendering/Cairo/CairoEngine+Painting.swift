internal import CCairo
internal import Foundation
internal import MainspringGraphics

extension CairoEngine {
    func fill(_ path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        draw(.area(path, rule), .color(state.values(state.fillColor)), state)
    }

    func stroke(_ path: CGPath, state: CGContextState) {
        draw(.line(path), .color(state.values(state.strokeColor)), state)
    }

    func clear(_ path: CGPath, state: CGContextState) {
        var plain = state
        plain.drawsPlainly(.clear)
        draw(.area(path, .winding), .color(SIMD4(0, 0, 0, 1)), plain)
    }

    func clip(to path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        cairo_new_path(cairo)
        CairoPath.add(path, rule, to: cairo, flip)
        state.setAntialiasing(cairo)
        cairo_clip(cairo)
    }

    func beginTransparencyLayer(state: CGContextState) {
        cairo_push_group_with_content(cairo, CAIRO_CONTENT_COLOR_ALPHA)
        // The clip cuts the layer off when it is drawn; here it would do so twice.
        cairo_reset_clip(cairo)
        groundCovers.append(cover)
        cover = nil
    }

    func endTransparencyLayer(state: CGContextState) {
        guard let ground = groundCovers.popLast() else { return }
        guard let layer = cairo_pop_group(cairo) else { return }
        defer { cairo_pattern_destroy(layer) }
        cover = ground
        draw(.everything, .pattern(layer, alpha: state.alpha.native), state)
    }
}
