internal import CXCB

/// What the keys of one keyboard write.
final class KeyMap {
    private let map: OpaquePointer
    private let state: OpaquePointer
    /// Those that write Latin letters.
    private let latinLayouts: [xkb_layout_index_t]

    /// What a key means with the modifiers of an event.
    struct Meaning {
        let symbol: xkb_keysym_t
        let characters: String
        /// What it writes with shift alone, if that is held.
        let plainCharacters: String
        /// The same, or the Latin letter that is on the key beside another one.
        let shortcutCharacters: String
    }

    /// Asks the server, and waits. Nil where that fails.
    init?(_ library: OpaquePointer, _ connection: X11Connection, _ device: Int32) {
        guard
            let map = xkb_x11_keymap_new_from_device(library, connection.raw, device, XKB_KEYMAP_COMPILE_NO_FLAGS)
        else { return nil }
        guard let state = xkb_state_new(map) else {
            xkb_keymap_unref(map)
            return nil
        }
        self.map = map
        self.state = state
        latinLayouts = LatinKeys.layouts(of: map)
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(map)
    }

    /// - Parameter mask: The event's: eight modifiers, and from bit 13 on which of four layouts.
    func meaning(of key: xcb_keycode_t, state mask: UInt16) -> Meaning {
        let code = xkb_keycode_t(key)
        let layout = xkb_layout_index_t(mask >> 13 & 3)
        xkb_state_update_mask(state, xkb_mod_mask_t(mask & 0xFF), 0, 0, layout, 0, 0)
        let symbol = xkb_state_key_get_one_sym(state, code)
        let isShifted = mask & UInt16(XCB_MOD_MASK_SHIFT.rawValue) != 0
        let plain = KeyCharacters.plain(map, code, layout, isShifted: isShifted)
        return Meaning(
            symbol: symbol, characters: KeyCharacters.of(symbol) ?? written(code), plainCharacters: plain,
            shortcutCharacters: latin(code, layout, isShifted: isShifted, beside: plain) ?? plain)
    }

    /// The Latin letter on a key of a layout that writes none; nil for other keys.
    private func latin(
        _ code: xkb_keycode_t, _ layout: xkb_layout_index_t, isShifted: Bool, beside plain: String
    ) -> String? {
        let layout = min(layout, max(xkb_keymap_num_layouts_for_key(map, code), 1) - 1)
        guard !LatinKeys.isLetter(plain), !latinLayouts.contains(layout),
            plain.isEmpty || KeyCharacters.areText(plain)
        else { return nil }
        // Without a layout that has them, letters are where they are on most keyboards.
        guard !latinLayouts.isEmpty else { return LatinKeys.american(code, isShifted: isShifted) }
        return latinLayouts.lazy.map { KeyCharacters.plain(self.map, code, $0, isShifted: isShifted) }
            .first(where: LatinKeys.isLetter)
    }

    private func written(_ code: xkb_keycode_t) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = xkb_state_key_get_utf8(state, code, buffer.baseAddress, 64)
            guard count > 0, count < 64 else { return "" }
            return String(cString: buffer.baseAddress!)
        }
    }
}
