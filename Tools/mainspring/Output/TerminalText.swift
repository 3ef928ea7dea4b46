/// Text as a terminal may show it: in one line, and without what would move the cursor.
enum TerminalText {
    /// The text with everything that is no letter or sign written as Swift writes it.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": plain += "\\n"
            case "\t": plain += "\\t"
            case "\r": plain += "\\r"
            case _ where isControl(scalar): plain += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// How many places of a line a text takes.
    static func width(_ text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        // The ranges of Unicode's East Asian Width W and F that texts have.
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    /// The beginning of a text, with a sign that there is more.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        var (short, places) = ("", 1)
        for character in text {
            places += width(character)
            guard places <= limit else { break }
            short.append(character)
        }
        return short + "…"
    }
}
