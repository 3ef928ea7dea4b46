import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// Notes each member that is called on it, as a subclass in an app overrides them.
private final class Noting: CALayer {
    var calls: [String] = []
    private func note(_ name: String = #function) { calls.append(name) }

    override func setAffineTransform(_ m: CGAffineTransform) { note(); super.setAffineTransform(m) }
    override func affineTransform() -> CGAffineTransform { note(); return super.affineTransform() }
    override func contentsAreFlipped() -> Bool { note(); return !super.contentsAreFlipped() }
    override func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { note(); return super.convert(p, from: l) }
    override func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { note(); return super.convert(p, to: l) }
    override func convert(_ r: CGRect, from l: CALayer?) -> CGRect { note(); return super.convert(r, from: l) }
    override func convert(_ r: CGRect, to l: CALayer?) -> CGRect { note(); return super.convert(r, to: l) }
    override func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        note()
        return super.convertTime(t, from: l)
    }
    override func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
        note()
        return super.convertTime(t, to: l)
    }
    override func needsLayout() -> Bool { note(); return super.needsLayout() }
    override class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat { 2 }
    override func draw(in ctx: CGContext) { ctx.fill(CGRect(x: 0, y: 0, width: 10, height: 10)) }
}

/// What of the classes a subclass may take over.
@Suite struct OverrideTests {
    @Test func `a subclass of a layer may override what extensions do`() {
        let noting = Noting()
        let layer: CALayer = noting
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 2))
        #expect(layer.contentsAreFlipped())
        #expect(layer.convert(CGPoint(x: 1, y: 1), from: nil) == CGPoint(x: 0.5, y: 0.5))
        #expect(layer.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 2, y: 2))
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(layer.convert(unit, from: nil) == CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
        #expect(layer.convert(unit, to: nil) == CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(layer.convertTime(1, from: nil) == 1)
        #expect(layer.convertTime(1, to: nil) == 1)
        #expect(!layer.needsLayout())
        #expect(
            noting.calls == [
                "setAffineTransform(_:)", "affineTransform()", "contentsAreFlipped()", "convert(_:from:)",
                "convert(_:to:)", "convert(_:from:)", "convert(_:to:)", "convertTime(_:from:)", "convertTime(_:to:)",
                "needsLayout()",
            ])
        #expect(type(of: layer).cornerCurveExpansionFactor(.circular) == 2)
    }

    @Test func `to convert to a layer is to ask that layer`() {
        let noting = Noting()
        let layer = CALayer()
        _ = layer.convert(CGPoint.zero, to: noting)
        _ = layer.convert(CGRect.zero, to: noting)
        _ = layer.convertTime(0, to: noting)
        #expect(noting.calls == ["convert(_:from:)", "convert(_:from:)", "convertTime(_:from:)"])
    }

    @Test func `contents are drawn upwards where an override says that they are flipped, in that layer alone`() {
        for (isNoting, line) in [(true, "fill 0 0 10 10"), (false, "fill 0 40 10 10")] {
            DrawingStage.run { stage in
                let outer = Noting()
                let inner = DisplayTests.Drawer()
                outer.addSublayer(inner)
                let drawn = isNoting ? outer : inner
                drawn.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
                drawn.setNeedsDisplay()
                drawn.displayIfNeeded()
                #expect(stage.lines.contains(line), "\(stage.lines)")
            }
        }
    }

    @Test func `a commit asks for no override`() throws {
        try onStage { stage in
            let layer = Noting()
            stage.root.addSublayer(layer)
            layer.add(basic(from: 0, to: 1), forKey: "key")
            CATransaction.flush()
            stage.run(to: 0.5)
            #expect(layer.presentation()?.opacity == 0.5)
            _ = stage.root.hitTest(.zero)
            #expect(layer.calls == [])
        }
    }

    @Test func `a deep tree says whether contents are flipped`() {
        let root = CALayer()
        root.isGeometryFlipped = true
        var chain = [root]
        for _ in 0..<100_000 {
            let layer = CALayer()
            chain[chain.count - 1].addSublayer(layer)
            chain.append(layer)
        }
        #expect(chain[100_000].contentsAreFlipped())
        chain[50_000].isGeometryFlipped = true
        #expect(!chain[100_000].contentsAreFlipped())
        // Taken apart from within, so that no layer's end is the end of all that are inside it.
        while let last = chain.popLast() { last.removeFromSuperlayer() }
    }

    private final class Acting: CABasicAnimation {
        override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
            super.run(forKey: "mine", object: anObject, arguments: dict)
        }
    }

    @Test func `a subclass of an animation may do something else as an action`() {
        let layer = CALayer()
        layer.actions = ["opacity": Acting(keyPath: "opacity")]
        layer.opacity = 0
        #expect(layer.animationKeys() == ["mine"])
    }

    private final class Pace: CAMediaTimingFunction, @unchecked Sendable {
        override func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
            super.getControlPoint(at: 3 - idx, values: ptr)
        }
        override var description: String { "a pace" }
    }

    @Test func `a timing function may have a subclass; its curve is that of its control points`() {
        let pace = Pace(controlPoints: 0.25, 0.5, 0.75, 1)
        var values: [Float] = [0, 0]
        pace.getControlPoint(at: 1, values: &values)
        #expect(values == [0.75, 1])
        #expect("\(pace)" == "a pace")
        #expect(
            pace.curve.value(at: 0.3) == CAMediaTimingFunction(controlPoints: 0.25, 0.5, 0.75, 1).curve.value(at: 0.3))
        #expect(Pace(name: .easeIn) == CAMediaTimingFunction(name: .easeIn))
    }

    private final class Painter: CARenderer {
        var renders = 0
        override func render() {
            renders += 1
            super.render()
        }
    }

    @Test func `a renderer may have a subclass`() throws {
        try onStage { _ in
            var parts: [CGRect] = []
            let painter = Painter { _, part in parts.append(part) }
            let renderer: CARenderer = painter
            renderer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            renderer.beginFrame(atTime: 0)
            renderer.addUpdate(CGRect(x: 0, y: 0, width: 5, height: 5))
            renderer.render()
            renderer.endFrame()
            #expect(painter.renders == 1 && parts == [CGRect(x: 0, y: 0, width: 5, height: 5)])
        }
    }

    private final class Late: CAEmitterCell {
        override var beginTime: CFTimeInterval {
            get { super.beginTime + 1 }
            set { super.beginTime = newValue }
        }
    }

    @Test func `a cell's time may be overridden`() {
        let cell: CAEmitterCell = Late()
        cell.beginTime = 2
        #expect(cell.beginTime == 3)
        #expect((cell as any CAMediaTiming).beginTime == 3)
        #expect(cell.value(forKey: "beginTime") as? Double == 3)
    }

    private final class Manager: CAConstraintLayoutManager {
        var layouts = 0
        override func layoutSublayers(of layer: CALayer) {
            layouts += 1
            super.layoutSublayers(of: layer)
        }
    }

    @Test func `a manager of constraints may have a subclass`() {
        let manager = Manager()
        let layer = CALayer()
        layer.layoutManager = manager
        layer.layoutIfNeeded()
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(manager.layouts >= 1)
    }
}
