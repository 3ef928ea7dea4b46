import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom

/// Short forms for trees of layers.
extension CALayer {
    /// A layer with a frame and a background.
    convenience init(
        _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ background: CGColor? = nil
    ) {
        self.init()
        frame = CGRect(x: x, y: y, width: width, height: height)
        backgroundColor = background
    }

    /// Adds a sublayer.
    @discardableResult
    func add<Layer: CALayer>(_ layer: Layer, _ change: (Layer) -> Void = { _ in }) -> Layer {
        change(layer)
        addSublayer(layer)
        return layer
    }

    /// Adds an animation of one second, at an even pace.
    func animate(
        _ keyPath: String, from: Any?, to: Any?, _ change: (CABasicAnimation) -> Void = { _ in }
    ) {
        let animation = CABasicAnimation(keyPath: keyPath)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
        change(animation)
        add(animation, forKey: nil)
    }
}

extension CGColor {
    // Of whole bytes, so that nobody rounds them.
    static var red: CGColor { CGColor(srgbRed: 0.8, green: 0.2, blue: 0.2, alpha: 1) }
    static var green: CGColor { CGColor(srgbRed: 0.2, green: 0.6, blue: 0.4, alpha: 1) }
    static var blue: CGColor { CGColor(srgbRed: 0.2, green: 0.4, blue: 0.8, alpha: 1) }
    /// It covers in part.
    static var glass: CGColor { CGColor(srgbRed: 0.2, green: 0.6, blue: 0.8, alpha: 0.6) }
}

extension CAShapeLayer {
    /// A path in the superlayer's own coordinates.
    convenience init(_ path: CGPath, _ color: CGColor) {
        self.init()
        (self.path, fillColor) = (path, color)
    }
}

extension CATransform3D {
    /// What a viewer sees from so far away.
    static func perspective(_ distance: CGFloat) -> CATransform3D {
        var transform = CATransform3DIdentity
        transform.m34 = -1 / distance
        return transform
    }
}

/// Noise, always the same of a size.
func noise(_ width: Int, _ height: Int) -> PixelPicture {
    var random = SeededGenerator(seed: 7)
    return PixelPicture(width, height, isOpaque: false, using: &random)
}

extension PixelPicture {
    /// Opaque colours that change slowly.
    static let smooth = PixelPicture(
        24, 24,
        (0..<24 * 24).map { place in
            let (x, y) = (UInt32(place % 24), UInt32(place / 24))
            return 0xFF00_0000 | (x * 10) << 16 | (y * 10) << 8 | (240 - 5 * x - 5 * y)
        })
}
