import Foundation
import Mainspring
import MainspringAnimation
import Measure

/// add-remove: animations with a delegate are added to 10,000 layers, ten to each, and removed again; from the first `add` until the
/// delegate has heard of the last one's end.
func addAndRemove(_ size: Int) -> Int {
    let hosted = HostedLayers(10_000)
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 1000
    let keys = (0..<10).map { "\($0)" }
    for isWarmUp in [true, false] {
        let ends = Ends()
        animation.delegate = ends
        measure_begin()
        CATransaction.begin()
        for layer in hosted.layers {
            for key in keys { layer.add(animation, forKey: key) }
        }
        CATransaction.commit()
        for layer in hosted.layers {
            for key in keys { layer.removeAnimation(forKey: key) }
        }
        CATransaction.flush()
        while ends.count < hosted.layers.count * keys.count { CFRunLoopRunInMode(.defaultMode, 0, false) }
        measure_end()
        precondition(ends.count == hosted.layers.count * keys.count)
        if isWarmUp { measure_reset() }
    }
    return hosted.layers.count * keys.count
}

/// Counts the ends that it hears of.
private final class Ends: CAAnimationDelegate {
    var count = 0

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { count += 1 }
}
