import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// The context's coordinates are the layer's, with y growing as it does in the device.
@Suite struct RenderTests {
    private func lines(_ layer: CALayer) -> [String] { record(layer).lines }

    private func record(_ layer: CALayer) -> RecordingEngine {
        let engine = RecordingEngine()
        layer.render(in: CGContext(engine: engine))
        return engine
    }

    private func makeFilled(_ frame: CGRect, in parent: CALayer? = nil) -> CALayer {
        let layer = makeLayer(frame, in: parent)
        layer.backgroundColor = .white
        return layer
    }

    @Test func `place and transform of the layer itself do not count, the origin of its bounds does`() {
        let layer = makeFilled(CGRect(x: 50, y: 60, width: 10, height: 20))
        layer.transform = CATransform3DMakeScale(3, 3, 1)
        layer.bounds.origin = CGPoint(x: 7, y: 8)
        #expect(lines(layer) == ["fill 7 8 10 20"])
    }

    @Test func `a layer with nothing to show draws nothing`() {
        #expect(lines(makeLayer(CGRect(x: 0, y: 0, width: 10, height: 20))).isEmpty)
    }

    @Test func `contents that were not made yet are not drawn`() {
        let layer = DisplayTests.Drawer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.setNeedsDisplay()
        #expect(lines(layer).isEmpty && layer.draws == 0)
    }

