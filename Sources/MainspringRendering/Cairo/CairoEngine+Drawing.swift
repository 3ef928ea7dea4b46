internal import CCairo
internal import Foundation
internal import MainspringGraphics

/// How a shape and what fills it get onto the ground: shadow first, then by the shortest way that the blend mode and the clip allow.
extension CairoEngine {
    func draw(_ shape: CairoShape, _ source: CairoSource, _ state: CGContextState) {
        if let shadow = state.shadow { drawShadow(shadow, of: shape, source, state) }
        guard let mode = state.blendMode.cairoOperator, cover == nil, state.blendMode.isBoundedInCairo else {
            return drawCovered(shape, source, state)
        }
        cairo_save(cairo)
        cairo_set_operator(cairo, mode)
        draw(shape, source, state, on: cairo)
        cairo_restore(cairo)
    }

    /// Draws a shape on any drawing of Cairo's, by the operator that it has.
    func draw(_ shape: CairoShape, _ source: CairoSource, _ state: CGContextState, on cairo: OpaquePointer) {
        state.setAntialiasing(cairo)
        switch shape {
        case .area(let path, let rule):
            CairoPath.add(path, rule, to: cairo, flip)
            guard case .color(let values) = source else {
                cairo_clip(cairo)
                return source.paint(cairo)
            }
            cairo_set_source_rgba(cairo, values.x, values.y, values.z, values.w)
            cairo_fill(cairo)
        case .line(let path): stroke(path, source, state, on: cairo)
        case .everything: source.paint(cairo)
        }
    }

