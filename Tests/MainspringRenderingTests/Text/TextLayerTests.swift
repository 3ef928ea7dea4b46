import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct TextLayerTests {
    private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

    init() { CGContext.installCairo() }

    private func makeLayer(_ string: Any?, _ bounds: CGRect = CGRect(x: 0, y: 0, width: 100, height: 60)) -> CATextLayer
    {
        let layer = CATextLayer()
        layer.bounds = bounds
        layer.string = string
        layer.font = "DejaVu Sans"
        layer.fontSize = 20
        layer.foregroundColor = Self.red
        return layer
    }

    private func draw(_ layer: CALayer) throws -> Canvas {
        let canvas = try Canvas(100, 60)
        canvas.context.translateBy(x: 0, y: 60)
        canvas.context.scaleBy(x: 1, y: -1)
        layer.render(in: canvas.context)
        return canvas
    }

    @Test func `a text layer shows its text from the top of its bounds`() throws {
        let canvas = try draw(makeLayer("█"))
        #expect(canvas.pixel(5, 10) == [255, 0, 0, 255])
        let ink = try #require(canvas.ink)
        #expect(ink.rows.lowerBound < 4 && ink.rows.upperBound < 30)
    }

    @Test func `it stands upright in a layer that is flipped, from the upper side`() throws {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
        let layer = makeLayer("Lg")
        layer.frame = root.bounds
        root.addSublayer(layer)
        let plain = try draw(root)
        root.isGeometryFlipped = true
        #expect(try draw(root).alphas == plain.alphas)
        #expect(try #require(plain.ink).rows.lowerBound < 10)
    }

    @Test func `wrapping, alignment and truncation count`() throws {
        let layer = makeLayer("one two three four five six seven")
        #expect(try #require(try draw(layer).ink).rows.upperBound < 26)
        layer.isWrapped = true
        #expect(try #require(try draw(layer).ink).rows.upperBound > 30)
        layer.isWrapped = false
        layer.masksToBounds = false
        layer.truncationMode = .end
        let cut = try draw(layer)
        layer.truncationMode = .start
        #expect(try draw(layer).alphas != cut.alphas)
        layer.string = "x"
        layer.alignmentMode = .right
        #expect(try #require(try draw(layer).ink).columns.lowerBound > 80)
        layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "none such")
        #expect(try #require(try draw(layer).ink).columns.lowerBound < 10)
    }

    @Test func `attributed texts have fonts and colours of their own, whatever the layer's are`() throws {
        var text = AttributedString("█")
        text.font = TextFont(family: "DejaVu Sans", size: 40)
        text.foregroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        let canvas = try draw(makeLayer(text))
        #expect(canvas.pixel(10, 20) == [0, 0, 255, 255])
        let object = NSAttributedString(
            string: "█",
            attributes: [
                .font: TextFont(family: "DejaVu Sans", size: 40),
                .foregroundColor: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1),
            ])
        #expect(try draw(makeLayer(object)).alphas == canvas.alphas)
        let plain = try draw(makeLayer(NSAttributedString(string: "█")))
        #expect(plain.pixel(3, 6) == [0, 0, 0, 255])
        #expect(try #require(plain.ink).rows.upperBound < 20)
    }

    @Test func `without a text, a colour or a size nothing is drawn`() throws {
        let none = makeLayer(nil)
        #expect(try draw(none).ink == nil)
        none.string = 5
        #expect(try draw(none).ink == nil)
        none.string = "x"
        none.foregroundColor = nil
        #expect(try draw(none).ink == nil)
        #expect(try draw(makeLayer("x", .zero)).ink == nil)
        #expect(try draw(makeLayer("x", CGRect(x: 0, y: 0, width: 1e300, height: 1e300))).ink != nil)
    }

    @Test func `a layer's opacity and mask count for its text`() throws {
        let layer = makeLayer("██")
        layer.opacity = 0.5
        let mask = CALayer()
        mask.frame = CGRect(x: 0, y: 0, width: 8, height: 60)
        mask.backgroundColor = .black
        layer.mask = mask
        let canvas = try draw(layer)
        #expect(isNear(canvas.pixel(4, 12), [128, 0, 0, 128]) && canvas.pixel(12, 12)[3] == 0)
    }

    @Test func `a text layer without anything that draws texts says so once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let layer = CATextLayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            layer.string = "x"
            guard let canvas = try? Canvas(10, 10) else { return }
            for _ in 0..<3 { layer.render(in: canvas.context) }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines: [Substring] = said.split(separator: "\n").filter { $0.contains("Call CGContext.installCairo()") }
        #expect(lines.count == 1)
    }
}
