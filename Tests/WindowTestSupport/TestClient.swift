public import CXCB
import CXCBTest
import Foundation

/// Another program on the same display: the user's hands, a window manager, who drags and who copies.
public final class TestClient {
    /// The connection to the X server.
    public let raw: OpaquePointer
    /// The root window of the first screen.
    public let root: xcb_window_t
    /// A window of this client, 10 pixels wide and high, which is never mapped.
    public let window: xcb_window_t

    /// Connects to a server, and makes the window.
    public init(_ server: TestServer) throws {
        var number: Int32 = 0
        guard let raw = xcb_connect(server.display, &number), xcb_connection_has_error(raw) == 0 else {
            throw TestServer.Failure(description: "The test's own connection failed.")
        }
        self.raw = raw
        root = xcb_setup_roots_iterator(xcb_get_setup(raw)).data.pointee.root
        window = xcb_generate_id(raw)
        xcb_create_window(raw, 0, window, root, 700, 500, 10, 10, 0, 1, 0, 0, nil)
        var mask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        xcb_change_window_attributes(raw, window, XCB_CW_EVENT_MASK.rawValue, &mask)
        finish()
    }

    deinit { xcb_disconnect(raw) }

    /// Waits until the server has done all that was asked.
    public func finish() {
        free(xcb_get_input_focus_reply(raw, xcb_get_input_focus(raw), nil))
    }

    /// Returns the atom of a name.
    public func atom(_ name: String) -> xcb_atom_t {
        let reply = xcb_intern_atom_reply(raw, xcb_intern_atom(raw, 0, UInt16(name.utf8.count), name), nil)
        defer { free(reply) }
        return reply?.pointee.atom ?? 0
    }

    // MARK: Hands

    /// Moves the pointer to a place of the screen.
    public func move(_ x: Int16, _ y: Int16) { fake(XCB_MOTION_NOTIFY, 0, x, y) }
    /// Presses a button of the pointer.
    public func press(button: UInt8) { fake(XCB_BUTTON_PRESS, button) }
    /// Releases a button of the pointer.
    public func release(button: UInt8) { fake(XCB_BUTTON_RELEASE, button) }
    /// Presses a key, by its key code.
    public func press(key: UInt8) { fake(XCB_KEY_PRESS, key) }
    /// Releases a key, by its key code.
    public func release(key: UInt8) { fake(XCB_KEY_RELEASE, key) }

    /// Presses and releases a button of the pointer.
    public func click(button: UInt8) {
        press(button: button)
        release(button: button)
    }

    /// Presses and releases keys in turn, by their key codes.
    public func type(_ keys: UInt8...) {
        for key in keys {
            press(key: key)
            release(key: key)
        }
    }

    private func fake(_ type: Int32, _ detail: UInt8, _ x: Int16 = 0, _ y: Int16 = 0) {
        xcb_test_fake_input(raw, UInt8(type), detail, 0, root, x, y, 0)
        finish()
    }

    /// Gives a window the keyboard focus.
    public func focus(_ window: xcb_window_t) {
        xcb_set_input_focus(raw, UInt8(XCB_INPUT_FOCUS_PARENT.rawValue), window, 0)
        finish()
    }

    /// Gives a key another pair of symbols.
    public func map(key: UInt8, to symbols: [UInt32]) {
        xcb_change_keyboard_mapping(raw, 1, key, UInt8(symbols.count), symbols)
        finish()
    }

    /// Gives the keys of letters other symbols, by their places on an American keyboard: a list of layouts, each a text of
    /// the letters that it has there in the order of the places; and takes the layout that the user has chosen.
    public func write(layouts: [String], chosen: UInt8) {
        let places: [UInt8] = Array(24...33) + Array(38...46) + Array(52...58)
        free(xcb_xkb_use_extension_reply(raw, xcb_xkb_use_extension(raw, 1, 0), nil))
        for (index, place) in places.enumerated() {
            let symbols = layouts.flatMap { layout -> [UInt32] in
                let letter = String(Array(layout)[index])
                return [letter, letter.uppercased()].map { xkb_utf32_to_keysym($0.unicodeScalars.first!.value) }
            }
            xcb_change_keyboard_mapping(raw, 1, place, UInt8(symbols.count), symbols)
        }
        xcb_xkb_latch_lock_state(raw, UInt16(XCB_XKB_ID_USE_CORE_KBD.rawValue), 0, 0, 1, chosen, 0, 0, 0)
        finish()
    }

    /// The letters of an American keyboard, in the order of their places.
    public static let latin = "qwertyuiopasdfghjklzxcvbnm"
    /// The letters of a French keyboard, in the order of their places.
    public static let french = "azertyuiopqsdfghjklwxcvbn,"
    /// The letters of a Russian keyboard, in the order of their places.
    public static let cyrillic = "йцукенгшщзфывапролдячсмить"
    /// The letters of a Greek keyboard, in the order of their places.
    public static let greek = ";ςερτυθιοπασδφγηξκλζχψωβνμ"

    // MARK: What is there

