import Foundation
import MainspringAnimation
import MainspringGraphics

/// A ring that pulses and a hand that turns, for ever, without anybody's help: whoever looks sees that nothing stops.
@MainActor
final class Dial {
    let layer = CALayer()

    init() {
        layer.bounds = CGRect(x: 0, y: 0, width: 72, height: 72)
        let middle = CGPoint(x: 36, y: 36)
        let ring = circle(radius: 30, stroke: Style.amber, width: 2)
        ring.add(Self.forEver("transform.scale", from: 0.72, to: 1.08, seconds: 1.4), forKey: "pulse")
        ring.add(Self.forEver("opacity", from: 0.9, to: 0, seconds: 1.4), forKey: "fade")
        circle(radius: 26, stroke: Style.line, width: 1.5, fill: Style.panel)
        let marks = CAReplicatorLayer()
        (marks.frame, marks.instanceCount) = (layer.bounds, 12)
        marks.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
        marks.addBox(CGRect(x: 35.25, y: 13, width: 1.5, height: 4), Style.faint, corner: 0.75)
        layer.addSublayer(marks)
        let hand = layer.addBox(CGRect(x: 0, y: 0, width: 2, height: 22), Style.coral, corner: 1)
        hand.anchorPoint = CGPoint(x: 0.5, y: 0.86)
        hand.position = middle
        let turn = Self.forEver("transform.rotation.z", from: 0, to: 2 * Double.pi, seconds: 2)
        turn.timingFunction = CAMediaTimingFunction(name: .linear)
        hand.add(turn, forKey: "turn")
        layer.addBox(CGRect(x: 33.5, y: 33.5, width: 5, height: 5), Style.text, corner: 2.5)
    }

    @discardableResult
    private func circle(radius: CGFloat, stroke: CGColor, width: CGFloat, fill: CGColor? = nil) -> CAShapeLayer {
        let shape = CAShapeLayer()
        shape.frame = layer.bounds
        shape.path = CGPath(
            ellipseIn: CGRect(x: 36 - radius, y: 36 - radius, width: 2 * radius, height: 2 * radius), transform: nil)
        (shape.fillColor, shape.strokeColor, shape.lineWidth) = (fill, stroke, width)
        layer.addSublayer(shape)
        return shape
    }

    private static func forEver(_ path: String, from start: Any, to end: Any, seconds: Double) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.duration) = (start, end, seconds)
        animation.repeatCount = .infinity
        animation.timingFunction = CAMediaTimingFunction(name: .easeOut)
        return animation
    }
}
