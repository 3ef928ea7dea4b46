import Foundation

@testable import MainspringAnimation

/// A basic animation; without values, from what was to what is.
func basic(
    _ keyPath: String = "opacity", from: Any? = nil, to: Any? = nil, by: Any? = nil, duration: Double = 1,
    _ change: (CABasicAnimation) -> Void = { _ in }
) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    animation.byValue = by
    animation.duration = duration
    change(animation)
    return animation
}

/// An animation whose beginning and end the stage's log tells.
func told<Animation: CAAnimation>(_ name: String, _ stage: Stage, _ animation: Animation) -> Animation {
    animation.delegate = LoggingDelegate(name, stage)
    return animation
}

extension CATransaction {
    /// What a closure does, in a transaction of its own.
    static func group(_ body: () throws -> Void) rethrows {
        begin()
        defer { commit() }
        try body()
    }
}
