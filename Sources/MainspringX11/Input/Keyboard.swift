internal import CXCB
internal import Foundation
internal import MainspringApplication

/// The user's keyboard: which key writes what, what several keys make together, what is held. On the reader's thread.
///
/// What a key writes is found from the modifiers that its own event tells of, so nothing depends on the order in which the
/// server tells of keys and of the keyboard's state.
final class Keyboard {
    private let connection: X11Connection
    private let library: OpaquePointer
    private let device: Int32
    private var map: KeyMap
    private let composing: Composing
    /// The keys that are down.
    private var held: Set<xcb_keycode_t> = []

    /// Nil where the server tells nothing of its keyboard.
    init?(_ connection: X11Connection) {
        guard let numbers = connection.extensions.keyboard else { return nil }
        _ = numbers
        let raw = connection.raw
        guard
            xkb_x11_setup_xkb_extension(
                raw, UInt16(XKB_X11_MIN_MAJOR_XKB_VERSION), UInt16(XKB_X11_MIN_MINOR_XKB_VERSION),
                XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS, nil, nil, nil, nil) == 1,
            let library = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
        else { return nil }
        xkb_context_set_log_level(library, XKB_LOG_LEVEL_CRITICAL)
        let device = xkb_x11_get_core_keyboard_device_id(raw)
        guard device >= 0, let map = KeyMap(library, connection, device) else {
            xkb_context_unref(library)
            return nil
        }
        self.connection = connection
        self.library = library
        self.device = device
        self.map = map
        composing = Composing(library)
        askForChanges()
    }

    deinit { xkb_context_unref(library) }

    private func askForChanges() {
        let core = UInt16(XCB_XKB_ID_USE_CORE_KBD.rawValue)
        // A key that is held comes down again and again, and up once.
        let detectable = XCB_XKB_PER_CLIENT_FLAG_DETECTABLE_AUTO_REPEAT.rawValue
        xcb_xkb_per_client_flags_unchecked(connection.raw, core, detectable, detectable, 0, 0, 0)
        let events = UInt16(
            XCB_XKB_EVENT_TYPE_NEW_KEYBOARD_NOTIFY.rawValue | XCB_XKB_EVENT_TYPE_MAP_NOTIFY.rawValue)
        let parts: xcb_xkb_map_part_t = xcb_xkb_map_part_t(
            XCB_XKB_MAP_PART_KEY_TYPES.rawValue | XCB_XKB_MAP_PART_KEY_SYMS.rawValue
                | XCB_XKB_MAP_PART_MODIFIER_MAP.rawValue | XCB_XKB_MAP_PART_VIRTUAL_MODS.rawValue
                | XCB_XKB_MAP_PART_VIRTUAL_MOD_MAP.rawValue)
        xcb_xkb_select_events(
            connection.raw, core, events, 0, events, UInt16(parts.rawValue), UInt16(parts.rawValue), nil)
    }

    /// The keyboard is another one, or its keys mean something else.
    func changed(_ event: xcb_xkb_map_notify_event_t) {
        guard event.xkbType == UInt8(XCB_XKB_MAP_NOTIFY) || event.xkbType == UInt8(XCB_XKB_NEW_KEYBOARD_NOTIFY)
        else { return }
        if let new = KeyMap(library, connection, device) { map = new }
    }

    /// Keys come from another window, or go to one: what was held, and what was begun of several keys, is over.
    func focusChanged() {
        held = []
        composing.reset()
    }

    func handle(_ key: xcb_key_press_event_t, isDown: Bool, at time: Double, in inbox: WindowInbox) {
        let isRepeat = isDown ? !held.insert(key.detail).inserted : false
        if !isDown { held.remove(key.detail) }
        let modifiers = EventModifiers(mask: UInt32(key.state))
        let meaning = map.meaning(of: key.detail, state: key.state)
        inbox.post(
            .key(
                KeyEvent(
                    isDown: isDown, keyCode: UInt32(key.detail), characters: meaning.characters,
                    charactersIgnoringModifiers: meaning.plainCharacters,
                    shortcutCharacters: meaning.shortcutCharacters, modifiers: modifiers, isRepeat: isRepeat)),
            at: time)
        guard isDown, modifiers.isDisjoint(with: [.control, .option, .command]) else { return }
        let text = composing.text(after: meaning.symbol, writing: meaning.characters)
        if !text.isEmpty { inbox.post(.text(text), at: time) }
    }
}