    private func stroke(_ path: CGPath, _ source: CairoSource, _ state: CGContextState, on cairo: OpaquePointer) {
        guard case .color(let values) = source else { return }
        let box = path.boundingBox
        let reach =
            state.lineWidth * max(state.miterLimit, 1)
            * (abs(state.ctm.a) + abs(state.ctm.b) + abs(state.ctm.c) + abs(state.ctm.d))
        guard reach.isFinite, CairoPath.isNear(box.insetBy(dx: -reach, dy: -reach)) else {
            return draw(.area(outline(of: path, state), .winding), source, state, on: cairo)
        }
        cairo_set_source_rgba(cairo, values.x, values.y, values.z, values.w)
        CairoPath.add(path, to: cairo, flip)
        // The pen is round in user space, where widths and dashes are told.
        var pen = state.ctm.concatenating(flip).cairoMatrix
        cairo_set_matrix(cairo, &pen)
        cairo_set_line_width(cairo, state.lineWidth)
        cairo_set_miter_limit(cairo, max(state.miterLimit, 1))
        cairo_set_line_cap(
            cairo,
            state.lineCap == .round
                ? CAIRO_LINE_CAP_ROUND : state.lineCap == .square ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(
            cairo,
            state.lineJoin == .round
                ? CAIRO_LINE_JOIN_ROUND : state.lineJoin == .bevel ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER)
        let dashes = state.dashLengths.map(\.native)
        cairo_set_dash(cairo, dashes, Int32(dashes.count), state.dashPhase)
        cairo_stroke(cairo)
        cairo_identity_matrix(cairo)
    }

    /// What stroking fills, in device space; for what is too far for Cairo's pens.
    private func outline(of path: CGPath, _ state: CGContextState) -> CGPath {
        let own = path.mapped(by: state.ctm.inverted())
        let line =
            state.dashLengths.isEmpty ? own : own.copy(dashingWithPhase: state.dashPhase, lengths: state.dashLengths)
        return line.copy(
            strokingWithWidth: state.lineWidth, lineCap: state.lineCap, lineJoin: state.lineJoin,
            miterLimit: state.miterLimit,
            transform: state.ctm)
    }

    /// Draws where Cairo's operators go beyond a shape, where there is none, or where mask images are part of the clip.
    private func drawCovered(_ shape: CairoShape, _ source: CairoSource, _ state: CGContextState) {
        guard let extents = clipExtents, let covered = coverage(of: shape, state, extents) else { return }
        defer { cairo_surface_destroy(covered) }
        if let mode = state.blendMode.cairoOperator, state.blendMode.isBoundedInCairo {
            cairo_save(cairo)
            cairo_set_operator(cairo, mode)
            paint(source, through: covered, extents)
            return cairo_restore(cairo)
        }
        // As it would be if everything were drawn on; the shape then says how much of that shows.
        guard
            let result = extents.makeSurface(target.format == CAIRO_FORMAT_A8 ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32),
            let drawing = cairo_create(result)
        else { return }
        defer { cairo_surface_destroy(result) }
        cairo_set_source_surface(drawing, cairo_get_group_target(cairo), 0, 0)
        cairo_set_operator(drawing, CAIRO_OPERATOR_SOURCE)
        cairo_paint(drawing)
        if let mode = state.blendMode.cairoOperator {
            cairo_set_operator(drawing, mode)
            source.paint(drawing)
        } else {
            addDarker(source, to: result, extents)
        }
        cairo_destroy(drawing)
        cairo_save(cairo)
        cairo_set_source_surface(cairo, result, 0, 0)
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
        cairo_mask_surface(cairo, covered, 0, 0)
        cairo_restore(cairo)
    }

    /// How much of each pixel a shape covers, with the mask images of the clip; the caller's.
    private func coverage(of shape: CairoShape, _ state: CGContextState, _ extents: CairoExtents) -> OpaquePointer? {
        guard let covered = extents.makeSurface(CAIRO_FORMAT_A8), let drawing = cairo_create(covered) else {
            return nil
        }
        draw(shape, .color(SIMD4(0, 0, 0, 1)), state, on: drawing)
        cutByCover(drawing)
        cairo_destroy(drawing)
        return covered
    }

    /// Paints as much of a source as a surface covers.
    private func paint(_ source: CairoSource, through covered: OpaquePointer, _ extents: CairoExtents) {
        switch source {
        case .color(let values):
            cairo_set_source_rgba(cairo, values.x, values.y, values.z, values.w)
            cairo_mask_surface(cairo, covered, 0, 0)
        case .pattern(let pattern, let alpha) where alpha == 1:
            cairo_set_source(cairo, pattern)
            cairo_mask_surface(cairo, covered, 0, 0)
        default:
            guard let whole = extents.makeSurface(CAIRO_FORMAT_ARGB32), let drawing = cairo_create(whole) else {
                return
            }
            source.paint(drawing)
            cairo_destroy(drawing)
            cairo_set_source_surface(cairo, whole, 0, 0)
            cairo_mask_surface(cairo, covered, 0, 0)
            cairo_surface_destroy(whole)
        }
    }

    /// Puts a source on a surface by the mode that Cairo has not: R = max(0, 1 - ((Da - D) + (Sa - S))), of values times alpha.
    private func addDarker(_ source: CairoSource, to result: OpaquePointer, _ extents: CairoExtents) {
        guard let whole = extents.makeSurface(cairo_image_surface_get_format(result)), let drawing = cairo_create(whole)
        else { return }
        defer { cairo_surface_destroy(whole) }
        source.paint(drawing)
        cairo_destroy(drawing)
        cairo_surface_flush(whole)
        cairo_surface_flush(result)
        guard let drawn = cairo_image_surface_get_data(whole), let ground = cairo_image_surface_get_data(result) else {
            return
        }
        let stride = Int(cairo_image_surface_get_stride(whole))
        let isAlphaOnly = cairo_image_surface_get_format(result) == CAIRO_FORMAT_A8
        for row in 0..<extents.height {
            for x in 0..<extents.width {
                let place = row * stride + (isAlphaOnly ? x : 4 * x)
                let alphaPlace = isAlphaOnly ? place : place + 3
                let (drawnAlpha, groundAlpha) = (Int(drawn[alphaPlace]), Int(ground[alphaPlace]))
                let alpha = min(255, drawnAlpha + groundAlpha)
                if !isAlphaOnly {
                    for component in place..<place + 3 {
                        let lost = groundAlpha - Int(ground[component]) + drawnAlpha - Int(drawn[component])
                        ground[component] = UInt8(min(max(255 - lost, 0), alpha))
                    }
                }
                ground[alphaPlace] = UInt8(alpha)
            }
        }
        cairo_surface_mark_dirty(result)
    }
}