    @Test func `hidden layers and those of opacity 0 are passed over with what is in them`() {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 10, height: 10))
        let child = makeFilled(CGRect(x: 1, y: 1, width: 2, height: 2), in: layer)
        _ = makeFilled(CGRect(x: 1, y: 1, width: 1, height: 1), in: child)
        child.isHidden = true
        #expect(lines(layer) == ["fill 0 0 10 10"])
        child.isHidden = false
        child.opacity = 0
        #expect(lines(layer) == ["fill 0 0 10 10"])
        layer.isHidden = true
        #expect(lines(layer).isEmpty)
    }

    @Test func `sublayers are drawn where they lie, from back to front`() {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let frames = [1, 2, 3].map { CGRect(x: 10 * $0, y: 0, width: 5, height: 5) }
        let children = frames.map { makeFilled($0, in: layer) }
        children[0].zPosition = 1
        children[2].setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(lines(layer) == ["fill 20 0 5 5", "fill 27.5 -2.5 10 10", "fill 10 0 5 5"])
        layer.sublayerTransform = CATransform3DMakeTranslation(100, 0, 0)
        #expect(lines(layer).first == "fill 120 0 5 5")
    }

    @Test func `a flipped layer draws its sublayers from below`() {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        layer.isGeometryFlipped = true
        _ = makeFilled(CGRect(x: 0, y: 10, width: 5, height: 20), in: layer)
        #expect(lines(layer) == ["fill 0 70 5 20"])
    }

    @Test func `what is seen in perspective or from behind is not drawn`() {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = makeFilled(CGRect(x: 10, y: 10, width: 20, height: 20), in: layer)
        child.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
        #expect(lines(layer) == ["fill 15 10 10 20"])
        child.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        #expect(lines(layer) == ["fill 10 10 20 20"])
        child.isDoubleSided = false
        #expect(lines(layer).isEmpty)
        child.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
        layer.sublayerTransform.m34 = -0.01
        #expect(lines(layer).isEmpty)
    }

    @Test func `the border lies inside the edge, in front of what is in the layer`() {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 20, height: 10))
        _ = makeFilled(CGRect(x: 1, y: 1, width: 2, height: 2), in: layer)
        layer.borderWidth = 2
        layer.borderColor = .black
        let engine = record(layer)
        #expect(engine.lines == ["fill 0 0 20 10", "fill 1 1 2 2", "fill 0 0 20 10"])
        #expect(engine.states.map(\.fillColor) == [.white, .white, .black])
        let outline = RoundedOutline(layer.values)
        #expect(outline.inset(by: 2)?.rect == CGRect(x: 2, y: 2, width: 16, height: 6))
        #expect(outline.inset(by: 5) == nil)
    }

    @Test func `corners are rounded where the layer says so, at most by half of its shorter side`() {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.cornerRadius = 100
        layer.maskedCorners = .layerMinXMinYCorner
        let path = RoundedOutline(layer.values).path()
        #expect(RoundedOutline(layer.values).radius == 5)
        #expect(!path.contains(CGPoint(x: 0.5, y: 0.5)) && path.contains(CGPoint(x: 19.5, y: 0.5)))
        #expect(path.contains(CGPoint(x: 0.5, y: 9.5)) && path.contains(CGPoint(x: 19.5, y: 9.5)))
        for radius in [-1, CGFloat.nan] {
            layer.cornerRadius = radius
            #expect(RoundedOutline(layer.values).radius == 0)
        }
    }

    @Test func `masksToBounds clips contents and sublayers`() throws {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.masksToBounds = true
        layer.contents = try makeImage(40, 40)
        layer.contentsGravity = .center
        _ = makeFilled(CGRect(x: 0, y: 0, width: 90, height: 90), in: layer)
        #expect(
            lines(layer) == [
                "fill 0 0 20 10", "clip 0 0 20 10", "image -10 -15 40 40 from -15", "fill 0 0 90 90",
            ])
    }

    @Test func `a layer that is not opaque is drawn as one thing`() {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.opacity = 0.5
        _ = makeFilled(CGRect(x: 1, y: 1, width: 2, height: 2), in: layer)
        #expect(lines(layer) == ["begin 0.5", "fill 0 0 20 10", "fill 1 1 2 2", "end"])
    }

    @Test func `a mask leaves as much as it covers`() {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.mask = makeFilled(CGRect(x: 5, y: 0, width: 5, height: 5))
        #expect(
            lines(layer) == [
                "begin 1", "fill 0 0 20 10", "begin 1 destinationIn", "fill 5 0 5 5", "end", "end",
            ])
    }

    @Test func `a shadow reaches twice its radius, is turned with the layer, and is cut off with what is outside`()
        throws
    {
        let layer = makeFilled(CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.shadowOpacity = 0.5
        layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1000, height: 1000), transform: nil)
        let engine = RecordingEngine()
        let context = CGContext(engine: engine)
        context.scaleBy(x: 2, y: -2)
        layer.render(in: context)
        #expect(engine.lines == ["begin 1", "fill 0 -20 40 20", "end"])
        let shadow = try #require(engine.states[0].shadow)
        #expect(shadow.offset == CGSize(width: 0, height: 6) && shadow.blur == 12 && shadow.color.alpha == 0.5)
        layer.masksToBounds = true
        #expect(record(layer).states.allSatisfy { $0.shadow == nil })
    }

    static let gravities: [(String, String)] = [
        ("resize", "0 0 40 20 from 0"), ("resizeAspect", "10 0 20 20 from 0"),
        ("resizeAspectFill", "0 -10 40 40 from -10"),
        ("center", "15 5 10 10 from 5"), ("top", "15 0 10 10 from 0"), ("bottom", "15 10 10 10 from 10"),
        ("left", "0 5 10 10 from 5"), ("right", "30 5 10 10 from 5"), ("topLeft", "0 0 10 10 from 0"),
        ("topRight", "30 0 10 10 from 0"), ("bottomLeft", "0 10 10 10 from 10"),
        ("bottomRight", "30 10 10 10 from 10"), ("of no known name", "15 5 10 10 from 5"),
    ]

    @Test(arguments: gravities)
    func `contents lie as their gravity says`(gravity: String, line: String) throws {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 20))
        layer.contents = try makeImage(20, 20)
        layer.contentsScale = 2
        layer.contentsGravity = CALayerContentsGravity(rawValue: gravity)
        #expect(lines(layer) == ["image \(line)"])
    }

    @Test func `in a layer whose y grows upwards contents stand upright too`() throws {
        let parent = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        parent.isGeometryFlipped = true
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 20), in: parent)
        layer.contents = try makeImage(10, 10)
        layer.contentsGravity = .top
        // At the bottom of the parent, its top edge at 80.
        #expect(lines(parent) == ["image 15 80 10 10 from 80"])
    }

    @Test func `a part of the contents is the image, clipped to where the part is seen`() throws {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 20))
        layer.contents = try makeImage(20, 20)
        layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.25)
        #expect(lines(layer) == ["clip 0 0 40 20", "image -40 0 80 80 from 0"])
        layer.contentsRect = CGRect(x: 0, y: 0, width: 0, height: 1)
        #expect(lines(layer).isEmpty)
    }

    @Test(arguments: [CGFloat.nan, .infinity])
    func `geometry of numbers that are none is not drawn`(number: CGFloat) {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10))
        let child = makeFilled(CGRect(x: 0, y: 0, width: 5, height: 5), in: layer)
        // Setters refuse such numbers; what is animated may come to them.
        child.values.geometry.position.x = number
        #expect(lines(layer).isEmpty)
        child.position.x = 0
        child.values.geometry.bounds.size.width = number
        #expect(lines(layer).isEmpty)
    }

    @Test func `a transform layer paints its background and clips, as Apple's does here`() {
        let layer = CATransformLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.backgroundColor = .white
        layer.masksToBounds = true
        #expect(lines(layer) == ["fill 0 0 10 10", "clip 0 0 10 10"])
    }
}
