import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct HostileTextTests {
    static let numbers: [CGFloat] = [.nan, .infinity, -.infinity, -1, 0, 1e-300, 1e9, 1e300]

    @Test(arguments: numbers)
    func `boxes of any size are laid out and drawn`(number: CGFloat) throws {
        let canvas = try Canvas(40, 40)
        for truncation in [TextLayout.Truncation.none, .start, .middle, .end] {
            for wraps in [true, false] {
                for (width, height) in [(number, 30), (30, number), (number, number)] as [(CGFloat, CGFloat)] {
                    let layout = TextLayout(
                        "ab cd\nef",
                        options: TextSamples.options(width: width, height: height, wraps: wraps, truncation, .justified)
                    )
                    #expect(!layout.lines.isEmpty && layout.size.width.isFinite && layout.size.height.isFinite)
                    layout.draw(in: canvas.context, rect: CGRect(x: 0, y: 0, width: width, height: height))
                    layout.draw(in: canvas.context, rect: CGRect(x: number, y: 0, width: 30, height: 30))
                    canvas.context.draw(AttributedString("ab"), in: CGRect(x: 0, y: number, width: number, height: 10))
                }
            }
        }
    }

    @Test(arguments: numbers)
    func `letters of any size are laid out and drawn`(number: CGFloat) throws {
        let canvas = try Canvas(40, 40)
        for string in ["Wave 🍎", "日本", ""] {
            var text = AttributedString(string)
            text.font = TextFont(family: "DejaVu Sans", size: number)
            text.kern = number
            text.baselineOffset = number
            canvas.context.draw(text, in: CGRect(x: 0, y: 0, width: 30, height: 30))
            let layout = TextLayout(text)
            #expect(layout.size.width.isFinite && layout.size.height.isFinite)
            layout.draw(in: canvas.context, rect: CGRect(x: 0, y: 0, width: 30, height: 30))
        }
    }

    @Test(arguments: [1e3, 1e5, 1e6, 1e9, 1e30, 1e-30] as [CGFloat])
    func `a text at any scale is drawn or not seen`(scale: CGFloat) throws {
        let canvas = try Canvas(40, 40)
        canvas.context.scaleBy(x: scale, y: scale)
        TextLayout("g🍎", options: TextSamples.options())
            .draw(in: canvas.context, rect: CGRect(x: -10, y: -10, width: 20, height: 20))
        canvas.context.setShadow(offset: CGSize(width: 1e9, height: 0), blur: 1e9, color: .black)
        TextLayout("g🍎", options: TextSamples.options())
            .draw(in: canvas.context, rect: CGRect(x: -10, y: -10, width: 20, height: 20))
    }

    @Test func `of a letter that is larger than the bitmap the part is drawn that is seen`() throws {
        let canvas = try Canvas(40, 40)
        canvas.context.scaleBy(x: 10_000, y: 10_000)
        TextLayout("█", options: TextSamples.options())
            .draw(in: canvas.context, rect: CGRect(x: -5, y: -10, width: 20, height: 20))
        #expect(canvas.alphas.joined().allSatisfy { $0 == 255 })
    }

    static let long: [(TextLayout.Truncation, Bool)] = [
        (.none, true), (.end, true), (.start, true), (.middle, true), (.none, false), (.end, false), (.start, false),
        (.middle, false),
    ]

    @Test(arguments: long)
    func `of a long text what a small box shows is laid out`(truncation: TextLayout.Truncation, wraps: Bool) {
        let layout = TextLayout(
            String(repeating: "word ", count: 200_000),
            options: TextSamples.options(width: 100, height: 50, wraps: wraps, truncation))
        #expect(layout.lines.count == (wraps ? 2 : 1) && layout.isTruncated)
        #expect(layout.size.height <= 50)
        #expect(truncation == .none && !wraps || layout.size.width <= 100.01)
        #expect(layout.index(at: CGPoint(x: 1, y: 1)) <= 1_000_000 && layout.caretRect(at: 999_999).minX.isFinite)
    }

    @Test func `a million ends of lines show as many lines as there is room for`() {
        let layout = TextLayout(
            String(repeating: "\n", count: 1_000_000),
            options: TextSamples.options(width: 100, height: 100, wraps: false))
        #expect((3...5).contains(layout.lines.count) && layout.isTruncated)
    }

    @Test func `what is beyond the limit is left out, with one sentence`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<3 {
                let layout = TextLayout(
                    String(repeating: "a b ", count: 50_000), options: TextSamples.options(size: 10, width: 500))
                precondition(layout.isTruncated && layout.lines.last?.range.upperBound == 100_000)
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines = said.split(separator: "\n").filter { $0.hasPrefix("Mainspring: ") }
        #expect(
            lines == [
                "Mainspring: a text of 200000 bytes is too long to be laid out at once; 100000 of them are. Cut it into several texts."
            ])
    }

    @Test(arguments: [
        "a\0b", "\0", "a\u{1}b\u{7f}", "\u{FFFE}\u{FFFF}", "\u{202E}abc\u{202C}", "a\u{FEFF}b", "\u{200D}",
    ])
    func `characters that are none are laid out`(text: String) throws {
        let layout = TextLayout(text, options: TextSamples.options(width: 200))
        #expect(layout.lines.count == 1 && layout.lines[0].range == 0..<text.utf16.count)
        layout.draw(in: try Canvas(40, 40).context, rect: CGRect(x: 0, y: 0, width: 40, height: 40))
    }

    @Test func `a thousand marks on one letter are laid out`() {
        let layout = TextLayout(
            "a" + String(repeating: "\u{301}", count: 1000), options: TextSamples.options(width: 200))
        #expect(layout.size.width < 200 && layout.caretRect(at: 500).minX.isFinite)
    }

    @Test(arguments: ["e\u{1F3FD}  I", "\u{5D0}\u{1F3FE}\u{301}-\u{AD}"])
    func `a letter of several fonts is wrapped at any width`(text: String) async {
        await #expect(processExitsWith: .success) { [text] in
            for width in 0..<60 {
                let layout = TextLayout(text, options: TextSamples.options(width: CGFloat(width)))
                precondition(layout.lines.last?.range.upperBound == text.utf16.count)
            }
        }
    }

    @Test func `layouts are made, asked and drawn by many threads at once`() async {
        let shared = TextLayout("shared text 🍎", options: TextSamples.options(width: 100))
        let places = (0...14).map { shared.caretRect(at: $0) }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    guard let canvas = try? Canvas(60, 40) else { return false }
                    for round in 0..<10 {
                        let own = TextLayout("own \(number) \(round)", options: TextSamples.options(width: 50))
                        own.draw(in: canvas.context, rect: CGRect(x: 0, y: 0, width: 50, height: 40))
                        shared.draw(in: canvas.context, rect: CGRect(x: 0, y: 0, width: 50, height: 40))
                        if (0...14).map({ shared.caretRect(at: $0) }) != places { return false }
                    }
                    return true
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
