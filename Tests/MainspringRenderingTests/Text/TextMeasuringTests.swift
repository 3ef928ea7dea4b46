import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct TextMeasuringTests {
    @Test func `letters have the same width at every size`() {
        let small = TextLayout("Wave, fjord", options: TextSamples.options(size: 10))
        let large = TextLayout("Wave, fjord", options: TextSamples.options(size: 1000))
        #expect(abs(large.size.width / small.size.width - 100) < 0.1)
        #expect(abs(large.size.height / small.size.height - 100) < 0.1)
        #expect(abs(large.baseline / small.baseline - 100) < 0.1)
    }

    @Test func `a text without letters has one line, as high as its font`() {
        let empty = TextLayout("", options: TextSamples.options())
        let full = TextLayout("Hg", options: TextSamples.options())
        #expect(empty.lines.count == 1 && empty.size.width == 0 && empty.size.height == full.size.height)
        #expect(empty.caretRect(at: 0) == CGRect(x: 0, y: 0, width: 0, height: full.size.height))
    }

    @Test func `letters stand on the baseline, and some go below it`() throws {
        let high = try #require(TextLayout("H", options: TextSamples.options()).lines.first)
        let low = try #require(TextLayout("g", options: TextSamples.options()).lines.first)
        #expect(abs(high.inkFrame.maxY - high.baseline) < 0.1 && low.inkFrame.maxY > low.baseline + 2)
        #expect(high.frame.contains(high.inkFrame) && high.frame.minY == 0)
    }

    @Test(arguments: ["\n", "\r\n", "\u{2029}", "\u{2028}"])
    func `each end of a line begins another one`(end: String) {
        let layout = TextLayout("one\(end)two", options: TextSamples.options())
        let second: Int = 3 + end.utf16.count
        #expect(layout.lines.map(\.range) == [0..<3, second..<second + 3])
        #expect(layout.lines[1].frame.minY == layout.lines[0].frame.maxY)
        #expect(layout.size.height == layout.lines[1].frame.maxY)
    }

    @Test func `parts have fonts of their own, and the largest one decides how high a line is`() {
        var text = AttributedString("small ")
        var large = AttributedString("large")
        large.font = TextFont(family: "DejaVu Sans", size: 40)
        text.append(large)
        let layout = TextLayout(text, options: TextSamples.options())
        #expect(layout.size.height == TextLayout("x", options: TextSamples.options(size: 40)).size.height)
        let parts = [("small ", CGFloat(20)), ("large", 40)].map {
            TextLayout($0.0, options: TextSamples.options(size: $0.1)).size.width
        }
        #expect(abs(layout.size.width - parts[0] - parts[1]) < 0.5)
    }

    @Test func `an attributed text of either kind is laid out the same`() {
        var text = AttributedString("ab")
        var second = AttributedString("𝄞c")
        second.font = TextFont(family: "DejaVu Serif", size: 30, weight: 700)
        second.kern = 3
        text.append(second)
        let object = NSMutableAttributedString(string: "ab𝄞c")
        object.addAttributes(
            [.font: TextFont(family: "DejaVu Serif", size: 30, weight: 700), .kern: 3],
            range: NSRange(location: 2, length: 3))
        let (left, right) = (
            TextLayout(text, options: TextSamples.options()), TextLayout(object, options: TextSamples.options())
        )
        #expect(left.lines == right.lines && left.lines[0].range == 0..<5)
        #expect(left.size.width > TextLayout("ab𝄞c", options: TextSamples.options()).size.width + 6)
    }

    @Test func `a part that begins within a letter of two units takes the whole letter or nothing`() {
        let object = NSMutableAttributedString(string: "a𝄞b")
        object.addAttribute(.kern, value: 5, range: NSRange(location: 2, length: 2))
        #expect(TextLayout(object, options: TextSamples.options()).lines[0].range == 0..<4)
    }

    @Test func `letters that are set high make their line higher`() {
        var text = AttributedString("x")
        text.baselineOffset = 15
        let plain = TextLayout("x", options: TextSamples.options())
        let layout = TextLayout(text, options: TextSamples.options())
        #expect(layout.size.height > plain.size.height)
        #expect(abs(layout.lines[0].inkFrame.maxY - (layout.baseline - 15)) < 0.1)
    }
}
