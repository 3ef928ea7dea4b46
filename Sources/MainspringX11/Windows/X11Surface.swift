internal import CXCB
internal import Foundation
internal import Mainspring
internal import MainspringApplication
internal import MainspringGraphics

/// A window of the server's. On the loop's thread.
final class X11Surface: WindowSurface {
    let framesPerSecond: Int
    private let frames: X11Presenter
    let lease: ConnectionLease
    private let windows: WindowTable
    private let cursors: CursorTable
    private let inbox: WindowInbox
    private var isClosed = false
    private var isShown = false
    /// The window's own map of colours; 0 where it has the root window's.
    private var colormap: xcb_colormap_t = 0

    private var connection: X11Connection { lease.connection }
    /// What the server calls it.
    var window: xcb_window_t { inbox.window }

    init(
        _ configuration: WindowConfiguration, _ events: WindowEventPoster, _ lease: ConnectionLease,
        _ windows: WindowTable, _ cursors: CursorTable, loop: CFRunLoop, scale: CGFloat, framesPerSecond: Int,
        painter: any FramePainter
    ) throws {
        let connection = lease.connection
        if let failure = connection.failure { throw failure }
        self.lease = lease
        self.windows = windows
        self.cursors = cursors
        self.framesPerSecond = framesPerSecond
        let (width, height) = PixelLength.pair(configuration.size, scale)
        inbox = WindowInbox(
            xcb_generate_id(connection.raw), connection, events, loop,
            WindowInbox.Shape(width: width, height: height, scale: scale, minimumSize: configuration.minimumSize))
        frames = X11Presenter(inbox.window, lease, inbox.gate, painter)
        guard windows.add(inbox) else {
            throw connection.failure ?? .connectionLost(display: connection.display, reason: "it was closed")
        }
        try create(width: width, height: height)
        frames.begin()
        setStandingProperties()
        setTitle(configuration.title)
        setIcon(configuration.icon)
        inbox.sendSizeHints()
        connection.flush()
    }

    deinit { close() }

    // MARK: What it has

    var presenter: any FramePresenter { frames }
    var size: CGSize { inbox.currentShape.size }
    var scale: CGFloat { inbox.currentShape.scale }

    // MARK: What is asked of it

    func answerFileDrag(isTaken: Bool) { inbox.fileDrag.answer(isTaken, inbox.window, connection) }

    func setTitle(_ title: String) {
        let bytes = TitleBytes.of(title)
        connection.setProperty(window, connection.atoms[.netName], connection.atoms[.utf8], bytes: bytes)
        connection.setProperty(window, XCB_ATOM_WM_NAME.rawValue, connection.atoms[.utf8], bytes: bytes)
        connection.flush()
    }

    func setIcon(_ icon: CGImage?) {
        let words = icon.map { IconPixels.words($0) } ?? []
        if words.isEmpty {
            xcb_delete_property(connection.raw, window, connection.atoms[.netIcon])
        } else {
            connection.setProperty(window, connection.atoms[.netIcon], XCB_ATOM_CARDINAL.rawValue, words: words)
        }
        connection.flush()
    }

    func setSize(_ size: CGSize) {
        let shape = inbox.currentShape
        let (width, height) = PixelLength.pair(size, shape.scale)
        // The window manager is told of the least size too, but holds the user to it alone.
        let least = PixelLength.pair(shape.minimumSize, shape.scale)
        var values = xcb_configure_window_value_list_t()
        (values.width, values.height) = (UInt32(max(width, least.width)), UInt32(max(height, least.height)))
        let mask = UInt16(XCB_CONFIG_WINDOW_WIDTH.rawValue | XCB_CONFIG_WINDOW_HEIGHT.rawValue)
        xcb_configure_window_aux(connection.raw, window, mask, &values)
        connection.flush()
    }

    func setMinimumSize(_ size: CGSize) {
        inbox.setMinimumSize(size)
        connection.flush()
    }

    /// By the window manager's rules: one that is shown asks for it, one that is not says how it wants to begin.
    func setFullScreen(_ isFullScreen: Bool) {
        let atoms = connection.atoms
        if isShown {
            let mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
            connection.send(
                atoms[.netState], about: window, to: connection.screen.root,
                words: [isFullScreen ? 1 : 0, atoms[.fullScreen], 0, 1, 0], mask: mask)
        } else {
            connection.setProperty(
                window, atoms[.netState], XCB_ATOM_ATOM.rawValue, words: isFullScreen ? [atoms[.fullScreen]] : [])
        }
        connection.flush()
    }

    func setCursor(_ cursor: CursorShape) {
        var number = cursors.cursor(cursor)
        xcb_change_window_attributes(connection.raw, window, XCB_CW_CURSOR.rawValue, &number)
        connection.flush()
    }

    func show() {
        isShown = true
        xcb_map_window(connection.raw, window)
        connection.flush()
    }

