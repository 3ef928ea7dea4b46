internal import CXCB

/// The characters of keys that write nothing, and of those that write otherwise on Apple's platforms: arrows and function
/// keys have characters of AppKit's there, from U+F700 on.
enum KeyCharacters {
    /// Nil for a key that writes what the keyboard says.
    static func of(_ symbol: xkb_keysym_t) -> String? {
        switch Int32(bitPattern: symbol) {
        case XKB_KEY_Return, XKB_KEY_KP_Enter: "\r"
        case XKB_KEY_ISO_Left_Tab: "\t"
        case XKB_KEY_BackSpace: "\u{7F}"
        case XKB_KEY_Up, XKB_KEY_KP_Up: "\u{F700}"
        case XKB_KEY_Down, XKB_KEY_KP_Down: "\u{F701}"
        case XKB_KEY_Left, XKB_KEY_KP_Left: "\u{F702}"
        case XKB_KEY_Right, XKB_KEY_KP_Right: "\u{F703}"
        case XKB_KEY_F1...XKB_KEY_F35: String(UnicodeScalar(0xF704 + symbol - UInt32(XKB_KEY_F1)) ?? " ")
        case XKB_KEY_Insert, XKB_KEY_KP_Insert: "\u{F727}"
        case XKB_KEY_Delete, XKB_KEY_KP_Delete: "\u{F728}"
        case XKB_KEY_Home, XKB_KEY_KP_Home: "\u{F729}"
        case XKB_KEY_End, XKB_KEY_KP_End: "\u{F72B}"
        case XKB_KEY_Page_Up, XKB_KEY_KP_Page_Up: "\u{F72C}"
        case XKB_KEY_Page_Down, XKB_KEY_KP_Page_Down: "\u{F72D}"
        default: nil
        }
    }

    /// What a symbol writes by itself.
    static func written(_ symbol: xkb_keysym_t) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            xkb_keysym_to_utf8(symbol, buffer.baseAddress, 64) > 0 ? String(cString: buffer.baseAddress!) : ""
        }
    }

    /// What a key writes in a layout without modifiers, shift apart.
    static func plain(
        _ map: OpaquePointer, _ code: xkb_keycode_t, _ layout: xkb_layout_index_t, isShifted: Bool
    ) -> String {
        let layouts = xkb_keymap_num_layouts_for_key(map, code)
        guard layouts > 0 else { return "" }
        let layout = min(layout, layouts - 1)
        let levels = xkb_keymap_num_levels_for_key(map, code, layout)
        guard levels > 0 else { return "" }
        var symbols: UnsafePointer<xkb_keysym_t>?
        let level: xkb_level_index_t = isShifted && levels > 1 ? 1 : 0
        guard xkb_keymap_key_get_syms_by_level(map, code, layout, level, &symbols) == 1, let symbol = symbols?.pointee
        else { return "" }
        return of(symbol) ?? written(symbol)
    }

    /// Whether characters are text, and no control or function key.
    static func areText(_ characters: String) -> Bool {
        !characters.isEmpty
            && characters.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80..<0xA0).contains(scalar.value)
                    && !(0xF700...0xF8FF).contains(scalar.value)
            }
    }
}
