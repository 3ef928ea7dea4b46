internal import CXCB

/// Latin letters of keyboards, which is what shortcuts are named by, whatever script the user writes.
enum LatinKeys {
    /// Layouts of languages in Latin script lack few of the 26.
    private static let fewestLetters = 20

    static func isLetter(_ characters: String) -> Bool {
        characters.utf8.count == 1 && characters.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    /// The layouts that write them, in the keyboard's order.
    static func layouts(of map: OpaquePointer) -> [xkb_layout_index_t] {
        let codes = xkb_keymap_min_keycode(map)...xkb_keymap_max_keycode(map)
        return (0..<xkb_keymap_num_layouts(map)).filter { layout in
            var letters: Set<String> = []
            for code in codes where xkb_keymap_num_layouts_for_key(map, code) > layout {
                let characters = KeyCharacters.plain(map, code, layout, isShifted: false)
                if isLetter(characters) { letters.insert(characters) }
            }
            return letters.count >= fewestLetters
        }
    }

    /// The letter at a key's place on an American keyboard; nil for other keys.
    static func american(_ code: xkb_keycode_t, isShifted: Bool) -> String? {
        for (first, row) in rows where code >= first && code < first + xkb_keycode_t(row.utf8.count) {
            let letter = row[row.index(row.startIndex, offsetBy: Int(code - first))]
            return isShifted ? letter.uppercased() : String(letter)
        }
        return nil
    }

    /// The rows of letters, and the numbers of their first keys: those of the kernel and eight more.
    private static let rows: [(first: xkb_keycode_t, letters: String)] = [
        (24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm"),
    ]
}
