import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct TextPlacesTests {
    @Test func `a caret stands before its letter, and a point before or behind the letter that it is on`() {
        let layout = TextLayout("Hello", options: TextSamples.options())
        let carets = (0...5).map { layout.caretRect(at: $0).minX }
        #expect(carets[0] == 0 && abs(carets[5] - layout.size.width) < 0.01 && carets == carets.sorted())
        for place in 0..<5 {
            let width = carets[place + 1] - carets[place]
            #expect(layout.index(at: CGPoint(x: carets[place] + 0.2 * width, y: 5)) == place)
            #expect(layout.index(at: CGPoint(x: carets[place] + 0.8 * width, y: 5)) == place + 1)
        }
    }

    @Test func `from right to left carets go to the left`() {
        let layout = TextLayout("שלום", options: TextSamples.options(width: 200))
        let carets = (0...4).map { layout.caretRect(at: $0).minX }
        #expect(carets == carets.sorted(by: >) && abs(carets[0] - 200) < 0.1)
        #expect(layout.index(at: CGPoint(x: 199, y: 5)) == 0 && layout.index(at: CGPoint(x: 0, y: 5)) == 4)
    }

    @Test(arguments: ["👩‍👩‍👧", "🇩🇪", "👍🏽", "e\u{301}", "𝄞", "कि"])
    func `a letter of several characters has no caret inside`(letter: String) {
        let layout = TextLayout("a\(letter)b", options: TextSamples.options())
        let (start, end) = (layout.caretRect(at: 1).minX, layout.caretRect(at: 1 + letter.utf16.count).minX)
        #expect(start > 0 && end > start)
        for inside in 1..<letter.utf16.count {
            let x = layout.caretRect(at: 1 + inside).minX
            #expect(x == start || x == end, "\(inside)")
        }
        #expect(layout.index(at: CGPoint(x: start + 0.1 * (end - start), y: 5)) == 1)
        #expect(layout.index(at: CGPoint(x: start + 0.9 * (end - start), y: 5)) == 1 + letter.utf16.count)
    }

    @Test func `a place between two lines is in the second one`() {
        let layout = TextLayout("aaa bbb ccc", options: TextSamples.options(width: 50))
        #expect(layout.lines.map(\.range.lowerBound) == [0, 4, 8])
        #expect(layout.caretRect(at: 4).minY == layout.lines[1].frame.minY && layout.caretRect(at: 4).minX == 0)
        #expect(layout.index(at: CGPoint(x: 0, y: layout.lines[1].frame.midY)) == 4)
        #expect(layout.index(at: CGPoint(x: 0, y: -100)) == 0 && layout.index(at: CGPoint(x: 1e9, y: 1e9)) == 11)
    }

    @Test func `a line that is empty at the end has a caret`() {
        let layout = TextLayout("a\n", options: TextSamples.options())
        #expect(layout.lines.count == 2 && layout.caretRect(at: 2).minY == layout.lines[1].frame.minY)
    }

    @Test(arguments: [-1, 0, 1, 2, 3, 100, Int.max, Int.min])
    func `a place that the text does not have is the nearest one`(place: Int) {
        let layout = TextLayout("ab", options: TextSamples.options())
        #expect(layout.caretRect(at: place) == layout.caretRect(at: min(max(place, 0), 2)))
    }

    @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300])
    func `a point anywhere is near a place`(number: CGFloat) {
        let layout = TextLayout("ab\ncd", options: TextSamples.options())
        for point in [CGPoint(x: number, y: 1), CGPoint(x: 1, y: number), CGPoint(x: number, y: number)] {
            #expect((0...5).contains(layout.index(at: point)))
        }
    }
}
