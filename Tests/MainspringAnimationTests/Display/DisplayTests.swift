import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct DisplayTests {
    /// A layer that fills a rectangle, if it has one.
    final class Drawer: CALayer {
        var filled: CGRect? = CGRect(x: 0, y: 0, width: 10, height: 10)
        var draws = 0
        var clips: [CGRect] = []
        var whileDrawn: ((Drawer) -> Void)?

        override func draw(in ctx: CGContext) {
            draws += 1
            clips.append(ctx.boundingBoxOfClipPath)
            whileDrawn?(self)
            if let filled { ctx.fill(filled) }
        }

        override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
    }

    private func makeDrawer(_ bounds: CGRect = CGRect(x: 0, y: 0, width: 100, height: 50)) -> Drawer {
        let layer = Drawer()
        layer.bounds = bounds
        return layer
    }

    @Test func `a layer that asked is drawn once, and the picture is its contents`() {
        DrawingStage.run { stage in
            let layer = makeDrawer()
            #expect(!layer.needsDisplay())
            layer.displayIfNeeded()
            #expect(layer.draws == 0)
            layer.setNeedsDisplay()
            #expect(layer.needsDisplay())
            layer.displayIfNeeded()
            layer.displayIfNeeded()
            #expect(layer.draws == 1 && !layer.needsDisplay() && stage.engines.count == 1)
            let image = layer.contents as? CGImage
            #expect(image?.width == 100 && image?.height == 50)
        }
    }

    static let spaces: [(CGRect, CGFloat, Bool, Bool, String)] = [
        (CGRect(x: 0, y: 0, width: 100, height: 50), 1, false, false, "fill 0 40 10 10"),
        (CGRect(x: 0, y: 0, width: 100, height: 50), 2, false, false, "fill 0 80 20 20"),
        (CGRect(x: -5, y: -7, width: 100, height: 50), 1, false, false, "fill 5 33 10 10"),
        (CGRect(x: 0, y: 0, width: 100, height: 50), 1, true, false, "fill 0 0 10 10"),
        (CGRect(x: 0, y: 0, width: 100, height: 50), 1, false, true, "fill 0 0 10 10"),
        (CGRect(x: 0, y: 0, width: 100, height: 50), 1, true, true, "fill 0 40 10 10"),
    ]

    @Test(arguments: spaces)
    func `a layer draws in its own coordinates, downwards unless an odd number of layers are flipped`(
        bounds: CGRect, scale: CGFloat, isFlipped: Bool, isParentFlipped: Bool, line: String
    ) {
        DrawingStage.run { stage in
            let parent = CALayer()
            parent.isGeometryFlipped = isParentFlipped
            let layer = makeDrawer(bounds)
            parent.addSublayer(layer)
            layer.isGeometryFlipped = isFlipped
            layer.contentsScale = scale
            layer.display()
            #expect(stage.lines == [line])
            #expect(layer.clips == [bounds])
        }
    }

    @Test func `a layer that nobody draws takes no memory and keeps its contents`() {
        DrawingStage.run { stage in
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            layer.contents = "picture"
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            #expect(stage.engines.isEmpty && layer.contents as? String == "picture")
            let delegate = SilentDelegate()
            layer.delegate = delegate
            layer.display()
            #expect(stage.engines.isEmpty && layer.contents as? String == "picture")
        }
    }

    @Test func `who draws nothing this time leaves no contents, and takes no memory`() {
        DrawingStage.run { stage in
            let layer = makeDrawer()
            layer.display()
            layer.filled = nil
            layer.display()
            #expect(layer.contents == nil && stage.engines.count == 1)
        }
    }

    private final class SilentDelegate: CALayerDelegate {}

    private final class Delegate: CALayerDelegate {
        var calls: [String] = []
        func layerWillDraw(_ layer: CALayer) { calls.append("will draw") }
        func draw(_ layer: CALayer, in ctx: CGContext) {
            calls.append("draw")
            ctx.fill(layer.bounds)
        }
    }

    private final class Displayer: CALayerDelegate {
        func display(_ layer: CALayer) { layer.contents = "mine" }
    }

    @Test func `a delegate draws, and is told before`() {
        DrawingStage.run { stage in
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            let delegate = Delegate()
            layer.delegate = delegate
            layer.display()
            #expect(delegate.calls == ["will draw", "draw"])
            #expect(stage.lines == ["fill 0 0 10 10"] && layer.contents is CGImage)
        }
    }

    @Test func `a delegate that gives contents keeps the layer from drawing`() {
        let layer = makeDrawer()
        let delegate = Displayer()
        layer.delegate = delegate
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(layer.draws == 0 && layer.contents as? String == "mine")
    }

    @Test func `a part is drawn over the last picture, with nothing in its place`() {
        DrawingStage.run { stage in
            let layer = makeDrawer()
            layer.display()
            layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 20, height: 20))
            layer.setNeedsDisplay(CGRect(x: 20, y: 0, width: 10, height: 20))
            layer.displayIfNeeded()
            #expect(
                stage.lines == ["image 0 0 100 50 from 50", "clip 0 30 30 20", "clear 0 30 30 20", "fill 0 40 10 10"])
            #expect(layer.clips.last == CGRect(x: 0, y: 0, width: 30, height: 20))
        }
    }

    @Test func `all is drawn where there is no last picture of the same bounds`() {
        DrawingStage.run { stage in
            let layer = makeDrawer()
            layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 20, height: 20))
            layer.displayIfNeeded()
            #expect(stage.lines == ["fill 0 40 10 10"])
            layer.bounds.origin.x = 1
            layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 20, height: 20))
            layer.displayIfNeeded()
            #expect(stage.lines == ["fill -1 40 10 10"])
            layer.contents = "somebody else's"
            layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 20, height: 20))
            layer.displayIfNeeded()
            #expect(stage.lines == ["fill -1 40 10 10"])
        }
    }

    @Test func `an empty part asks for nothing, one of numbers that are none for everything`() {
        let layer = makeDrawer()
        layer.setNeedsDisplay(.zero)
        layer.setNeedsDisplay(.null)
        #expect(!layer.needsDisplay())
        layer.setNeedsDisplay(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
        #expect(layer.needsDisplay() && layer.displaying.invalid.isInfinite)
    }

    @Test func `a layer without a size is drawn when it gets one`() {
        DrawingStage.run { stage in
            let layer = makeDrawer(.zero)
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            #expect(layer.draws == 0 && !layer.needsDisplay() && stage.engines.isEmpty)
            layer.bounds.size = CGSize(width: 5, height: 5)
            #expect(layer.needsDisplay())
            layer.displayIfNeeded()
            #expect(layer.draws == 1)
            layer.bounds.size = CGSize(width: 6, height: 6)
            #expect(!layer.needsDisplay())
        }
    }

    @Test func `other bounds ask for display where the layer says so`() {
        let layer = makeDrawer()
        layer.bounds.size.width = 7
        #expect(!layer.needsDisplay())
        layer.needsDisplayOnBoundsChange = true
        layer.bounds.origin.x = 8
        #expect(layer.needsDisplay())
    }

    @Test func `a key for which the class says so asks for display`() {
        let layer = makeDrawer()
        layer.noteChange(ofKey: "opacity")
        #expect(!layer.needsDisplay())
        layer.noteChange(ofKey: "progress")
        #expect(layer.needsDisplay())
    }

    @Test func `a layer that asks again while it is drawn is drawn the next time`() {
        DrawingStage.run { _ in
            let layer = makeDrawer()
            layer.whileDrawn = { $0.setNeedsDisplay() }
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            #expect(layer.draws == 1 && layer.needsDisplay())
        }
    }

    static let sizes: [(CGSize, CGFloat)] = [
        (CGSize(width: 1e9, height: 10), 1), (CGSize(width: 10, height: CGFloat.infinity), 1),
        (CGSize(width: CGFloat.nan, height: 10), 1), (CGSize(width: 100, height: 100), 1e300),
    ]

    @Test(arguments: sizes)
    func `a size that no picture can have is not drawn`(size: CGSize, scale: CGFloat) {
        DrawingStage.run { stage in
            let layer = makeDrawer(CGRect(origin: .zero, size: size))
            layer.contentsScale = scale
            layer.display()
            #expect(layer.draws == 0 && stage.engines.isEmpty)
        }
    }

    @Test(arguments: [0, -1, CGFloat.nan, .infinity])
    func `a scale that is none counts as one`(scale: CGFloat) {
        DrawingStage.run { _ in
            let layer = makeDrawer()
            layer.contentsScale = scale
            layer.display()
            #expect((layer.contents as? CGImage)?.width == 100)
        }
    }

    @Test func `an opaque layer's picture has no alpha`() {
        DrawingStage.run { stage in
            let layer = makeDrawer()
            layer.display()
            layer.isOpaque = true
            layer.display()
            let alphas: [CGImageAlphaInfo?] = stage.engines.map { engine in
                engine.bitmap.flatMap { CGImageAlphaInfo(rawValue: $0.bitmapInfo.rawValue & 31) }
            }
            #expect(alphas == [.premultipliedFirst, .noneSkipFirst])
        }
    }

    @Test func `where nothing that draws is installed a layer stays empty, and says so once`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let layer = Drawer()
            layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            layer.display()
            layer.display()
            guard layer.draws == 2, layer.contents == nil else { exit(1) }
        }
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.components(separatedBy: "nothing that draws is installed").count == 2)
    }

    @Test func `a copy takes over the drawn contents`() {
        DrawingStage.run { _ in
            let layer = makeDrawer()
            layer.display()
            let copy = CALayer(layer: layer)
            #expect(copy.contents as? CGImage === layer.contents as? CGImage && !copy.needsDisplay())
        }
    }
}
