internal import CXCB

/// The screen that windows are on, and how it keeps pixels.
struct X11Screen: Sendable {
    let root: xcb_window_t
    let visual: xcb_visualid_t
    let depth: UInt8
    /// Whether the visual is not the root window's, so that windows need a map of colours and a border of their own.
    let needsColormap: Bool

    /// - Throws: A description of what is there instead, if there is nothing of use.
    init(_ setup: UnsafePointer<xcb_setup_t>, number: Int32) throws(Refusal) {
        var screens = xcb_setup_roots_iterator(setup)
        var left = number
        while left > 0, screens.rem > 1 {
            xcb_screen_next(&screens)
            left -= 1
        }
        guard screens.rem > 0, let screen = screens.data else { throw Refusal(found: "no screen") }
        root = screen.pointee.root
        guard setup.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue) else {
            throw Refusal(found: "the highest byte of a pixel first")
        }
        let wide = Self.depthsOf32Bits(setup)
        let rootVisual = screen.pointee.root_visual
        var found: (visual: xcb_visualid_t, depth: UInt8)?
        var depths = xcb_screen_allowed_depths_iterator(screen)
        while depths.rem > 0, let depth = depths.data {
            var visuals = xcb_depth_visuals_iterator(depth)
            while visuals.rem > 0, let visual = visuals.data {
                let isUsable =
                    (depth.pointee.depth == 24 || depth.pointee.depth == 32) && wide.contains(depth.pointee.depth)
                    && visual.pointee.hasBlueLowest
                if isUsable {
                    let isRoots = visual.pointee.visual_id == rootVisual
                    // One of 24 bits, since what is behind a window of 32 may show through.
                    if isRoots || found == nil || (found!.visual != rootVisual && found!.depth > depth.pointee.depth) {
                        found = (visual.pointee.visual_id, depth.pointee.depth)
                    }
                }
                xcb_visualtype_next(&visuals)
            }
            xcb_depth_next(&depths)
        }
        guard let found else { throw Refusal(found: "\(screen.pointee.root_depth) bits a pixel") }
        (visual, depth) = found
        needsColormap = visual != rootVisual
    }

    /// What a screen has that is of no use.
    struct Refusal: Error {
        let found: String
    }

    private static func depthsOf32Bits(_ setup: UnsafePointer<xcb_setup_t>) -> Set<UInt8> {
        var depths: Set<UInt8> = []
        var formats = xcb_setup_pixmap_formats_iterator(setup)
        while formats.rem > 0, let format = formats.data {
            if format.pointee.bits_per_pixel == 32 { depths.insert(format.pointee.depth) }
            xcb_format_next(&formats)
        }
        return depths
    }
}

extension xcb_visualtype_t {
    /// Whether its pixels are words of red, green and blue, in that order from the highest of 24 bits on.
    fileprivate var hasBlueLowest: Bool {
        _class == UInt8(XCB_VISUAL_CLASS_TRUE_COLOR.rawValue) && red_mask == 0xFF0000 && green_mask == 0xFF00
            && blue_mask == 0xFF
    }
}