    /// The windows on the screen that were made by others, in the order from the bottom up, without those never shown.
    public func others() -> [xcb_window_t] {
        guard let reply = xcb_query_tree_reply(raw, xcb_query_tree(raw, root), nil) else { return [] }
        defer { free(reply) }
        let children = UnsafeBufferPointer(
            start: xcb_query_tree_children(reply), count: Int(xcb_query_tree_children_length(reply)))
        return children.filter { $0 != window && $0 & 0xFFF0_0000 != window & 0xFFF0_0000 && !isInputOnly($0) }
    }

    /// The window without a picture of the program that a window is of.
    public func helper(of window: xcb_window_t) -> xcb_window_t {
        guard let reply = xcb_query_tree_reply(raw, xcb_query_tree(raw, root), nil) else { return 0 }
        defer { free(reply) }
        let children = UnsafeBufferPointer(
            start: xcb_query_tree_children(reply), count: Int(xcb_query_tree_children_length(reply)))
        return children.first { $0 & 0xFFF0_0000 == window & 0xFFF0_0000 && isInputOnly($0) } ?? 0
    }

    private func isInputOnly(_ window: xcb_window_t) -> Bool {
        guard let reply = xcb_get_window_attributes_reply(raw, xcb_get_window_attributes(raw, window), nil) else {
            return true
        }
        defer { free(reply) }
        return reply.pointee._class == UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue)
    }

    /// Returns the bytes of a property of a window, or none where it is not set.
    public func property(_ window: xcb_window_t, _ name: String) -> [UInt8] {
        let cookie = xcb_get_property(raw, 0, window, atom(name), 0, 0, 1 << 20)
        guard let reply = xcb_get_property_reply(raw, cookie, nil) else { return [] }
        defer { free(reply) }
        let count = xcb_get_property_value_length(reply)
        guard count > 0, let value = xcb_get_property_value(reply) else { return [] }
        return Array(UnsafeRawBufferPointer(start: value, count: Int(count)))
    }

    /// Returns the 32-bit words of a property of a window.
    public func words(_ window: xcb_window_t, _ name: String) -> [UInt32] {
        property(window, name).withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }

    /// Replaces a property of a window by 32-bit words.
    public func setProperty(_ window: xcb_window_t, _ name: String, type: String, words: [UInt32]) {
        xcb_change_property(raw, 0, window, atom(name), atom(type), 32, UInt32(words.count), words)
        finish()
    }

    /// Replaces a property of a window by bytes.
    public func setProperty(_ window: xcb_window_t, _ name: String, type: String, bytes: [UInt8]) {
        xcb_change_property(raw, 0, window, atom(name), atom(type), 8, UInt32(bytes.count), bytes)
        finish()
    }

    /// The pixels of a window, a word each, without what lies above the colours; nil where it cannot be read.
    public func pixels(_ window: xcb_window_t, width: Int, height: Int) -> [UInt32]? {
        let cookie = xcb_get_image(
            raw, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, 0, 0, UInt16(width), UInt16(height), .max)
        guard let reply = xcb_get_image_reply(raw, cookie, nil) else { return nil }
        defer { free(reply) }
        let bytes = UnsafeRawBufferPointer(
            start: xcb_get_image_data(reply), count: Int(xcb_get_image_data_length(reply)))
        return bytes.bindMemory(to: UInt32.self).map { $0 & 0xFF_FFFF }
    }

    /// How the pointer looks where it is: columns, rows, the column and the row that point, and a word for each pixel;
    /// nothing where it has no look.
    public func pointerLook() -> [UInt32] {
        free(xcb_xfixes_query_version_reply(raw, xcb_xfixes_query_version(raw, 2, 0), nil))
        guard let look = xcb_xfixes_get_cursor_image_reply(raw, xcb_xfixes_get_cursor_image(raw), nil) else {
            return []
        }
        defer { free(look) }
        let pixels = UnsafeBufferPointer(
            start: xcb_xfixes_get_cursor_image_cursor_image(look),
            count: Int(xcb_xfixes_get_cursor_image_cursor_image_length(look)))
        let head = [look.pointee.width, look.pointee.height, look.pointee.xhot, look.pointee.yhot]
        return head.map(UInt32.init) + pixels
    }

    // MARK: Messages

    /// Sends a client message of five words about a window.
    public func send(_ type: String, about window: xcb_window_t, to receiver: xcb_window_t? = nil, _ words: [UInt32]) {
        var event = xcb_client_message_event_t()
        event.response_type = UInt8(XCB_CLIENT_MESSAGE)
        event.format = 32
        event.window = window
        event.type = atom(type)
        event.data.data32 = (words[0], words[1], words[2], words[3], words[4])
        send(event, to: receiver ?? window)
    }

    /// Sends an event to a window.
    public func send<Event>(_ event: Event, to receiver: xcb_window_t, mask: UInt32 = 0) {
        withUnsafeBytes(of: event) { bytes in
            var whole = [CChar](repeating: 0, count: 32)
            for (index, byte) in bytes.prefix(32).enumerated() { whole[index] = CChar(bitPattern: byte) }
            xcb_send_event(raw, 0, receiver, mask, whole)
        }
        finish()
    }

    /// The next event of a type that is there already; what comes before is dropped.
    public func next(_ type: Int32) -> UnsafeMutablePointer<xcb_generic_event_t>? {
        while let event = xcb_poll_for_event(raw) {
            if Int32(event.pointee.response_type & 0x7F) == type { return event }
            free(event)
        }
        return nil
    }
}
