import Foundation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// The rectangles of a selected range in a layout.
@Suite struct TextSelectionTests {
    @Test func `what is selected of a text in both directions is in several stretches, as wide as its letters`() {
        let layout = TextLayout("abc אבג def", options: TextSamples.options())
        let whole = layout.selectionRects(for: 0..<11)
        #expect(abs(whole.reduce(0) { $0 + $1.width } - layout.size.width) < 0.1)
        // Three letters of the first word, and two of the second one, which stand at its right.
        let both = layout.selectionRects(for: 0..<6)
        #expect(both.count == 2 && both[0].minX == 0 && both[0].maxX < both[1].minX)
        #expect(layout.selectionRects(for: 2..<2).isEmpty && layout.selectionRects(for: 50..<60).isEmpty)
        #expect(layout.selectionRects(for: -5..<1).count == 1)
    }

    @Test(arguments: [TextLayout.Alignment.left, .center, .right])
    func `what is selected lies between carets, however lines are aligned`(alignment: TextLayout.Alignment) {
        let layout = TextLayout("one two three four", options: TextSamples.options(width: 120, .none, alignment))
        let rects = layout.selectionRects(for: 0..<18)
        #expect(rects.count == layout.lines.count && rects.count > 1)
        for (rect, line) in zip(rects, layout.lines) {
            #expect(abs(rect.minX - line.frame.minX) < 0.1 && rect.minY == line.frame.minY)
        }
        let letter = layout.selectionRects(for: 1..<2)[0]
        #expect(
            abs(letter.minX - layout.caretRect(at: 1).minX) < 0.01
                && abs(letter.maxX - layout.caretRect(at: 2).minX) < 0.01)
    }
}
