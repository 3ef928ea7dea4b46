import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct TextBreakingTests {
    private static let text = "The quick brown fox jumps over the lazy dog and runs away from it"

    @Test func `lines that are too wide go on in the next one, between words`() {
        let layout = TextLayout(Self.text, options: TextSamples.options(width: 150))
        #expect(layout.lines.count > 3 && !layout.isTruncated)
        let utf16 = Array(Self.text.utf16)
        for line in layout.lines {
            #expect(line.frame.width <= 150.01)
            #expect(line.range.lowerBound == 0 || utf16[line.range.lowerBound - 1] == 32)
        }
        #expect(layout.lines.last?.range.upperBound == utf16.count)
    }

    @Test func `a word that is too wide is broken`() {
        let layout = TextLayout("Donaudampfschifffahrtsgesellschaft", options: TextSamples.options(width: 100))
        #expect(layout.lines.count > 2 && layout.lines.allSatisfy { $0.frame.width <= 100.01 })
    }

    @Test func `a text that does not wrap has one line a paragraph, however wide`() {
        let layout = TextLayout(Self.text + "\nsecond", options: TextSamples.options(width: 150, wraps: false))
        #expect(layout.lines.count == 2 && layout.size.width > 300 && !layout.isTruncated)
    }

    @Test(arguments: [TextLayout.Truncation.start, .middle, .end])
    func `letters are left out of a line until it fits`(truncation: TextLayout.Truncation) {
        let layout = TextLayout(Self.text, options: TextSamples.options(width: 150, wraps: false, truncation))
        #expect(layout.isTruncated && layout.lines.count == 1)
        #expect(layout.size.width <= 150.01 && layout.size.width > 110)
        let fits = TextLayout("The", options: TextSamples.options(width: 150, wraps: false, truncation))
        #expect(!fits.isTruncated && fits.size == TextLayout("The", options: TextSamples.options()).size)
    }

    @Test func `what is left out is what was said`() {
        func places(_ truncation: TextLayout.Truncation) -> (CGFloat, CGFloat) {
            let layout = TextLayout(Self.text, options: TextSamples.options(width: 150, wraps: false, truncation))
            let end = Self.text.utf16.count
            return (layout.caretRect(at: 3).minX, layout.caretRect(at: end).minX - layout.caretRect(at: end - 2).minX)
        }
        let whole = TextLayout(Self.text, options: TextSamples.options())
        let (the, it) = (
            whole.caretRect(at: 3).minX, whole.size.width - whole.caretRect(at: Self.text.utf16.count - 2).minX
        )
        // Places of what is left out share the ellipsis.
        #expect(abs(places(.end).0 - the) < 0.1 && places(.end).1 < 2)
        #expect(abs(places(.start).1 - it) < 0.1 && places(.start).0 < 2)
        #expect(abs(places(.middle).0 - the) < 0.1 && abs(places(.middle).1 - it) < 0.1)
    }

    @Test(arguments: [TextLayout.Truncation.start, .middle, .end])
    func `of a text that wraps the last line with room loses letters`(truncation: TextLayout.Truncation) {
        let high = TextLayout("x", options: TextSamples.options()).size.height
        let whole = TextLayout(Self.text, options: TextSamples.options(width: 150))
        let layout = TextLayout(Self.text, options: TextSamples.options(width: 150, height: 2.5 * high, truncation))
        #expect(layout.isTruncated && layout.lines.count == 2)
        #expect(
            layout.lines[0] == whole.lines[0] && layout.lines[1].range.lowerBound == whole.lines[1].range.lowerBound)
        #expect(layout.lines[1].frame.width <= 150.01 && layout.size.height <= 2.5 * high)
        let roomy = TextLayout(Self.text, options: TextSamples.options(width: 150, height: 100 * high, truncation))
        #expect(!roomy.isTruncated && roomy.lines == whole.lines)
    }

    @Test func `a paragraph that is shown whole says that another one is not`() {
        let high = TextLayout("x", options: TextSamples.options()).size.height
        let layout = TextLayout("one\ntwo\nthree", options: TextSamples.options(width: 200, height: 2 * high, .end))
        let marked = TextLayout("two…", options: TextSamples.options())
        #expect(layout.lines.count == 2 && abs(layout.lines[1].frame.width - marked.size.width) < 0.01)
    }

    @Test func `without truncation lines that have no room are not shown, except the first one`() {
        let high = TextLayout("x", options: TextSamples.options()).size.height
        for (height, count) in [(0, 1), (high / 2, 1), (high, 1), (2.9 * high, 2), (3 * high, 3)] {
            let layout = TextLayout("1\n2\n3", options: TextSamples.options(width: 200, height: height))
            #expect(layout.lines.count == count && layout.isTruncated == (count < 3), "\(height)")
        }
    }

    static let alignments: [(TextLayout.Alignment, String, CGFloat)] = [
        (.left, "abc", 0), (.center, "abc", 0.5), (.right, "abc", 1), (.natural, "abc", 0), (.justified, "abc", 0),
        (.natural, "שלום", 1), (.justified, "שלום", 1), (.left, "שלום", 0), (.right, "مرحبا", 1),
        (.natural, "مرحبا", 1),
        (.center, "مرحبا", 0.5), (.natural, "", 0), (.natural, "123", 0),
    ]

    @Test(arguments: alignments)
    func `a line goes to its side, or to the one where its script begins`(
        alignment: TextLayout.Alignment, text: String, part: CGFloat
    ) {
        for wraps in [true, false] {
            let options = TextSamples.options(width: 300, wraps: wraps, .none, alignment)
            let layout = TextLayout(text, options: options)
            #expect(abs(layout.lines[0].frame.minX - part * (300 - layout.size.width)) < 0.1)
        }
    }

    @Test func `lines of a justified paragraph are as wide as the box, except the last one`() {
        let layout = TextLayout(Self.text, options: TextSamples.options(width: 180, .none, .justified))
        for line in layout.lines.dropLast() { #expect(abs(line.frame.width - 180) < 0.5) }
        let plain = TextLayout(Self.text, options: TextSamples.options(width: 180))
        #expect(layout.lines.last == plain.lines.last && layout.lines[0].frame.width > plain.lines[0].frame.width + 1)
    }
}
