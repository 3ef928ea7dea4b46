import Foundation
import MainspringGraphics
import MainspringRendering

/// A text after eight bytes that say how it is laid out: asked for its places, and drawn.
enum TextEntry {
    private static let lengths: [CGFloat?] = [
        nil, 0, 1, 17, 60, 200, 5_000, 1e9, .nan, .infinity, -3, 0.001,
    ]
    private static let sizes: [CGFloat] = [12, 9.5, 0, 0.01, 40, 300, 10_000, .infinity, .nan, -5]
    private static let families = [
        "DejaVu Sans", "Helvetica", "VL Gothic", "Noto Color Emoji", "no such family", "a,b\0c", "",
    ]
    private static let kerns: [CGFloat] = [0, 0, 1.5, -2, 1e6, -1e6, .nan]
    private static let places: [CGFloat] = [0, -1e9, 1e9, 7.25, .nan, .infinity]
    private static let truncations: [TextLayout.Truncation] = [.none, .start, .middle, .end]
    private static let alignments: [TextLayout.Alignment] = [.natural, .left, .right, .center, .justified]
    /// So many bytes say how.
    private static let head = 8
    /// In a long text so many places are asked.
    private static let mostPlaces = 64

    static func run(_ bytes: [UInt8]) throws(BrokenRule) {
        guard bytes.count >= head else { return }
        let string = String(decoding: bytes[head...], as: UTF8.self)
        let options = options(bytes)
        let text = attributed(string, bytes)
        let layout = TextLayout(text, options: options)
        try checkLines(layout, string)
        try checkPlaces(layout)
        let again = TextLayout(text, options: options)
        try require(again.lines == layout.lines, "the same text has the same lines")
        draw(layout, bytes)
    }

    // MARK: - Making it

    private static func pick<Choice>(_ choices: [Choice], _ byte: UInt8) -> Choice {
        choices[Int(byte) % choices.count]
    }

    private static func options(_ bytes: [UInt8]) -> TextLayout.Options {
        TextLayout.Options(
            font: TextFont(
                family: pick(families, bytes[0]), size: pick(sizes, bytes[1]), weight: 100 * Int(bytes[0] / 16),
                isItalic: bytes[1] > 127),
            width: pick(lengths, bytes[2]), height: pick(lengths, bytes[3]), wraps: bytes[4] & 1 == 0,
            truncation: pick(truncations, bytes[4] / 2), alignment: pick(alignments, bytes[4] / 8))
    }

    /// The text, whose second part has a look of its own.
    private static func attributed(_ string: String, _ bytes: [UInt8]) -> AttributedString {
        var text = AttributedString(string)
        guard bytes[5] > 0 else { return text }
        let start =
            text.characters.index(
                text.startIndex, offsetBy: Int(bytes[5]), limitedBy: text.endIndex) ?? text.endIndex
        var look = AttributeContainer()
        look.font = TextFont(family: pick(families, bytes[6]), size: pick(sizes, bytes[6] / 16))
        look.kern = pick(kerns, bytes[7])
        look.baselineOffset = pick(kerns, bytes[7] / 8)
        look.underline = bytes[7] > 127
        look.backgroundColor = bytes[7] > 63 ? .white : nil
        text[start...].setAttributes(look)
        return text
    }

    // MARK: - What it says

    private static func checkLines(_ layout: TextLayout, _ string: String) throws(BrokenRule) {
        let count = string.utf16.count
        try require(layout.string == string, "the text is kept")
        try require(layout.size.width.isFinite && layout.size.height.isFinite, "a text has a size: \(layout.size)")
        var end = 0
        for line in layout.lines {
            try require(
                line.range.lowerBound >= end && line.range.upperBound <= count, "lines follow each other: \(line.range)"
            )
            try require(isFinite(line.frame) && isFinite(line.inkFrame), "a line is somewhere: \(line)")
            try require(line.baseline.isFinite, "a line has a baseline: \(line)")
            end = line.range.upperBound
        }
        try require(
            layout.isTruncated || rest(string, end).allSatisfy(\.isNewline),
            "what is not shown is told: \(end) of \(count)")
    }

    /// What stands behind a place.
    private static func rest(_ string: String, _ place: Int) -> Substring {
        string[string.utf16.index(string.utf16.startIndex, offsetBy: place)...]
    }

    private static func checkPlaces(_ layout: TextLayout) throws(BrokenRule) {
        let count = layout.string.utf16.count
        let step = max(1, count / mostPlaces)
        for offset in stride(from: -1, through: count + 1, by: step) {
            let caret = layout.caretRect(at: offset)
            try require(isFinite(caret) && caret.width == 0, "a caret is somewhere: \(offset) at \(caret)")
            let index = layout.index(at: CGPoint(x: caret.midX, y: caret.midY))
            try require((0...count).contains(index), "a point is near a place: \(index)")
            guard offset >= 0 else { continue }
            for rect in layout.selectionRects(for: offset..<min(offset + 5, max(count, offset))) {
                try require(isFinite(rect) && rect.width >= 0, "what is selected is somewhere: \(rect)")
            }
        }
        for place in places {
            let index = layout.index(at: CGPoint(x: place, y: -place))
            try require((0...count).contains(index), "a point is near a place: \(index)")
        }
    }

    private static func isFinite(_ rect: CGRect) -> Bool {
        rect.minX.isFinite && rect.minY.isFinite && rect.width.isFinite && rect.height.isFinite
    }

    // MARK: - Drawing it

    private static func draw(_ layout: TextLayout, _ bytes: [UInt8]) {
        guard
            let context = CGContext(
                data: nil, width: 24, height: 16, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo.premultipliedBGRA.rawValue)
        else { return }
        if bytes[3] > 127 { context.scaleBy(x: 300, y: 300) }
        let place = pick(places, bytes[5])
        layout.draw(in: context, rect: CGRect(x: place, y: 0, width: 24, height: 16))
    }
}
