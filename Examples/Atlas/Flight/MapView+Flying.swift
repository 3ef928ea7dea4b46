import Foundation
import Mainspring
import MainspringAnimation

/// The camera goes from city to city: twice the same, waited for in two ways.
extension MapView {
    /// How long the camera stays at a city, in seconds.
    static let stay = 0.35

    /// Starts on the way to another camera, inside of the transaction that is open.
    private func start(to goal: Camera) {
        let (cameras, length) = camera.path(to: goal, view: layer.bounds.size, count: 48)
        let duration = min(max(0.3 * Double(length), 0.6), 1.3)
        func add(_ values: [Any], _ path: String, to layer: CALayer) {
            let animation = CAKeyframeAnimation(keyPath: path)
            (animation.values, animation.duration) = (values, duration)
            animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            layer.add(animation, forKey: path)
        }
        add(cameras.map { $0.position(in: layer.bounds.size) }, "position", to: world)
        add(cameras.map(\.transform), "transform", to: world)
        add(cameras.map { Self.light(at: $0.zoom) }, "opacity", to: lightLayer)
        show(goal)
    }

    /// As the source text has it: a transaction for each way, and a run of the loop that its completion block ends. Nothing stops
    /// meanwhile, since the run is the loop's own; but who calls this goes on only when all is over.
    func flyInNestedRuns(_ legs: [Leg], arrived: (Leg) -> Void) {
        let rl = CFRunLoopGetCurrent()
        // A loop without anything to wait for would not run.
        let timer = CFRunLoopTimerCreate(
            nil, CFDateGetAbsoluteTime(Date.distantFuture as CFDate), 0, 0, 0, nil, nil)
        CFRunLoopAddTimer(rl, timer, .defaultMode)
        for leg in legs {
            CATransaction.begin()
            CATransaction.setCompletionBlock { CFRunLoopStop(rl) }
            start(to: leg.camera)
            CATransaction.commit()
            CFRunLoopRun()
            arrived(leg)
            _ = CFRunLoopRunInMode(.defaultMode, Self.stay, false)
        }
        CFRunLoopTimerInvalidate(timer)
    }

    /// The same as a sequence that is awaited: away from the city, over the map, and down to the next.
    /// - Returns: false if it was cancelled.
    func fly(_ legs: [Leg], arrived: @escaping (Leg) -> Void) async -> Bool {
        for leg in legs {
            let way = camera.path(to: leg.camera, view: layer.bounds.size, count: 3)
            let (top, view, world) = (way.cameras[1], layer.bounds.size, world)
            let half = min(max(0.15 * Double(way.length), 0.3), 0.65)
            let flight = AnimationSequence {
                parallel {
                    animate(world, \.position, to: top.position(in: view), duration: half, timing: .init(name: .easeIn))
                    animate(world, \.transform, to: top.transform, duration: half, timing: .init(name: .easeIn))
                    animate(lightLayer, \.opacity, to: Self.light(at: top.zoom), duration: half)
                }
                parallel {
                    animate(
                        world, \.position, to: leg.camera.position(in: view), duration: half,
                        timing: .init(name: .easeOut))
                    animate(world, \.transform, to: leg.camera.transform, duration: half, timing: .init(name: .easeOut))
                    animate(lightLayer, \.opacity, to: Self.light(at: leg.camera.zoom), duration: half)
                }
                perform { [weak self] in
                    self?.show(leg.camera)
                    arrived(leg)
                }
                pause(for: Self.stay)
            }
            guard await flight.run() else { return false }
        }
        return true
    }
}
