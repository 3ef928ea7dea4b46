internal import Foundation
internal import MainspringGraphics
internal import MainspringRendering

/// What of a line is laid out for a field: all of a short one, some thousand letters around the caret of a long one.
struct LaidOutLine {
    /// Of the text, in UTF-16.
    let part: Range<Int>
    let layout: TextLayout

    /// So many units are laid out, so that each letter that is typed costs the same in a text of any length; and so many at least lie on
    /// either side of the caret.
    static let mostUnits = 4_096
    private static let margin = 512

    /// - Parameter last: What was laid out before: its part stays if it still can be.
    init(_ line: EditedLine, _ font: TextFont, _ color: CGColor, after last: LaidOutLine?) {
        part = Self.part(of: line, last?.part)
        let text = line.text[line.index(part.lowerBound)..<line.index(part.upperBound)]
        layout = TextLayout(String(text), options: TextLayout.Options(font: font, color: color, wraps: false))
    }

    private static func part(of line: EditedLine, _ last: Range<Int>?) -> Range<Int> {
        let count = line.count
        guard count > mostUnits else { return 0..<count }
        func part(from start: Int) -> Range<Int> {
            let start = min(max(start, 0), count - mostUnits)
            return line.places(around: start).before..<line.places(around: start + mostUnits).after
        }
        if let last {
            let same = part(from: last.lowerBound)
            let first = same.lowerBound == 0 ? 0 : same.lowerBound + margin
            let end = same.upperBound == count ? count : same.upperBound - margin
            if first <= line.head, line.head <= end { return same }
        }
        return part(from: line.head - mostUnits / 2)
    }

    /// Whether a place is in what is laid out, and not so near its end that more should be.
    func shows(_ line: EditedLine) -> Bool { Self.part(of: line, part) == part }

    var isRightToLeft: Bool { layout.lines.first?.isRightToLeft ?? false }
    var width: CGFloat { layout.size.width }
    var height: CGFloat { layout.size.height }

    /// From the layout's left end to a place of the text.
    func x(_ place: Int) -> CGFloat { layout.caretRect(at: place - part.lowerBound).minX }

    /// The place of the text nearest to a distance from the layout's left end.
    func place(_ x: CGFloat) -> Int { part.lowerBound + layout.index(at: CGPoint(x: x, y: 0)) }

    /// Draws the text with its upper left corner at a point, in a context whose y grows downwards.
    func draw(in context: CGContext, at point: CGPoint) {
        layout.draw(in: context, rect: CGRect(origin: point, size: layout.size))
    }

    /// What is painted behind selected letters.
    func selection(_ range: Range<Int>) -> [CGRect] {
        let shown = range.clamped(to: part)
        return layout.selectionRects(for: shown.lowerBound - part.lowerBound..<shown.upperBound - part.lowerBound)
    }
}
