internal import CXCB
internal import MainspringApplication

/// The pointer's looks, by the user's theme, or by the server's own font where there is none. On the loop's thread.
final class CursorTable {
    private let connection: X11Connection
    private var context: OpaquePointer?
    private var isContextTried = false
    private var cursors: [CursorShape: xcb_cursor_t] = [:]

    init(_ connection: X11Connection) { self.connection = connection }

    deinit {
        if let context { xcb_cursor_context_free(context) }
    }

    /// 0 for that of the window around, where there is none of that look.
    func cursor(_ shape: CursorShape) -> xcb_cursor_t {
        if let made = cursors[shape] { return made }
        let made = shape == .hidden ? makeEmpty() : load(shape)
        cursors[shape] = made
        return made
    }

    private func load(_ shape: CursorShape) -> xcb_cursor_t {
        guard connection.isAlive else { return 0 }
        if !isContextTried {
            isContextTried = true
            var roots = xcb_setup_roots_iterator(xcb_get_setup(connection.raw))
            while roots.rem > 1, roots.data?.pointee.root != connection.screen.root { xcb_screen_next(&roots) }
            var made: OpaquePointer?
            if let screen = roots.data, xcb_cursor_context_new(connection.raw, screen, &made) >= 0 { context = made }
        }
        guard let context else { return 0 }
        for name in shape.names {
            let cursor = xcb_cursor_load_cursor(context, name)
            if cursor != 0 { return cursor }
        }
        return 0
    }

    private func makeEmpty() -> xcb_cursor_t {
        let (raw, root) = (connection.raw, connection.screen.root)
        let pixmap = xcb_generate_id(raw)
        xcb_create_pixmap(raw, 1, pixmap, root, 1, 1)
        let context = xcb_generate_id(raw)
        var values = xcb_create_gc_value_list_t()
        xcb_create_gc_aux(raw, context, pixmap, XCB_GC_FOREGROUND.rawValue, &values)
        var point = xcb_rectangle_t(x: 0, y: 0, width: 1, height: 1)
        xcb_poly_fill_rectangle(raw, pixmap, context, 1, &point)
        let cursor = xcb_generate_id(raw)
        xcb_create_cursor(raw, cursor, pixmap, pixmap, 0, 0, 0, 0, 0, 0, 0, 0)
        xcb_free_gc(raw, context)
        xcb_free_pixmap(raw, pixmap)
        return cursor
    }
}

extension CursorShape {
    /// What themes call it, the newer name first, then that of the server's font.
    fileprivate var names: [String] {
        switch self {
        case .arrow: ["default", "left_ptr"]
        case .iBeam: ["text", "xterm"]
        case .pointingHand: ["pointer", "hand2"]
        case .openHand: ["grab", "openhand", "hand1"]
        case .closedHand: ["grabbing", "closedhand", "fleur"]
        case .crosshair: ["crosshair", "cross"]
        case .resizeLeftRight: ["ew-resize", "sb_h_double_arrow"]
        case .resizeUpDown: ["ns-resize", "sb_v_double_arrow"]
        case .operationNotAllowed: ["not-allowed", "crossed_circle", "X_cursor"]
        case .wait: ["wait", "watch"]
        case .hidden: []
        }
    }
}
