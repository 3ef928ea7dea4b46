internal import CCairo
internal import Foundation
internal import MainspringGraphics

/// Draws into bitmaps by Cairo.
///
/// A bitmap whose pixels are words of four bytes, in memory blue, green, red and alpha (`byteOrder32Little` with
/// `premultipliedFirst` or `noneSkipFirst`), or alpha alone, is drawn into directly; any other one is a copy that is written back by
/// ``flush()``. Colours are drawn as sRGB whatever the bitmap's space is, and converted then.
///
/// Belongs to one thread at a time, as the context does.
final class CairoEngine: CGContextEngine {
    let target: CairoBitmap
    let cairo: OpaquePointer
    /// How much of what is drawn the mask images that the clip is made of let through; nil without any.
    var cover: CairoCover?
    private var keptCovers: [CairoCover?] = []
    /// Those of the grounds that transparency layers lie on.
    var groundCovers: [CairoCover?] = []

    /// Makes an engine that draws into a bitmap; nil if that has no pixels or more than 2^28, is longer than 32,767, or is none that Apple's
    /// contexts draw into.
    init?(_ description: CGBitmapDescription) {
        guard let target = CairoBitmap(description), let cairo = cairo_create(target.surface) else { return nil }
        self.target = target
        self.cairo = cairo
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { return nil }
    }

    deinit { cairo_destroy(cairo) }

    var bitmap: CGBitmapDescription? { target.description }
    var deviceBounds: CGRect {
        CGRect(x: 0, y: 0, width: target.description.width, height: target.description.height)
    }
    var initialTransform: CGAffineTransform { .identity }

    func saveClip() {
        cairo_save(cairo)
        keptCovers.append(cover)
    }

    func restoreClip() {
        guard let kept = keptCovers.popLast() else { return }
        cairo_restore(cairo)
        cover = kept
    }

    func resetClip() {
        cairo_reset_clip(cairo)
        cover = nil
    }

    func makeImage() -> CGImage? { target.makeImage() }
    func flush() { target.flush() }

    /// From device space, with y upwards, to Cairo's rows.
    var flip: CGAffineTransform {
        CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(target.description.height))
    }

    /// Leaves of a drawing as much as the mask images of the clip let through.
    func cutByCover(_ drawing: OpaquePointer) {
        guard let cover else { return }
        cairo_reset_clip(drawing)
        cairo_set_operator(drawing, CAIRO_OPERATOR_DEST_IN)
        cairo_set_source_surface(drawing, cover.surface, 0, 0)
        cairo_paint(drawing)
    }

    /// Around the clip, in Cairo's rows and columns; nil where it lets nothing through.
    var clipExtents: CairoExtents? {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(cairo, &left, &top, &right, &bottom)
        return CairoExtents(left, top, right, bottom)
    }
}

/// Whole columns and rows.
struct CairoExtents {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// Those that an area touches; nil if there are none.
    init?(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
        let limit = 1e6
        let (left, top) = (max(left, -limit).rounded(.down), max(top, -limit).rounded(.down))
        let (right, bottom) = (min(right, limit).rounded(.up), min(bottom, limit).rounded(.up))
        guard left < right, top < bottom else { return nil }
        (x, y, width, height) = (Int(left), Int(top), Int(right - left), Int(bottom - top))
    }

    /// A surface of such an area, clear, drawn on in the same coordinates; nil where there is no memory for it.
    func makeSurface(_ format: cairo_format_t) -> OpaquePointer? {
        guard let surface = cairo_image_surface_create(format, Int32(width), Int32(height)),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        else { return nil }
        cairo_surface_set_device_offset(surface, Double(-x), Double(-y))
        return surface
    }
}

/// How much of what is drawn gets through, pixel by pixel. Constant.
final class CairoCover {
    /// Alpha alone, in the coordinates of the base; nothing gets through beyond it.
    let surface: OpaquePointer

    /// Takes a surface over.
    init(_ surface: OpaquePointer) { self.surface = surface }

    deinit { cairo_surface_destroy(surface) }
}
