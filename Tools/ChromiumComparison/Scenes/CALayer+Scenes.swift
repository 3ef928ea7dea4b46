internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Short forms for scenes.
extension CALayer {
    /// A layer with a frame and a background.
    convenience init(
        _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: UInt32? = nil, alpha: CGFloat = 1
    ) {
        self.init()
        frame = CGRect(x: x, y: y, width: width, height: height)
        backgroundColor = color.map { .hex($0, alpha) }
    }

    /// Adds a sublayer and returns it.
    @discardableResult
    func add<Layer: CALayer>(_ layer: Layer, _ change: (Layer) -> Void = { _ in }) -> Layer {
        addSublayer(layer)
        change(layer)
        return layer
    }

    /// Adds an animation of one second at an even pace, whose ends stay.
    func animate(
        _ keyPath: String, from: Any, to: Any, _ change: (CABasicAnimation) -> Void = { _ in }
    ) {
        animate(CABasicAnimation(keyPath: keyPath)) {
            $0.fromValue = from
            $0.toValue = to
            change($0)
        }
    }

    /// The same through several values.
    func animate(
        _ keyPath: String, through values: [Any], _ change: (CAKeyframeAnimation) -> Void = { _ in }
    ) {
        animate(CAKeyframeAnimation(keyPath: keyPath)) {
            $0.values = values
            change($0)
        }
    }

    func animate<Animation: CAAnimation>(_ animation: Animation, _ change: (Animation) -> Void) {
        animation.duration = 1
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        animation.timingFunction = CAMediaTimingFunction(name: .linear)
        change(animation)
        add(animation, forKey: nil)
    }

    /// Moves the layer to the right in one second.
    func slide(_ distance: CGFloat) { animate("position.x", from: position.x, to: position.x + distance) }

    func animateRotation(from: Double = 0, to: Double, axis: String = "z") {
        animate("transform.rotation.\(axis)", from: from * .pi / 180, to: to * .pi / 180)
    }
}

extension CGColor {
    static func hex(_ code: UInt32, _ alpha: CGFloat = 1) -> CGColor {
        func part(_ shift: UInt32) -> CGFloat { CGFloat((code >> shift) & 255) / 255 }
        return CGColor(srgbRed: part(16), green: part(8), blue: part(0), alpha: alpha)
    }
}

extension CGPath {
    /// Lines from point to point.
    static func lines(_ points: [(CGFloat, CGFloat)], isClosed: Bool = true) -> CGPath {
        let path = CGMutablePath()
        for (index, point) in points.enumerated() {
            let place = CGPoint(x: point.0, y: point.1)
            if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
        }
        if isClosed { path.closeSubpath() }
        return path
    }
}

extension CATransform3D {
    /// What a viewer sees from so far away.
    static func perspective(_ distance: CGFloat) -> CATransform3D {
        var transform = CATransform3DIdentity
        transform.m34 = -1 / distance
        return transform
    }

    static func rotation(_ degrees: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
        CATransform3DMakeRotation(degrees * .pi / 180, x, y, z)
    }
}
