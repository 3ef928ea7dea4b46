import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct RenderSpecialTests {
    private func lines(_ layer: CALayer) -> [String] {
        let engine = RecordingEngine()
        layer.render(in: CGContext(engine: engine))
        return engine.lines
    }

    private func makeShape() -> CAShapeLayer {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 100, y: 0))
        shape.path = path
        return shape
    }

    @Test func `a shape is filled, and then stroked`() {
        let shape = makeShape()
        #expect(lines(shape) == ["fill 0 0 100 0"])
        shape.strokeColor = .white
        shape.lineWidth = 3
        #expect(lines(shape) == ["fill 0 0 100 0", "stroke 0 0 100 0 3"])
        shape.fillColor = nil
        #expect(lines(shape) == ["stroke 0 0 100 0 3"])
        shape.path = nil
        #expect(lines(shape).isEmpty)
    }

    static let parts: [(CGFloat, CGFloat, String?)] = [
        (0.25, 0.5, "25 0 25 0"), (0, 0.5, "0 0 50 0"), (-1, 2, "0 0 100 0"), (0.5, 0.5, nil), (0.75, 0.25, nil),
        (.nan, .nan, "0 0 100 0"),
    ]

    @Test(arguments: parts)
    func `a line goes from its start to its end along the path`(start: CGFloat, end: CGFloat, box: String?) {
        let shape = makeShape()
        shape.fillColor = nil
        shape.strokeColor = .white
        shape.strokeStart = start
        shape.strokeEnd = end
        #expect(lines(shape) == (box.map { ["stroke \($0) 1"] } ?? []))
    }

    @Test(arguments: [0, -1, CGFloat.nan, .infinity])
    func `a line of no width is not drawn`(width: CGFloat) {
        let shape = makeShape()
        shape.fillColor = nil
        shape.strokeColor = .white
        // The setter refuses what is no number.
        shape.own.lineWidth = width
        #expect(lines(shape).isEmpty)
    }

    private func makeGradient(_ count: Int) -> CAGradientLayer {
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        gradient.colors = Array(repeating: CGColor.white, count: count)
        return gradient
    }

    @Test func `a gradient fills the layer along its line`() {
        #expect(lines(makeGradient(2)) == ["clip 0 0 40 20", "linear 20 0 20 20"])
        let turned = makeGradient(3)
        turned.type = .conic
        turned.startPoint = CGPoint(x: 0.5, y: 0.5)
        turned.endPoint = CGPoint(x: 1, y: 0.5)
        #expect(lines(turned) == ["clip 0 0 40 20", "conic 20 10 0"])
        turned.type = .radial
        turned.endPoint = CGPoint(x: 1, y: 1)
        #expect(lines(turned) == ["clip 0 0 40 20", "radial 0 0 40 20"])
    }

    @Test func `fewer than two colours, fewer places than colours, or a flat ellipse show nothing`() {
        #expect(lines(makeGradient(0)).isEmpty && lines(makeGradient(1)).isEmpty)
        let gradient = makeGradient(3)
        gradient.locations = [0, 1]
        #expect(lines(gradient).isEmpty)
        gradient.locations = [0, 0.5, 1]
        #expect(lines(gradient).count == 2)
        let radial = makeGradient(2)
        radial.type = .radial
        #expect(lines(radial) == ["clip 0 0 40 20"])
        let broken = makeGradient(2)
        broken.colors = ["red", 5]
        #expect(lines(broken).isEmpty)
    }

    private func makeReplicator(_ count: Int) -> CAReplicatorLayer {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        replicator.backgroundColor = .white
        replicator.instanceCount = count
        replicator.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
        let child = makeLayer(CGRect(x: 0, y: 0, width: 5, height: 5), in: replicator)
        child.backgroundColor = .white
        return replicator
    }

    @Test func `a replicator shows its own background once, and its sublayers as often as it says`() {
        #expect(lines(makeReplicator(1)) == ["fill 0 0 100 100", "fill 0 0 5 5"])
        #expect(
            lines(makeReplicator(3)) == ["fill 0 0 100 100", "fill 0 0 5 5", "fill 10 0 5 5", "fill 20 0 5 5"])
        let turned = makeReplicator(2)
        turned.instanceTransform = CATransform3DMakeRotation(.pi, 0, 0, 1)
        #expect(lines(turned) == ["fill 0 0 100 100", "fill 0 0 5 5", "fill 95 95 5 5"])
    }

    @Test func `showings at numbers that are none, or in perspective, are left out`() {
        let replicator = makeReplicator(3)
        replicator.own.instanceTransform.m41 = .nan
        #expect(lines(replicator).count == 2)
        replicator.instanceTransform = CATransform3DIdentity
        replicator.instanceTransform.m14 = 0.5
        #expect(lines(replicator).count == 2)
    }

    @Test(arguments: [(0, 1), (-5, 1), (Int.min, 1), (Int.max, 10_001)])
    func `a count that is none shows nothing, and a huge one ends`(count: Int, drawn: Int) {
        #expect(lines(makeReplicator(count)).count == drawn)
    }
}
