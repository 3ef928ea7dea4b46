internal import CXCB

/// This program's text, as others may ask for it: by the rules of the ICCCM, and by the names that desktops use.
struct ClipboardOffer {
    /// In UTF-8.
    let text: [UInt8]
    /// Since when it is the clipboard's, in the server's time; nil where that is not known.
    let stamp: xcb_timestamp_t?

    /// A request of more kinds at once is answered as far as this.
    private static let mostPairs = 64

    /// Writes it into a property of another program's window; false for what it cannot be had as.
    func write(
        as target: xcb_atom_t, to property: xcb_atom_t, of window: xcb_window_t, _ connection: X11Connection
    ) -> Bool {
        guard target == connection.atoms[.multiple] else { return writeOne(target, property, window, connection) }
        // Pairs of what is asked for and where it is to be written; what is not there gets no place.
        guard
            let value = connection.property(
                window, property, type: connection.atoms[.pair], limit: Self.mostPairs * 8),
            value.type == connection.atoms[.pair]
        else { return false }
        let list = value.words
        var pairs = list
        if pairs.count % 2 == 1 { pairs.removeLast() }
        for index in stride(from: 0, to: pairs.count, by: 2) {
            let isThere = pairs[index + 1] != 0 && writeOne(pairs[index], pairs[index + 1], window, connection)
            if !isThere { pairs[index + 1] = 0 }
        }
        if pairs != list { connection.setProperty(window, property, connection.atoms[.pair], words: pairs) }
        return true
    }

    private func writeOne(
        _ target: xcb_atom_t, _ property: xcb_atom_t, _ window: xcb_window_t, _ connection: X11Connection
    ) -> Bool {
        let atoms = connection.atoms
        let latin = XCB_ATOM_STRING.rawValue
        switch target {
        case atoms[.targets]:
            let targets = [
                target, atoms[.timestamp], atoms[.multiple], atoms[.utf8], atoms[.plainText], atoms[.anyPlainText],
                latin, atoms[.text],
            ]
            connection.setProperty(window, property, XCB_ATOM_ATOM.rawValue, words: targets)
        case atoms[.timestamp]:
            guard let stamp else { return false }
            connection.setProperty(window, property, XCB_ATOM_INTEGER.rawValue, words: [stamp])
        case atoms[.utf8], atoms[.plainText], atoms[.anyPlainText], atoms[.text], latin:
            let bytes = target == latin ? Self.latin(text) : text
            // What one request cannot take is not handed over.
            guard bytes.count <= connection.longestData else { return false }
            connection.setProperty(window, property, target == atoms[.text] ? atoms[.utf8] : target, bytes: bytes)
        default: return false
        }
        return true
    }

    /// A text in ISO 8859-1, with question marks for what that does not have.
    static func latin(_ text: [UInt8]) -> [UInt8] {
        String(decoding: text, as: UTF8.self).unicodeScalars.map {
            UInt8(exactly: $0.value) ?? UInt8(ascii: "?")
        }
    }
}