    func hide() {
        isShown = false
        xcb_unmap_window(connection.raw, window)
        // The window manager takes notice of one that is minimized by this alone.
        var event = xcb_unmap_notify_event_t()
        event.response_type = UInt8(XCB_UNMAP_NOTIFY)
        event.event = connection.screen.root
        event.window = window
        let mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
        connection.sendEvent(event, to: connection.screen.root, mask: mask)
        connection.flush()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        inbox.gate.end()
        windows.remove(window)
        xcb_destroy_window(connection.raw, window)
        if colormap != 0 { xcb_free_colormap(connection.raw, colormap) }
        connection.flush()
    }

    // MARK: Its beginning

    /// Waits for the server's word.
    private func create(width: Int, height: Int) throws {
        let (raw, screen) = (connection.raw, connection.screen)
        var values = xcb_create_window_value_list_t()
        // What is there stays at the upper left while the size changes, and nothing is painted behind it.
        values.bit_gravity = XCB_GRAVITY_NORTH_WEST.rawValue
        values.event_mask = X11Surface.events(pointers: connection.extensions.input == nil)
        var mask = XCB_CW_BIT_GRAVITY.rawValue | XCB_CW_EVENT_MASK.rawValue
        if screen.needsColormap {
            colormap = xcb_generate_id(raw)
            values.colormap = colormap
            xcb_create_colormap(raw, UInt8(XCB_COLORMAP_ALLOC_NONE.rawValue), colormap, screen.root, screen.visual)
            mask |= XCB_CW_COLORMAP.rawValue | XCB_CW_BORDER_PIXEL.rawValue
        }
        let request = xcb_create_window_aux_checked(
            raw, screen.depth, window, screen.root, 0, 0, UInt16(width), UInt16(height), 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), screen.visual, mask, &values)
        if let error = CReply(xcb_request_check(raw, request)) {
            let reason = ServerRefusal.Request.window.reason(code: error.error_code)
            throw X11Error.windowRefused(display: connection.display, reason: reason)
        }
        if connection.extensions.input != nil {
            let events =
                XCB_INPUT_XI_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_INPUT_XI_EVENT_MASK_BUTTON_RELEASE.rawValue
                | XCB_INPUT_XI_EVENT_MASK_MOTION.rawValue | XCB_INPUT_XI_EVENT_MASK_ENTER.rawValue
                | XCB_INPUT_XI_EVENT_MASK_LEAVE.rawValue | XCB_INPUT_XI_EVENT_MASK_DEVICE_CHANGED.rawValue
            mainspring_x11_select_pointers(raw, window, events)
        }
    }

    private static func events(pointers: Bool) -> UInt32 {
        var events: [xcb_event_mask_t] = [
            XCB_EVENT_MASK_KEY_PRESS, XCB_EVENT_MASK_KEY_RELEASE, XCB_EVENT_MASK_EXPOSURE,
            XCB_EVENT_MASK_VISIBILITY_CHANGE, XCB_EVENT_MASK_STRUCTURE_NOTIFY, XCB_EVENT_MASK_FOCUS_CHANGE,
            XCB_EVENT_MASK_PROPERTY_CHANGE,
        ]
        if pointers {
            events += [
                XCB_EVENT_MASK_BUTTON_PRESS, XCB_EVENT_MASK_BUTTON_RELEASE, XCB_EVENT_MASK_POINTER_MOTION,
                XCB_EVENT_MASK_ENTER_WINDOW, XCB_EVENT_MASK_LEAVE_WINDOW,
            ]
        }
        return events.reduce(0) { $0 | $1.rawValue }
    }

    /// What stays the same as long as it lives.
    private func setStandingProperties() {
        let atoms = connection.atoms
        connection.setProperty(
            window, atoms[.protocols], XCB_ATOM_ATOM.rawValue, words: [atoms[.deleteWindow], atoms[.ping]])
        connection.setProperty(
            window, atoms[.netProcess], XCB_ATOM_CARDINAL.rawValue, words: [UInt32(bitPattern: getpid())])
        connection.setProperty(
            window, XCB_ATOM_WM_CLIENT_MACHINE.rawValue, XCB_ATOM_STRING.rawValue,
            bytes: TitleBytes.ofMachine())
        connection.setProperty(window, atoms[.windowType], XCB_ATOM_ATOM.rawValue, words: [atoms[.normalWindow]])
        connection.setProperty(window, atoms[.dropAware], XCB_ATOM_ATOM.rawValue, words: [FileDropTarget.version])
        // Takes the keyboard, begins unminimized.
        connection.setProperty(
            window, XCB_ATOM_WM_HINTS.rawValue, XCB_ATOM_WM_HINTS.rawValue, words: [3, 1, 1, 0, 0, 0, 0, 0, 0])
        connection.setProperty(
            window, XCB_ATOM_WM_CLASS.rawValue, XCB_ATOM_STRING.rawValue, bytes: TitleBytes.ofClass())
    }
}
