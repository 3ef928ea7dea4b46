import Foundation
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct AnimationTests {
    private final class Listener: CAAnimationDelegate {}

    @Test func `an animation has Apple's defaults`() {
        let animation = CAAnimation()
        #expect(
            animation.beginTime == 0 && animation.duration == 0 && animation.speed == 1 && animation.timeOffset == 0)
        #expect(animation.repeatCount == 0 && animation.repeatDuration == 0 && !animation.autoreverses)
        #expect(animation.fillMode == .removed && animation.timingFunction == nil && animation.isRemovedOnCompletion)
        let keyframes = CAKeyframeAnimation(keyPath: "position")
        #expect(
            keyframes.calculationMode == .linear && keyframes.rotationMode == nil && keyframes.keyPath == "position")
        let spring = CASpringAnimation()
        #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.initialVelocity == 0)
        #expect(!spring.allowsOverdamping)
        let transition = CATransition()
        #expect(transition.type == .fade && transition.subtype == nil)
        #expect(transition.startProgress == 0 && transition.endProgress == 1)
    }

    static let makers: [@Sendable () -> CAAnimation] = [
        { CAAnimation() }, { CAPropertyAnimation(keyPath: "a") }, { CABasicAnimation(keyPath: "a") },
        { CASpringAnimation(keyPath: "a") }, { CAKeyframeAnimation(keyPath: "a") }, { CAAnimationGroup() },
        { CATransition() },
    ]

    /// A value other than the default for each key that can be set.
    static let values: [String: any Sendable] = [
        "beginTime": 5.0, "duration": 6.0, "speed": Float(2), "timeOffset": 7.0, "repeatCount": Float(8),
        "repeatDuration": 9.0, "preferredFrameRateRange": CAFrameRateRange(minimum: 30, maximum: 120, preferred: 60),
        "autoreverses": true, "fillMode": CAMediaTimingFillMode.both, "removedOnCompletion": false,
        "timingFunction": CAMediaTimingFunction(name: .easeIn), "keyPath": "opacity", "additive": true,
        "cumulative": true,
        "fromValue": 1, "toValue": 2, "byValue": 3, "mass": CGFloat(4), "stiffness": CGFloat(5), "damping": CGFloat(6),
        "initialVelocity": CGFloat(7), "allowsOverdamping": true, "values": [1, 2],
        "keyTimes": [NSNumber(value: 0), 1],
        "calculationMode": CAAnimationCalculationMode.cubic, "rotationMode": CAAnimationRotationMode.rotateAuto,
        "tensionValues": [NSNumber(value: 1)], "continuityValues": [NSNumber(value: 1)],
        "biasValues": [NSNumber(value: 1)],
        "type": CATransitionType.push, "subtype": CATransitionSubtype.fromLeft, "startProgress": Float(0.25),
        "endProgress": Float(0.5),
    ]

    @Test(arguments: makers.indices)
    func `a copy is another animation of the same class that says the same`(index: Int) throws {
        let animation = Self.makers[index]()
        let keys = KeyTable.of(type(of: animation)).keys.filter { Self.values[$0] != nil }
        for key in keys { animation.setValue(Self.values[key], forKey: key) }
        animation.setValue("mine", forKey: "something of one's own")
        let listener = Listener()
        animation.delegate = listener
        let copy = try #require(animation.copy() as? CAAnimation)
        #expect(copy !== animation && type(of: copy) == type(of: animation))
        for key in keys {
            #expect("\(copy.value(forKey: key) as Any)" == "\(animation.value(forKey: key) as Any)", "\(key)")
            let fresh = Self.makers[index]().value(forKey: key)
            #expect(key == "keyPath" || "\(fresh as Any)" != "\(copy.value(forKey: key) as Any)", "\(key)")
        }
        #expect(copy.value(forKey: "something of one's own") as? String == "mine")
        #expect(copy.delegate === listener)
        copy.duration = 99
        #expect(animation.duration != 99)
    }

    @Test(
        arguments: [
            1, 2.5, CGFloat(3), CGPoint(x: 4, y: 5), CGSize(width: 6, height: 7), Float(8), true, "nine",
            NSNumber(value: 10),
            CGRect(x: 1, y: 2, width: 3, height: 4), UInt8(11),
        ] as [any Sendable])
    func `a basic animation and its copy give a value back as it was set`(value: any Sendable) throws {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = value
        animation.toValue = value
        animation.byValue = value
        let copy = try #require(animation.copy() as? CABasicAnimation)
        for each in [animation, copy] {
            for given in [each.fromValue, each.toValue, each.byValue] {
                let given = try #require(given)
                #expect(type(of: given) == type(of: value) && "\(given)" == "\(value)")
            }
        }
        animation.fromValue = nil
        #expect(animation.fromValue == nil && copy.fromValue != nil)
    }

    private final class Kept: CABasicAnimation {
        var kept = 1.0
        override var duration: Double {
            get { kept }
            set { kept = newValue }
        }
    }

    private final class Odd: CABasicAnimation {
        override func copy(with zone: NSZone? = nil) -> Any { "no animation" }
    }

    private final class Other: CABasicAnimation {
        override func copy(with zone: NSZone? = nil) -> Any { CABasicAnimation(keyPath: "position") }
    }

    @Test func `a layer has what the animation that is added makes as its copy`() throws {
        let layer = CALayer()
        let kept = Kept(keyPath: "opacity")
        kept.duration = 7
        layer.add(kept, forKey: "kept")
        layer.add(Odd(keyPath: "opacity"), forKey: "odd")
        layer.add(Other(keyPath: "opacity"), forKey: "other")
        #expect(layer.animationKeys() == ["kept", "other"])
        let copy = try #require(layer.animation(forKey: "kept") as? Kept)
        #expect(copy !== kept && copy.kept == 7)
        #expect((layer.animation(forKey: "other") as? CABasicAnimation)?.keyPath == "position")
    }

    @Test func `a group's copy has copies of its animations`() throws {
        let group = CAAnimationGroup()
        let inner = CABasicAnimation(keyPath: "opacity")
        group.animations = [inner]
        let copy = try #require(group.copy() as? CAAnimationGroup)
        let copied = try #require(copy.animations?.first as? CABasicAnimation)
        #expect(copied !== inner && copied.keyPath == "opacity")
    }

    @Test func `a path that is changed later does not change the copy`() throws {
        let animation = CAKeyframeAnimation(keyPath: "position")
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        animation.path = path
        let copy = try #require(animation.copy() as? CAKeyframeAnimation)
        path.addRect(CGRect(x: 5, y: 5, width: 1, height: 1))
        #expect(copy.path == CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil))
    }

    @Test func `any key can be set, and an unknown one that was not is nil`() {
        let animation = CABasicAnimation(keyPath: "opacity")
        #expect(animation.value(forKey: "tag") == nil)
        animation.setValue(7, forKey: "tag")
        #expect(animation.value(forKey: "tag") as? Int == 7)
        animation.setValue(nil, forKey: "tag")
        #expect(animation.value(forKey: "tag") == nil)
    }

    private final class Tagged: CABasicAnimation {
        override class func defaultValue(forKey key: String) -> Any? {
            key == "tag" ? 42 : super.defaultValue(forKey: key)
        }
    }

    @Test func `a subclass may give defaults to keys of its own`() {
        #expect(Tagged().value(forKey: "tag") as? Int == 42)
        #expect(Tagged.defaultValue(forKey: "speed") as? Float == 1)
        #expect(CABasicAnimation.defaultValue(forKey: "tag") == nil)
    }

    @Test func `nil for a property that cannot be nil is its default`() {
        let animation = CAAnimation()
        animation.speed = 5
        animation.setValue(nil, forKey: "speed")
        #expect(animation.speed == 1)
    }

    @Test func `a preferred rate of frames can be set and read by its key`() throws {
        let animation = CABasicAnimation(keyPath: "opacity")
        #expect(animation.value(forKey: "preferredFrameRateRange") as? CAFrameRateRange == .default)
        let range = CAFrameRateRange(minimum: 30, maximum: 120, preferred: 60)
        animation.setValue(range, forKey: "preferredFrameRateRange")
        #expect(animation.preferredFrameRateRange == range)
        #expect(animation.value(forKey: "preferredFrameRateRange") as? CAFrameRateRange == range)
        #expect(animation.shouldArchiveValue(forKey: "preferredFrameRateRange"))
        let copy = try #require(animation.copy() as? CAAnimation)
        #expect(copy.value(forKey: "preferredFrameRateRange") as? CAFrameRateRange == range)
    }

    @Test func `how a spring feels can be read by its keys`() {
        let spring = CASpringAnimation(perceptualDuration: 2, bounce: 0.25)
        #expect(isNear(spring.value(forKey: "perceptualDuration") as? Double ?? -1, 2))
        #expect(isNear(spring.value(forKey: "bounce") as? CGFloat ?? -1, 0.25))
    }

    @Test func `values that differ from the default are worth archiving`() {
        let animation = CAAnimation()
        #expect(!animation.shouldArchiveValue(forKey: "duration"))
        animation.duration = 2
        #expect(animation.shouldArchiveValue(forKey: "duration"))
    }

    private static let feelings: [(Double, Double, Double, Double)] = [
        (1, 0.5, 2 * Double.pi, 4 * Double.pi * Double.pi), (0.5, 0, 8 * Double.pi, 16 * Double.pi * Double.pi),
        (1, -0.5, 8 * Double.pi, 4 * Double.pi * Double.pi), (1, 1, 0, 4 * Double.pi * Double.pi),
    ]

    @Test(arguments: feelings)
    func `a spring is made by how it feels`(duration: Double, bounce: Double, damping: Double, stiffness: Double) {
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        #expect(isNear(spring.damping, damping) && isNear(spring.stiffness, stiffness) && spring.mass == 1)
        #expect(spring.allowsOverdamping && spring.duration == spring.settlingDuration)
        #expect(isNear(spring.perceptualDuration, duration) && isNear(spring.bounce, bounce))
    }

    @Test func `a spring that may not bounce at all is at rest at once`() {
        let spring = CASpringAnimation(perceptualDuration: 1, bounce: -1)
        #expect(spring.damping == .infinity && spring.settlingDuration == 0)
    }

    @Test func `the default spring feels as Apple's does`() {
        #expect(isNear(CASpringAnimation().perceptualDuration, 2 * .pi / 10))
        #expect(isNear(CASpringAnimation().bounce, 0.5))
        #expect(isNear(CASpringAnimation().settlingDuration, 1.4727003346780927, within: 1e-12))
    }

    @Test func `there are eleven value functions, and no others`() {
        let names: [CAValueFunctionName] = [
            .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX, .translateY,
            .translateZ,
        ]
        for name in names { #expect(CAValueFunction(name: name)?.name == name) }
        #expect(CAValueFunction(name: .init(rawValue: "shear")) == nil)
    }
}
