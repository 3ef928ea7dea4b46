import Foundation
import MainspringGraphics

@testable import MainspringAnimation

/// A layer with animatable properties of its own.
class DialLayer: CALayer {
    override class var animatableProperties: [AnimatableProperty] {
        [
            AnimatableProperty(\DialLayer.angle, key: "angle", default: 0.5, needsDisplay: true),
            AnimatableProperty(\DialLayer.centre, key: "centre", default: .zero),
            AnimatableProperty(\DialLayer.level, key: "level", default: 0),
            AnimatableProperty(\DialLayer.tint, key: "tint", default: nil),
            AnimatableProperty(\DialLayer.caption, key: "caption", default: "none"),
        ]
    }

    var angle: CGFloat {
        get { self[animatable: \DialLayer.angle] }
        set { self[animatable: \DialLayer.angle] = newValue }
    }
    var centre: CGPoint {
        get { self[animatable: \DialLayer.centre] }
        set { self[animatable: \DialLayer.centre] = newValue }
    }
    var level: Float {
        get { self[animatable: \DialLayer.level] }
        set { self[animatable: \DialLayer.level] = newValue }
    }
    var tint: CGColor? {
        get { self[animatable: \DialLayer.tint] }
        set { self[animatable: \DialLayer.tint] = newValue }
    }
    var caption: String {
        get { self[animatable: \DialLayer.caption] }
        set { self[animatable: \DialLayer.caption] = newValue }
    }

    /// Made of another property, and so not animatable itself.
    var degrees: CGFloat {
        get { angle * 180 / .pi }
        set { angle = newValue * .pi / 180 }
    }
}

/// A subclass with one more.
final class GaugeLayer: DialLayer {
    override class var animatableProperties: [AnimatableProperty] {
        [AnimatableProperty(\GaugeLayer.needle, key: "needle", default: CGSize(width: 1, height: 2))]
    }

    var needle: CGSize {
        get { self[animatable: \GaugeLayer.needle] }
        set { self[animatable: \GaugeLayer.needle] = newValue }
    }
}
