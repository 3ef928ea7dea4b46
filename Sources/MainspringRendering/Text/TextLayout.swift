public import Foundation
internal import MainspringGraphics

/// Ours: a text in lines: how large it is, where its letters are, and what draws it.
///
/// ```swift
/// let layout = TextLayout("Wie lang?", options: .init(font: TextFont(name: "Helvetica-Bold", size: 17), width: 200))
/// layout.draw(in: context, rect: CGRect(origin: .zero, size: layout.size))
/// ```
/// Any script, in either direction, and emoji, as far as there are fonts: Pango lays it out. Coordinates are the layout's own: the
/// origin is at the upper left of the box, y grows downwards, and a unit is one of the space that it is drawn in. Letters have the same
/// width at every scale. Places in the text are counted in UTF-16, as `NSAttributedString` counts.
///
/// Constant, and may be used from any thread; each thread has fonts of its own, and the first text of a thread takes some milliseconds longer.
/// Threads that use one layout wait for one another.
///
/// At most 100,000 bytes of UTF-8 are laid out, and of letters larger than 10 units at most 1,000,000 divided by their size. What is beyond
/// that is left out, with a sentence on standard error, once. Where a box is given and a text is much longer than that, only what may
/// be seen is laid out.
public final class TextLayout: Sendable {
    /// The text, as it was given; also what is not shown of it.
    public let string: String
    /// The lines that are shown, from the top.
    public let lines: [Line]
    /// How wide the widest line is, and how high all of them are.
    public let size: CGSize
    /// Whether something of the text is not shown.
    public let isTruncated: Bool
    let placed: [PlacedLine]

    /// A line of a text.
    public struct Line: Hashable, Sendable {
        /// Where in the text it begins and ends, in UTF-16; of a line in which letters were left out, around what was taken from.
        public var range: Range<Int>
        /// Around its letters, whether they are high or low; blanks at the end of a line that goes on do not count.
        public var frame: CGRect
        /// The y coordinate of the line on which its letters stand.
        public var baseline: CGFloat
        /// Around what is painted.
        public var inkFrame: CGRect
        /// Whether its paragraph goes from right to left.
        public var isRightToLeft: Bool
    }

    /// Where the first line's letters stand; 0 where there is no line.
    public var baseline: CGFloat { lines.first?.baseline ?? 0 }

    /// Lays out a text of one look.
    public convenience init(_ text: String, options: Options = Options()) {
        self.init(StyledText(text, options.style), text, options)
    }

    /// Lays out a text whose parts have the attributes of `AttributeScopes.MainspringTextAttributes`; where they have none,
    /// the options count.
    public convenience init(_ text: AttributedString, options: Options = Options()) {
        self.init(StyledText(text, options.style), String(text.characters), options)
    }

    /// Lays out a text whose parts have attributes with Apple's names, as `NSAttributedString.Key.font`, or Core Text's; where they have
    /// none, the options count.
    public convenience init(_ text: NSAttributedString, options: Options = Options()) {
        self.init(StyledText(text, options.style), text.string, options)
    }

    init(_ text: StyledText, _ string: String, _ options: Options) {
        var native = string
        native.makeContiguousUTF8()
        let composed = TextComposition(text, options)
        self.string = native
        placed = composed.lines
        isTruncated = composed.isTruncated
        let units = UTF16Places(native)
        lines = placed.map { line in
            let end = line.source.upperBound
            return Line(
                range: units.utf16(line.source.lowerBound)..<units.utf16(end), frame: line.frame,
                baseline: line.baseline,
                inkFrame: line.inkFrame, isRightToLeft: line.isRightToLeft)
        }
        size = CGSize(
            width: placed.reduce(0) { max($0, $1.frame.width) }, height: placed.last?.frame.maxY ?? 0)
    }
}
