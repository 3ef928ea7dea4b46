internal import CPangoText
internal import Foundation

/// A line of a shaped text, and where it lies in the layout.
struct PlacedLine {
    var text: ShapedText
    var number: Int
    /// Bytes of the whole text.
    var source: Range<Int>
    var frame: CGRect
    var baseline: CGFloat
    var isRightToLeft: Bool

    init(_ text: ShapedText, _ number: Int, top: Double) {
        let line = text.lines[number]
        (self.text, self.number) = (text, number)
        var end = line.start + line.length
        // What separates lines of a paragraph is part of Pango's lines, other than what separates paragraphs.
        if end >= 3, text.excerpt.bytes[..<end].suffix(3).elementsEqual("\u{2028}".utf8) { end -= 3 }
        let start = text.excerpt.source(line.start)
        source = start..<max(start, text.excerpt.source(end))
        frame = CGRect(x: 0, y: top, width: line.width, height: line.height)
        baseline = top + line.ascent
        isRightToLeft = line.is_right_to_left
    }

    var inkFrame: CGRect {
        let line = text.lines[number]
        return CGRect(
            x: frame.minX + line.ink_x, y: baseline + line.ink_y, width: line.ink_width, height: line.ink_height)
    }

    /// Around everything that may be painted, with backgrounds and lines below letters.
    var reach: CGRect { frame.union(inkFrame).insetBy(dx: 0, dy: -frame.height / 4) }
}
