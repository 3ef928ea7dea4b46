/// The rules for names of a model that become names in generated source.
///
/// The same rules hold for the build plugin, for `mainspring model generate`, and for `mainspring model validate`. They
/// are stricter than Swift's: a name that looks like another one, because some of it is invisible, is refused.
public enum NameRules {
    /// Returns why nothing in source can have a name, as the end of a sentence that begins with the thing; nil if
    /// something can.
    ///
    /// A keyword passes, because source can write it in backticks.
    public static func fault(in name: String) -> String? {
        guard let first = name.unicodeScalars.first else { return "has no name" }
        if name == "_" { return "has the name “_”, which stands for no name in Swift" }
        if name.unicodeScalars.contains(where: { $0.properties.isWhitespace }) { return "has a space in its name" }
        if ("0"..."9").contains(first) { return "has a name that begins with a digit" }
        var previous: Unicode.Scalar?
        var rest = name.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard isPart(scalar, after: previous, before: rest.first) else {
                return "has “\(PrintedName.text(String(scalar)))” in its name, where letters, digits and _ may be"
            }
            previous = scalar
        }
        guard !isCombining(first) else {
            return
                "has a name that begins with the mark “\(PrintedName.text(String(first)))”, which belongs to a letter"
        }
        return nil
    }

    /// Returns why no class can have a name, as the end of a sentence; nil if one can.
    public static func fault(inClass name: String) -> String? {
        if GeneratedName.isKeyword(name) { return "has the class \"\(name)\", which is a word of Swift's own" }
        return fault(in: name).map {
            "has the class \"\(PrintedName.text(name))\", which no class can be called: it \($0)"
        }
    }

    /// Whether source can name something so. Swift takes pictures for letters, and some of them for operators.
    private static func isPart(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> Bool {
        let properties = scalar.properties
        if scalar.isASCII { return scalar == "_" || properties.isAlphabetic || ("0"..."9").contains(scalar) }
        switch scalar {
        // The joiner stands between the pictures of which one is made.
        case "\u{200D}": return previous.map(isPicturePart) ?? false && next.map(isPicture) ?? false
        // Shows the character before it as a picture.
        case "\u{FE0F}": return previous.map(isPicture) ?? false
        default:
            guard !properties.isDefaultIgnorableCodePoint else { return false }
            return properties.isXIDContinue || isPicture(scalar)
        }
    }

    /// Whether a scalar is a picture that Swift takes for a letter.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.isEmoji, !scalar.isASCII else { return false }
        // Arrows, signs and dingbats are operators; these are all others below.
        return scalar.value >= 0x1F000 || ["\u{2122}", "\u{2139}", "\u{24C2}", "\u{3297}", "\u{3299}"].contains(scalar)
    }

    private static func isPicturePart(_ scalar: Unicode.Scalar) -> Bool { isPicture(scalar) || scalar == "\u{FE0F}" }

    /// Whether no name may begin with a scalar that may stand in one. From Swift's grammar.
    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        [0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F].contains { $0.contains(scalar.value) }
    }
}
