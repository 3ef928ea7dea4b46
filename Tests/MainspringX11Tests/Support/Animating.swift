import Foundation
import Locks
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// Has something move in a window for a very long time.
func animate(_ window: Window) {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.backgroundColor = CGColor(gray: 0, alpha: 1)
    window.layer.addSublayer(layer)
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = (10, 60, 0.25)
    animation.autoreverses = true
    animation.repeatCount = .infinity
    layer.add(animation, forKey: "move")
}

/// Counts frames, from any thread.
final class FrameCounter: Sendable {
    private let total = Guarded(0)
    var count: Int { total.withLock { $0 } }
    func add() { total.withLock { $0 += 1 } }
}
