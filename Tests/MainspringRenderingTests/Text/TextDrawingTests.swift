import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct TextDrawingTests {
    private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

    private func text(_ string: String, _ color: CGColor? = nil, size: CGFloat = 20) -> AttributedString {
        var text = AttributedString(string)
        text.font = TextFont(family: "DejaVu Sans", size: size)
        text.foregroundColor = color
        return text
    }

    @Test func `a text stands upright whether y grows upwards or downwards`() throws {
        let (up, down) = (try Canvas(80, 40), try Canvas(80, 40))
        up.context.draw(text("Lfg"), in: CGRect(x: 5, y: 10, width: 70, height: 25))
        down.context.translateBy(x: 0, y: 40)
        down.context.scaleBy(x: 1, y: -1)
        down.context.draw(text("Lfg"), in: CGRect(x: 5, y: 5, width: 70, height: 25))
        #expect(up.alphas == down.alphas)
        // The L's stem is on the left, its foot below.
        let ink = try #require(up.ink)
        let column = ink.columns.lowerBound + 1
        let foot = ink.columns.lowerBound + 8
        let rows = (0..<40).filter { up.alphas[$0][column] > 128 }
        #expect(rows.count > 12 && rows.allSatisfy { (5..<30).contains($0) })
        #expect((rows[0]..<rows[0] + 8).allSatisfy { up.alphas[$0][foot] == 0 })
        #expect(up.alphas[try #require(rows.last)][foot] > 128)
    }

    @Test func `what is drawn lies where the layout says`() throws {
        let canvas = try Canvas(200, 60)
        let layout = TextLayout("Frame", options: TextSamples.options(size: 30))
        layout.draw(in: canvas.context, rect: CGRect(x: 10, y: 10, width: 100, height: 40))
        let (ink, said) = (try #require(canvas.ink), layout.lines[0].inkFrame.offsetBy(dx: 10, dy: 10))
        #expect(abs(CGFloat(ink.columns.lowerBound) - said.minX) < 2)
        #expect(abs(CGFloat(ink.columns.upperBound + 1) - said.maxX) < 2)
        #expect(abs(CGFloat(ink.rows.lowerBound) - said.minY) < 2)
        #expect(abs(CGFloat(ink.rows.upperBound + 1) - said.maxY) < 2)
    }

    @Test func `letters have the fill colour, or their own`() throws {
        let canvas = try Canvas(120, 40)
        canvas.context.setFillColor(Self.blue)
        canvas.context.draw(text("█") + text("█", Self.red), in: CGRect(x: 0, y: 0, width: 120, height: 40))
        let width = TextLayout("█", options: TextSamples.options()).size.width
        #expect(canvas.pixel(Int(width / 2), 12) == [0, 0, 255, 255])
        #expect(canvas.pixel(Int(1.5 * width), 12) == [255, 0, 0, 255])
    }

    @Test func `backgrounds and lines are drawn with letters`() throws {
        func painted(_ change: (inout AttributedString) -> Void) throws -> Int {
            let canvas = try Canvas(60, 30)
            var text = text("ii")
            change(&text)
            canvas.context.draw(text, in: CGRect(x: 0, y: 0, width: 60, height: 30))
            return canvas.alphas.joined().count { $0 > 100 }
        }
        let plain = try painted { _ in }
        #expect(try painted { $0.underline = true } > plain + 5)
        #expect(try painted { $0.strikethrough = true } > plain + 3)
        #expect(try painted { $0.backgroundColor = Self.red } > plain + 150)
    }

    @Test func `clip, alpha and blend mode count`() throws {
        let canvas = try Canvas(60, 30)
        canvas.fill(Self.blue, CGRect(x: 0, y: 0, width: 60, height: 30))
        canvas.context.clip(to: CGRect(x: 0, y: 0, width: 6, height: 30))
        canvas.context.setAlpha(0.5)
        canvas.context.draw(text("██", Self.red), in: CGRect(x: 0, y: 0, width: 60, height: 30))
        #expect(isNear(canvas.pixel(3, 12), [128, 0, 127, 255]) && canvas.pixel(8, 12) == [0, 0, 255, 255])

        let other = try Canvas(60, 30)
        other.fill(Self.blue, CGRect(x: 0, y: 0, width: 60, height: 30))
        other.context.setBlendMode(.plusLighter)
        other.context.draw(text("█", Self.red), in: CGRect(x: 0, y: 0, width: 60, height: 30))
        #expect(other.pixel(3, 12) == [255, 0, 255, 255] && other.pixel(50, 12) == [0, 0, 255, 255])
    }

    @Test(arguments: [CGBlendMode.copy, .sourceIn, .destinationIn, .sourceOut, .destinationAtop, .clear])
    func `whatever the mode is, what is not a letter stays`(mode: CGBlendMode) throws {
        let canvas = try Canvas(60, 30)
        canvas.fill(Self.blue, CGRect(x: 0, y: 0, width: 60, height: 30))
        canvas.context.setBlendMode(mode)
        canvas.context.draw(text("█", Self.red), in: CGRect(x: 0, y: 0, width: 60, height: 30))
        let wanted: [Int] =
            switch mode {
            case .copy, .sourceIn: [255, 0, 0, 255]
            case .sourceOut, .clear: [0, 0, 0, 0]
            default: [0, 0, 255, 255]
            }
        #expect(canvas.pixel(3, 12) == wanted && canvas.pixel(50, 12) == [0, 0, 255, 255])
    }

    @Test func `a text casts one shadow, also from outside of the clip`() throws {
        let canvas = try Canvas(80, 30)
        canvas.context.clip(to: CGRect(x: 40, y: 0, width: 40, height: 30))
        canvas.context.setShadow(offset: CGSize(width: 40, height: 0), blur: 0, color: Self.blue)
        canvas.context.draw(text("█", Self.red), in: CGRect(x: 0, y: 0, width: 40, height: 30))
        #expect(canvas.pixel(43, 12) == [0, 0, 255, 255] && canvas.pixel(3, 12)[3] == 0)
    }

    @Test func `alignment moves what is drawn`() throws {
        func ink(_ alignment: TextLayout.Alignment) throws -> ClosedRange<Int> {
            let canvas = try Canvas(200, 30)
            TextLayout("abc", options: TextSamples.options(width: 200, .none, alignment))
                .draw(in: canvas.context, rect: CGRect(x: 0, y: 0, width: 200, height: 30))
            return try #require(canvas.ink).columns
        }
        let (left, center, right) = (try ink(.left), try ink(.center), try ink(.right))
        #expect(left.lowerBound < 5 && right.upperBound > 194)
        #expect(abs(center.lowerBound + center.upperBound - 199) < 5)
    }

    @Test func `a text that is turned or mirrored is drawn so`() throws {
        let (plain, turned) = (try Canvas(60, 60), try Canvas(60, 60))
        plain.context.draw(text("L"), in: CGRect(x: 20, y: 20, width: 30, height: 30))
        turned.context.translateBy(x: 60, y: 60)
        turned.context.rotate(by: .pi)
        turned.context.draw(text("L"), in: CGRect(x: 20, y: 20, width: 30, height: 30))
        let (a, b) = (try #require(plain.ink), try #require(turned.ink))
        #expect(abs(a.columns.lowerBound - (59 - b.columns.upperBound)) < 2)
        #expect(abs(a.rows.lowerBound - (59 - b.rows.upperBound)) < 2)
    }

    /// Below and above the size at which letters are drawn by their outlines.
    @Test func `large letters look as small ones do`() throws {
        func covered(_ size: CGFloat, _ scale: CGFloat) throws -> (part: Double, ink: CGRect) {
            let side = Int(size * scale * 1.5)
            let canvas = try Canvas(side, side)
            canvas.context.scaleBy(x: scale, y: scale)
            canvas.context.draw(
                text("g", size: size), in: CGRect(x: 0, y: 0, width: size * 1.5, height: size * 1.5))
            let ink = try #require(canvas.ink)
            let sum = canvas.alphas.joined().reduce(0, +)
            let length = Double(side)
            return (
                Double(sum) / 255 / length / length,
                CGRect(
                    x: Double(ink.columns.lowerBound) / length, y: Double(ink.rows.lowerBound) / length,
                    width: Double(ink.columns.count) / length, height: Double(ink.rows.count) / length)
            )
        }
        let kept = try covered(200, 1)
        for (size, scale) in [(600, 1), (20, 30), (2, 300)] as [(CGFloat, CGFloat)] {
            let outline = try covered(size, scale)
            #expect(abs(outline.part / kept.part - 1) < 0.01)
            #expect(abs(outline.ink.minX - kept.ink.minX) < 0.01 && abs(outline.ink.minY - kept.ink.minY) < 0.01)
            #expect(abs(outline.ink.maxX - kept.ink.maxX) < 0.01 && abs(outline.ink.maxY - kept.ink.maxY) < 0.01)
        }
    }

    @Test(
        .enabled(if: TextSamples.has("Noto Color Emoji"), "needs the font Noto Color Emoji"), arguments: [20, 200, 400])
    func `emoji have colours of their own, at every size`(size: Int) throws {
        let canvas = try Canvas(size * 2, size * 2)
        canvas.context.setFillColor(Self.blue)
        canvas.context.draw(
            text("🍎", size: CGFloat(size)), in: CGRect(x: 0, y: 0, width: size * 2, height: size * 2))
        let ink = try #require(canvas.ink)
        #expect(ink.columns.count > size / 2 && ink.rows.count > size / 2)
        let image = try #require(canvas.context.makeImage())
        let middle = image.pixel(
            (ink.columns.lowerBound + ink.columns.upperBound) / 2, (ink.rows.lowerBound + 2 * ink.rows.upperBound) / 3)
        #expect(middle[0] > 150 && middle[0] > 2 * middle[2] && middle[3] == 255)
    }

    @Test(.enabled(if: TextSamples.has("VL Gothic"), "needs the font VL Gothic"))
    func `letters that a font lacks come from another one`() throws {
        func drawn(_ string: String) throws -> [[Int]] {
            let canvas = try Canvas(40, 40)
            canvas.context.draw(text(string), in: CGRect(x: 0, y: 0, width: 40, height: 40))
            return canvas.alphas
        }
        // Two letters that no font has are drawn as boxes with their numbers; those that a font has are different from one another and
        // from a letter that none has.
        let (day, book, none) = (try drawn("日"), try drawn("本"), try drawn("\u{10FFF0}"))
        #expect(day != book && day != none && book != none)
        #expect(day.joined().count { $0 > 0 } > 50)
    }
}
