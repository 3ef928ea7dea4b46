import Foundation
import Mainspring
import MainspringAnimation
import Measure

/// Layers under a host on a virtual clock, whose frames are stepped in place.
struct HostedLayers {
    let clock = VirtualClock()
    let host: LayerHost
    let root = CALayer()
    let layers: [CALayer]

    init(_ count: Int) {
        host = LayerHost(framesPerSecond: 25, clock: clock)
        root.bounds = CGRect(x: 0, y: 0, width: 4000, height: 4000)
        layers = (0..<count).map { _ in
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
            return layer
        }
        for layer in layers { root.addSublayer(layer) }
        host.layer = root
        CATransaction.flush()
        nextFrame()
    }

    /// Time goes on to the next frame, which is made.
    func nextFrame() { clock.advance(by: .milliseconds(40)) }
}

/// The layers of `frame-10k` and `frame-100k`: three animations each.
private struct AnimatedLayers {
    let hosted: HostedLayers
    let start: Double

    init(_ count: Int) {
        hosted = HostedLayers(count)
        start = hosted.host.lastFrameTime
        CATransaction.begin()
        for (number, layer) in hosted.layers.enumerated() {
            for property in [MEASURE_POSITION, MEASURE_OPACITY, MEASURE_ROTATION] {
                layer.add(animation(number, property), forKey: "\(property.rawValue)")
            }
        }
        CATransaction.commit()
    }

    private func animation(_ layer: Int, _ property: measure_property) -> CAAnimation {
        let course = measure_animation_of(layer, property)
        let animation: CABasicAnimation
        switch property {
        case MEASURE_POSITION:
            animation = CABasicAnimation(keyPath: "position")
            animation.fromValue = CGPoint(x: course.from.0, y: course.from.1)
            animation.toValue = CGPoint(x: course.to.0, y: course.to.1)
        case MEASURE_OPACITY:
            animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = course.from.0
            animation.toValue = course.to.0
        default:
            animation = CABasicAnimation(keyPath: "transform")
            animation.fromValue = CATransform3DMakeRotation(course.from.0, 0, 0, 1)
            animation.toValue = CATransform3DMakeRotation(course.to.0, 0, 0, 1)
        }
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        animation.duration = Double(course.duration) / 1000
        // A beginning at 0 would mean the commit's time.
        animation.beginTime = start - Double(course.offset > 0 ? course.offset : course.duration) / 1000
        animation.repeatCount = .infinity
        return animation
    }

    /// Every value of every layer, as its presentation has it.
    func check() {
        let time = Int((hosted.host.lastFrameTime - start) * 1000 + 0.5)
        for (number, layer) in hosted.layers.enumerated() {
            guard let shown = layer.presentation() else { preconditionFailure("a layer has no presentation") }
            var position = measure_animation_of(number, MEASURE_POSITION)
            var opacity = measure_animation_of(number, MEASURE_OPACITY)
            var rotation = measure_animation_of(number, MEASURE_ROTATION)
            let turn = atan2(shown.transform.m12, shown.transform.m11)
            // An angle is what it is up to whole turns.
            let turned = measure_animation_error(&rotation, time, turn, 0).truncatingRemainder(dividingBy: 2 * .pi)
            let errors = [
                (measure_animation_error(&position, time, shown.position.x, shown.position.y) / 1000, position),
                (measure_animation_error(&opacity, time, Double(shown.opacity), 0), opacity),
                (min(turned, 2 * .pi - turned), rotation),
            ]
            for (error, course) in errors {
                // Where one repeat ends and the next begins, seconds that are not whole may lie on either side.
                let isAtEnd = (course.offset + time) % course.duration == 0
                precondition(error < 1e-5 || isAtEnd, "layer \(number) at \(time) ms: \(error)")
            }
        }
    }
}

/// frame-10k, frame-100k, allocations-per-frame: frames of layers that all move, values, places and damage.
func frames(of count: Int) -> (Int) -> Int {
    { size in
        let layers = AnimatedLayers(count)
        for _ in 0..<MEASURE_FRAMES_WARM_UP { layers.hosted.nextFrame() }
        measure_begin()
        for _ in 0..<size { layers.hosted.nextFrame() }
        measure_end()
        layers.check()
        return size
    }
}
