import Foundation
import Mainspring

@testable import MainspringAnimation

/// A host on a virtual clock, with an outermost layer, on a thread whose loop runs when it is told to.
final class Stage {
    let clock: VirtualClock
    let host: LayerHost
    let root = CALayer()
    var log: [String] = []

    init(_ clock: VirtualClock, framesPerSecond: Int = 60) {
        self.clock = clock
        host = LayerHost(framesPerSecond: framesPerSecond, clock: clock)
        root.name = "root"
        root.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
        root.anchorPoint = .zero
        host.layer = root
        CATransaction.flush()
    }

    /// Adds a layer that is committed at once.
    func addLayer(_ name: String = "layer", in outer: CALayer? = nil) -> CALayer {
        let layer = CALayer()
        layer.name = name
        layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        (outer ?? root).addSublayer(layer)
        CATransaction.flush()
        return layer
    }

    /// Seconds of the clock.
    var now: Double { CACurrentMediaTime() }

    /// Runs the loop for a time.
    @discardableResult
    func run(for seconds: Double) -> CFRunLoopRunResult { CFRunLoopRunInMode(.defaultMode, seconds, false) }

    /// Runs the loop up to an instant.
    func run(to time: Double) { if time > now { run(for: time - now) } }

    /// Lets the loop look once at what is there.
    func turn() { CFRunLoopRunInMode(.defaultMode, 0, false) }
}

/// Runs a closure with a stage.
@discardableResult
func onStage<Result: Sendable>(
    framesPerSecond: Int = 60, _ body: @escaping @Sendable (Stage) throws -> Result
) throws -> Result {
    let clock = VirtualClock()
    let thread = RunLoopThread(name: "stage", clock: clock)
    defer { thread.stop() }
    return try thread.performAndWait { try body(Stage(clock, framesPerSecond: framesPerSecond)) }
}

/// Tells a stage's log of the beginning and end of an animation.
final class LoggingDelegate: CAAnimationDelegate {
    private let name: String
    /// What is told after the stage has gone nobody hears.
    private weak var stage: Stage?

    init(_ name: String, _ stage: Stage) {
        self.name = name
        self.stage = stage
    }

    func animationDidStart(_ anim: CAAnimation) { stage?.log.append("\(name) began") }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        stage?.log.append("\(name) \(flag ? "finished" : "was removed")")
    }
}
