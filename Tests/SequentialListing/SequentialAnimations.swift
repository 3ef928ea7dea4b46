import Foundation
package import Mainspring
package import MainspringAnimation

/// A listing that waits for its animations in `CFRunLoopRun`: two, one after another. Every test of it runs this text.
package final class SequentialAnimations {
    private let layer: CALayer
    private let duration: CFTimeInterval
    /// When each was over, in seconds of the clock.
    package private(set) var moments: [String] = []

    /// - Parameter duration: Of each, in seconds.
    package init(_ layer: CALayer, duration: CFTimeInterval = 1) {
        self.layer = layer
        self.duration = duration
    }

    /// The listing.
    package func doAnimationsSequentially() {
        let rl = CFRunLoopGetCurrent()
        let distantFuture = Date.distantFuture as CFDate
        let timer = CFRunLoopTimerCreate(
            nil, CFDateGetAbsoluteTime(distantFuture), 0, 0, 0, nil, nil)

        CFRunLoopAddTimer(rl, timer, .defaultMode)

        // animation 1
        CATransaction.begin()
        CATransaction.setCompletionBlock {
            CFRunLoopStop(rl)  // (3) leaves the run loop
        }
        // (1) animation starts
        let first = CABasicAnimation(keyPath: "opacity")
        first.fromValue = 1
        first.toValue = 0
        first.duration = duration
        layer.add(first, forKey: "first")
        CATransaction.commit()
        CFRunLoopRun()  // (2) waits for the end
        moments.append("first over at \(CACurrentMediaTime())")

        // animation 2: starts after animation 1 has ended
        CATransaction.begin()
        CATransaction.setCompletionBlock {
            CFRunLoopStop(rl)
        }
        let second = CABasicAnimation(keyPath: "position.x")
        second.fromValue = 0
        second.toValue = 100
        second.duration = duration
        layer.add(second, forKey: "second")
        CATransaction.commit()
        CFRunLoopRun()
        moments.append("second over at \(CACurrentMediaTime())")

        // clean up
        CFRunLoopTimerInvalidate(timer)
    }
}
