internal import Foundation
internal import MainspringGraphics

/// How letters look, with nothing left open.
struct TextStyle: Hashable {
    var font: TextFont
    var color: CGColor
    var background: CGColor?
    var isUnderlined = false
    var isStruckThrough = false
    var kern: CGFloat = 0
    var baselineOffset: CGFloat = 0
}

/// A text and how its parts look.
struct StyledText {
    /// The letters, as UTF-8.
    var bytes: [UInt8]
    /// In order; each begins where the one before ends, and together they are the text.
    var parts: [Part]
    /// How a text without letters would look, and what is added to it.
    var base: TextStyle

    struct Part {
        /// How many bytes.
        var count: Int
        var style: TextStyle
    }

    init(_ text: String, _ base: TextStyle) {
        bytes = Array(text.utf8)
        parts = bytes.isEmpty ? [] : [Part(count: bytes.count, style: base)]
        self.base = base
    }

    init(_ text: AttributedString, _ base: TextStyle) {
        (bytes, parts, self.base) = ([], [], base)
        for run in text.runs {
            var style = base
            if let font = run.font { style.font = font }
            if let color = run.foregroundColor { style.color = color }
            style.background = run.backgroundColor
            style.isUnderlined = run.underline ?? false
            style.isStruckThrough = run.strikethrough ?? false
            style.kern = run.kern ?? 0
            style.baselineOffset = run.baselineOffset ?? 0
            append(String(text[run.range].characters).utf8, style)
        }
    }

    init(_ text: NSAttributedString, _ base: TextStyle) {
        (bytes, parts, self.base) = ([], [], base)
        let string = text.string
        let units = string.utf16
        var start = units.startIndex
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            let end = units.index(start, offsetBy: range.length, limitedBy: units.endIndex) ?? units.endIndex
            // A part may end in the middle of a letter of two units, which then belongs to the part that it begins in.
            let whole = end.samePosition(in: string.unicodeScalars) ?? units.index(after: end)
            guard start < whole else { return }
            append(string[start..<whole].utf8, base.with(attributes))
            start = whole
        }
    }

    private mutating func append(_ letters: some Collection<UInt8>, _ style: TextStyle) {
        let before = bytes.count
        bytes.append(contentsOf: letters)
        let count = bytes.count - before
        guard count > 0 else { return }
        if let last = parts.last, last.style == style {
            parts[parts.count - 1].count += count
        } else {
            parts.append(Part(count: count, style: style))
        }
    }

    /// The largest letters that there are.
    var largestSize: Double {
        parts.reduce(base.font.usableSize) { max($0, $1.style.font.usableSize, abs($1.style.usableKern)) }
    }
}

extension TextStyle {
    var usableKern: Double { kern.isFinite ? min(max(kern.native, -10_000), 10_000) : 0 }
    var usableBaselineOffset: Double {
        baselineOffset.isFinite ? min(max(baselineOffset.native, -10_000), 10_000) : 0
    }

    /// A style with attributes as Apple's frameworks name them.
    fileprivate func with(_ attributes: [NSAttributedString.Key: Any]) -> TextStyle {
        var style = self
        func value(_ key: NSAttributedString.Key, _ coreText: String) -> Any? {
            attributes[key] ?? attributes[NSAttributedString.Key(rawValue: coreText)]
        }
        func number(_ value: Any?) -> CGFloat? {
            switch value {
            case let value as CGFloat: value
            case let value as Int: CGFloat(value)
            case let value as Float: CGFloat(value)
            case let value as NSNumber: CGFloat(value.doubleValue)
            default: nil
            }
        }
        func flag(_ value: Any?) -> Bool { (value as? Bool) ?? ((number(value) ?? 0) != 0) }
        switch value(.font, "CTFont") {
        case let font as TextFont: style.font = font
        case let name as String: style.font = TextFont(name: name, size: font.size)
        default: break
        }
        if let color = value(.foregroundColor, "CTForegroundColor") as? CGColor { style.color = color }
        style.background = value(.backgroundColor, "CTBackgroundColor") as? CGColor
        style.isUnderlined = flag(value(.underlineStyle, "CTUnderlineStyle"))
        style.isStruckThrough = flag(attributes[.strikethroughStyle])
        style.kern = number(value(.kern, "CTKern")) ?? 0
        style.baselineOffset = number(value(.baselineOffset, "CTBaselineOffset")) ?? 0
        return style
    }
}
