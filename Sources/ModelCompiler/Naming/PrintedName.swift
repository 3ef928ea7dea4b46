/// Text of a model, a source file or a path as messages and comments show it: on one line, with nothing invisible.
public enum PrintedName {
    /// The most characters that are shown.
    private static let longest = 120

    /// Returns a text for a message: at most 120 characters of it, with `\u{…}` in place of what has no picture.
    public static func text(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(longest + 1)
        let shown = line(String(String.UnicodeScalarView(start.prefix(longest))))
        return start.count > longest ? shown + "…" : shown
    }

    /// Returns a whole text on one line, with `\u{…}` in place of what has no picture.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) { line += escape(scalar) } else { line.unicodeScalars.append(scalar) }
        }
        return line
    }

    /// A scalar as string literals and messages write it by its number.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Whether a scalar ends a line, changes the direction or order of others, or shows nothing.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
