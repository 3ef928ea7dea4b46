public import Foundation
public import MainspringGraphics

extension TextLayout {
    /// How a text is laid out.
    public struct Options: Hashable, Sendable {
        /// The font of letters that say nothing of it.
        public var font: TextFont
        /// The colour of letters that say nothing of it.
        public var color: CGColor
        /// How wide lines may be; nil, infinite or not a number for no end. Less than nothing counts as nothing.
        public var width: CGFloat?
        /// How high all lines together may be; nil, infinite or not a number for no end. One line is shown at least.
        public var height: CGFloat?
        /// Whether lines that are too wide go on in the next one: between words, or within one that is too wide itself.
        ///
        /// Where a word is too wide and what counts as one letter comes from several fonts, any line may break within a word.
        public var wraps: Bool
        /// What is left out of a text that has no room.
        public var truncation: Truncation
        /// To which side of the width lines go; without a width, of the widest line.
        public var alignment: Alignment

        /// Makes options from their parts.
        public init(
            font: TextFont = TextFont(name: "Helvetica", size: 12), color: CGColor = .black, width: CGFloat? = nil,
            height: CGFloat? = nil, wraps: Bool = true, truncation: Truncation = .none, alignment: Alignment = .natural
        ) {
            (self.font, self.color, self.width, self.height) = (font, color, width, height)
            (self.wraps, self.truncation, self.alignment) = (wraps, truncation, alignment)
        }
    }

    /// What is left out of a text that has no room.
    ///
    /// In a text that wraps the last line that has room takes what is left of the text, and letters are left out of it. In one that does
    /// not, they are left out of each line, and lines without room are not shown.
    public enum Truncation: Hashable, Sendable {
        /// What has no room, without a sign: lines that do not fit, and nothing of those that are too wide.
        case none
        /// The beginning of a line, with an ellipsis in its place.
        case start
        /// The middle of a line, with an ellipsis in its place.
        case middle
        /// The end of a line, with an ellipsis in its place.
        case end
    }

    /// To which side lines go.
    public enum Alignment: Hashable, Sendable {
        /// To the one at which the script of their paragraph begins.
        case natural
        /// To the left.
        case left
        /// To the right.
        case right
        /// To the middle.
        case center
        /// To both, by wider spaces, where a paragraph goes on in the next line; else as ``natural``.
        case justified
    }
}

extension TextLayout.Options {
    var style: TextStyle { TextStyle(font: font, color: color) }
    var usableWidth: Double? { Self.usable(width) }
    var usableHeight: Double? { Self.usable(height) }

    private static func usable(_ length: CGFloat?) -> Double? {
        guard let length, length < .infinity else { return nil }
        return max(length.native, 0)
    }
}
