internal import CXCB
internal import Glibc

/// Texts of several keys: dead keys and sequences that begin with Compose, by the table of the user's language.
final class Composing {
    private let table: OpaquePointer?
    private let state: OpaquePointer?

    /// Where the language of the environment has no table, that of English.
    init(_ library: OpaquePointer, languages: [String] = Composing.languages) {
        table =
            languages.lazy.compactMap {
                xkb_compose_table_new_from_locale(library, $0, XKB_COMPOSE_COMPILE_NO_FLAGS)
            }.first
        state = table.flatMap { xkb_compose_state_new($0, XKB_COMPOSE_STATE_NO_FLAGS) }
    }

    deinit {
        if let state { xkb_compose_state_unref(state) }
        if let table { xkb_compose_table_unref(table) }
    }

    /// By the rules of setlocale(3).
    private static var languages: [String] {
        let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
        let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
        let english = "en_US.UTF-8"
        // The plain language has no table but one of an old encoding.
        guard let language = values.first(where: { !$0.isEmpty }), language != "C", language != "POSIX" else {
            return [english]
        }
        return [language, english]
    }

    /// What was begun is over.
    func reset() {
        if let state { xkb_compose_state_reset(state) }
    }

    /// The text after one more key, which would write some by itself.
    func text(after symbol: xkb_keysym_t, writing characters: String) -> String {
        guard let state else { return plain(characters) }
        guard xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED else { return "" }
        switch xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_COMPOSED:
            defer { xkb_compose_state_reset(state) }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
                let count = xkb_compose_state_get_utf8(state, buffer.baseAddress, 256)
                return count > 0 && count < 256 ? String(cString: buffer.baseAddress!) : ""
            }
        case XKB_COMPOSE_CANCELLED:
            xkb_compose_state_reset(state)
            return ""
        case XKB_COMPOSE_COMPOSING: return ""
        default: return plain(characters)
        }
    }

    private func plain(_ characters: String) -> String { KeyCharacters.areText(characters) ? characters : "" }
}
