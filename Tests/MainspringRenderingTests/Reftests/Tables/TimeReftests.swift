import Foundation
import MainspringAnimation
import MainspringGraphics

/// Animations and transitions at an instant.
extension Reftest {
    private static let rounding = AllowedDifference.upTo(
        1, because: "the value at an instant differs from the one that is written here in its last bits")

    /// A box whose x is animated from 10 to 50, and where it is at an instant.
    private static func moving(
        _ name: String, at time: Double, _ x: CGFloat?, _ change: @escaping @Sendable (CABasicAnimation) -> Void
    ) -> Reftest {
        Reftest("\(name): at \(time) it is where it would be without an animation", rounding, at: time) {
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.animate("position.x", from: 10, to: 50, change) }
        } as: { root in
            root.add(CALayer(0, 20, 16, 16, .red)) { layer in
                if let x { layer.position.x = x }
            }
        }
    }

    /// What a property is halfway from one value to another.
    private static func halfway(
        _ keyPath: String, from: any Sendable, to: any Sendable, _ allowed: AllowedDifference = rounding,
        dressed dress: @escaping Build = { _ in }, is wanted: @escaping Build
    ) -> Reftest {
        Reftest("\(keyPath) halfway is the value in the middle", allowed, at: 0.5) {
            $0.add(CALayer(12, 12, 36, 30, .red)) {
                dress($0)
                $0.animate(keyPath, from: from, to: to)
            }
        } as: {
            $0.add(CALayer(12, 12, 36, 30, .red)) {
                dress($0)
                wanted($0)
            }
        }
    }

    private static let timings: [Reftest] = [
        moving("an even pace", at: 0.25, 20) { _ in },
        moving("easing in and out", at: 0.25, 10 + 40 * 0.129162) { $0.timingFunction = .init(name: .easeInEaseOut) },
        moving("easing in", at: 0.75, 10 + 40 * 0.621861) { $0.timingFunction = .init(name: .easeIn) },
        moving("to and fro", at: 1.75, 20) { $0.autoreverses = true },
        moving("twice and a half", at: 2.25, 20) { $0.repeatCount = 2.5 },
        moving("over", at: 2.75, nil) { $0.repeatCount = 2.5 },
        moving("over, and kept", at: 5, 30) {
            ($0.repeatCount, $0.fillMode, $0.isRemovedOnCompletion) = (2.5, .forwards, false)
        },
        moving("repeated for a time", at: 1.5, 30) { $0.repeatDuration = 1.75 },
        moving("not yet begun", at: 0.5, nil) { $0.beginTime = 1 },
        moving("not yet begun, and shown before", at: 0.5, 10) { ($0.beginTime, $0.fillMode) = (1, .backwards) },
        moving("begun later", at: 1.5, 30) { $0.beginTime = 1 },
        moving("twice as fast", at: 0.25, 30) { $0.speed = 2 },
        moving("from its middle on", at: 0.25, 40) { $0.timeOffset = 0.5 },
        moving("cumulative", at: 1.25, 70) { ($0.isCumulative, $0.repeatCount, $0.byValue) = (true, 3, nil) },
        moving("on top of what it is", at: 0.5, 38) { $0.isAdditive = true },
    ]

    private static let values: [Reftest] = [
        halfway("opacity", from: 1, to: 0.2) { $0.opacity = 0.6 },
        halfway("backgroundColor", from: color(1, 0, 0), to: color(0, 0, 1)) {
            $0.backgroundColor = color(0.5, 0, 0.5)
        },
        halfway("bounds.size.width", from: 20, to: 40) { $0.bounds.size.width = 30 },
        halfway("cornerRadius", from: 0, to: 16) { $0.cornerRadius = 8 },
        halfway("borderWidth", from: 0, to: 8, dressed: { $0.borderColor = .blue }) { $0.borderWidth = 4 },
        halfway("shadowOpacity", from: 0, to: 1) { $0.shadowOpacity = 0.5 },
        halfway("shadowOffset.width", from: 0, to: 10, dressed: { $0.shadowOpacity = 1 }) { $0.shadowOffset.width = 5 },
        halfway("transform.rotation.z", from: 0, to: 1) { $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1) },
        halfway("transform.scale", from: 1, to: 0.5) { $0.transform = CATransform3DMakeScale(0.75, 0.75, 1) },
        halfway("sublayerTransform.translation.x", from: 0, to: 8, dressed: { $0.add(CALayer(4, 4, 8, 8, .blue)) }) {
            $0.sublayerTransform = CATransform3DMakeTranslation(4, 0, 0)
        },
        halfway("zPosition", from: -2, to: 4, dressed: { $0.superlayer?.add(CALayer(20, 20, 30, 30, .green)) }) {
            $0.zPosition = 1
        },
        halfway(
            "contentsRect", from: CGRect(x: 0, y: 0, width: 0.5, height: 1),
            to: CGRect(x: 0.5, y: 0, width: 0.5, height: 1), dressed: { $0.contents = testImage(24, 20) }
        ) { $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1) },
    ]

    private static let courses: [Reftest] = [
        Reftest("keyframes: the second step's middle", rounding, at: 0.625) {
            $0.add(CALayer(0, 20, 16, 16, .red)) {
                let animation = CAKeyframeAnimation(keyPath: "position.x")
                (animation.values, animation.keyTimes, animation.duration) = ([10, 50, 20], [0, 0.25, 1], 1)
                $0.add(animation, forKey: nil)
            }
        } as: {
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.position.x = 35 }
        },
        Reftest("keyframes without a way between them", at: 0.5) {
            $0.add(CALayer(0, 20, 16, 16, .red)) {
                let animation = CAKeyframeAnimation(keyPath: "position.x")
                (animation.values, animation.calculationMode, animation.duration) = ([10, 50, 20], .discrete, 1)
                $0.add(animation, forKey: nil)
            }
        } as: {
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.position.x = 50 }
        },
        Reftest("along a path at an even speed", rounding, at: 0.5) {
            $0.add(CALayer(0, 20, 16, 16, .red)) {
                let path = CGMutablePath()
                path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 50, y: 10), CGPoint(x: 50, y: 30)])
                let animation = CAKeyframeAnimation(keyPath: "position")
                (animation.path, animation.calculationMode, animation.duration) = (path, .paced, 1)
                $0.add(animation, forKey: nil)
            }
        } as: {
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.position = CGPoint(x: 40, y: 10) }
        },
        Reftest("a spring is the oscillator's formula", rounding, at: 0.3) {
            $0.add(CALayer(0, 20, 16, 16, .red)) {
                let spring = CASpringAnimation(keyPath: "position.x")
                (spring.fromValue, spring.toValue, spring.duration) = (10, 50, 2)
                (spring.mass, spring.stiffness, spring.damping) = (1, 100, 10)
                $0.add(spring, forKey: nil)
            }
        } as: {
            // w0 = 10, b = 5, wd = 8.660254.
            let (b, w) = (5.0, 75.0.squareRoot())
            let part = 1 - exp(-b * 0.3) * (cos(w * 0.3) + b / w * sin(w * 0.3))
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.position.x = 10 + 40 * part }
        },
        Reftest("a group cuts off what is longer than it, and its animations run beside each other", rounding, at: 0.5)
        {
            $0.add(CALayer(0, 20, 16, 16, .red)) {
                let (move, fade) = (CABasicAnimation(keyPath: "position.x"), CABasicAnimation(keyPath: "opacity"))
                (move.fromValue, move.toValue, move.duration) = (10, 50, 2)
                (fade.fromValue, fade.toValue, fade.duration, fade.beginTime) = (1, 0, 0.5, 0.25)
                let group = CAAnimationGroup()
                (group.animations, group.duration) = ([move, fade], 1)
                $0.add(group, forKey: nil)
            }
        } as: {
            $0.add(CALayer(0, 20, 16, 16, .red)) { ($0.position.x, $0.opacity) = (20, 0.5) }
        },
        Reftest("a layer's own time goes for all that is in it", rounding, at: 0.75) {
            $0.add(CALayer(0, 0, 64, 64)) { ($0.speed, $0.beginTime) = (2, 0.5) }.add(CALayer(0, 20, 16, 16, .red)) {
                $0.animate("position.x", from: 10, to: 50) { ($0.beginTime, $0.fillMode) = (0.0001, .both) }
            }
        } as: {
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.position.x = 10 + 40 * 0.4999 }
        },
        Reftest("a layer whose time stands still shows the instant that it is told", rounding, at: 7) {
            $0.add(CALayer(0, 20, 16, 16, .red)) {
                ($0.speed, $0.timeOffset) = (0, 0.75)
                $0.animate("position.x", from: 10, to: 50) { ($0.beginTime, $0.fillMode) = (0.0001, .both) }
            }
        } as: {
            $0.add(CALayer(0, 20, 16, 16, .red)) { $0.position.x = 10 + 40 * 0.7499 }
        },
    ]

    static var times: [Reftest] { timings + values + courses + transitions }

    // MARK: Transitions

    private static func dress(_ layer: CALayer, _ color: CGColor) {
        layer.backgroundColor = color
        layer.sublayers = [CALayer(6, 6, 12, 8, .blue)]
    }

    private static var transitions: [Reftest] {
        [CATransitionType.fade, .moveIn, .push, .reveal].flatMap { type -> [Reftest] in
            [(0.0, "what was"), (1.0, "what is")].map { time, shown in
                Reftest(
                    "a transition of kind \(type.rawValue) shows at \(time) \(shown)",
                    steps: [
                        Step {
                            $0.add(CALayer(10, 10, 40, 40)) { dress($0, .red) }
                        },
                        Step(at: time) { root in
                            root.sublayers?.first.map { dress($0, .green) }
                            let transition = CATransition()
                            (transition.type, transition.subtype, transition.duration) = (type, .fromLeft, 1)
                            // What the tree says begins with the frame before.
                            (transition.beginTime, transition.fillMode) = (0, .both)
                            transition.isRemovedOnCompletion = false
                            root.sublayers?.first?.add(transition, forKey: nil)
                        },
                        Step(at: time) { _ in },
                    ],
                    as: [Step { $0.add(CALayer(10, 10, 40, 40)) { dress($0, time == 0 ? .red : .green) } }])
            }
        }
    }
}
