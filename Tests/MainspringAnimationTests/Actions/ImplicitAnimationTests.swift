import Foundation
import Mainspring
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct ImplicitAnimationTests {
    /// Another value of every property that animates by itself.
    static let changes: [(key: String, change: @Sendable (CALayer) -> Void)] = [
        ("bounds", { $0.bounds.size.width += 10 }), ("position", { $0.position.x += 10 }),
        ("zPosition", { $0.zPosition += 1 }), ("anchorPoint", { $0.anchorPoint = .zero }),
        ("anchorPointZ", { $0.anchorPointZ = 3 }), ("transform", { $0.transform = CATransform3DMakeScale(2, 2, 1) }),
        ("sublayerTransform", { $0.sublayerTransform = CATransform3DMakeScale(2, 2, 1) }),
        ("opacity", { $0.opacity = 0.5 }), ("cornerRadius", { $0.cornerRadius = 5 }),
        ("borderWidth", { $0.borderWidth = 2 }), ("shadowOpacity", { $0.shadowOpacity = 1 }),
        ("shadowRadius", { $0.shadowRadius = 9 }), ("shadowOffset", { $0.shadowOffset = .zero }),
        ("backgroundColor", { $0.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }),
        ("borderColor", { $0.borderColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }),
        ("shadowColor", { $0.shadowColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }),
        ("contents", { $0.contents = "picture" }),
        ("contentsRect", { $0.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 1) }),
        ("contentsCenter", { $0.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0) }),
        ("contentsScale", { $0.contentsScale = 2 }), ("hidden", { $0.isHidden = true }),
        ("doubleSided", { $0.isDoubleSided = false }), ("masksToBounds", { $0.masksToBounds = true }),
        ("maskedCorners", { $0.maskedCorners = [] }), ("shouldRasterize", { $0.shouldRasterize = true }),
        ("rasterizationScale", { $0.rasterizationScale = 2 }),
        ("minificationFilterBias", { $0.minificationFilterBias = 1 }),
        ("compositingFilter", { $0.compositingFilter = "multiplyBlendMode" }), ("filters", { $0.filters = ["blur"] }),
        ("backgroundFilters", { $0.backgroundFilters = ["blur"] }),
    ]

    @Test(arguments: changes.indices)
    func `a change of a committed layer animates, with the transaction's duration and the default pace`(
        index: Int
    ) throws {
        try onStage { stage in
            let (key, change) = Self.changes[index]
            let layer = stage.addLayer()
            let before = layer.value(forKey: key)
            CATransaction.group {
                CATransaction.setAnimationDuration(2)
                change(layer)
            }
            let animation = try #require(layer.animation(forKey: key) as? CABasicAnimation)
            #expect(layer.animationKeys() == [key])
            #expect(animation.keyPath == key && animation.duration == 2)
            #expect(animation.timingFunction?.curve == CAMediaTimingFunction(name: .default).curve)
            #expect(animation.toValue == nil && animation.byValue == nil && animation.fillMode == .backwards)
            if let before {
                let kind = try #require(CALayer.valueKind(forKey: key))
                #expect(animation.fromValue.flatMap { kind.value(of: $0) } == kind.value(of: before))
            }
            stage.run(for: 3)
            #expect(layer.animationKeys() == nil)
        }
    }

    /// Another value of properties that do not animate, and whether a layer has it.
    static let steps: [(change: @Sendable (CALayer) -> Void, shows: @Sendable (CALayer) -> Bool)] = [
        ({ $0.name = "another" }, { $0.name == "another" }),
        ({ $0.contentsGravity = .center }, { $0.contentsGravity == .center }),
        ({ $0.style = ["own": 1] }, { $0.style?["own"] as? Int == 1 }),
        ({ $0.cornerCurve = .continuous }, { $0.cornerCurve == .continuous }),
        ({ $0.drawsAsynchronously = true }, { $0.drawsAsynchronously }),
        ({ $0.speed = 0.5 }, { $0.speed == 0.5 }),
    ]

    @Test(arguments: steps.indices)
    func `a change of what cannot be animated shows at once`(index: Int) throws {
        try onStage { stage in
            let (change, shows) = Self.steps[index]
            let layer = stage.addLayer()
            let before = try #require(layer.presentation())
            #expect(!shows(before))
            change(layer)
            #expect(layer.animationKeys() == nil)
            CATransaction.flush()
            let after = try #require(layer.presentation())
            #expect(shows(after))
        }
    }

    @Test func `the pace is the transaction's, if it has one`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let pace = CAMediaTimingFunction(name: .linear)
            CATransaction.group {
                CATransaction.setAnimationTimingFunction(pace)
                layer.opacity = 0
                layer.add(basic("position.x"), forKey: "explicit")
            }
            #expect(layer.animation(forKey: "opacity")?.timingFunction === pace)
            #expect(layer.animation(forKey: "explicit")?.timingFunction === pace)
            layer.add(basic("position.x"), forKey: "explicit")
            #expect(layer.animation(forKey: "explicit")?.timingFunction == nil)
        }
    }

    @Test func `an animation that is added with a pace of its own keeps it, whatever the transaction says`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let own = CAMediaTimingFunction(name: .easeIn)
            let animation = basic("position.x")
            animation.timingFunction = own
            let group = CAAnimationGroup()
            group.animations = [basic("zPosition")]
            CATransaction.group {
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                layer.add(animation, forKey: "own")
                layer.add(group, forKey: "group")
            }
            #expect(layer.animation(forKey: "own")?.timingFunction === own)
            let added = layer.animation(forKey: "group") as? CAAnimationGroup
            #expect(added?.timingFunction == CAMediaTimingFunction(name: .linear))
            #expect(added?.animations?.first?.timingFunction == nil)
            #expect(animation.timingFunction === own && group.timingFunction == nil)
        }
    }

    @Test func `the transaction's pace is taken when an animation is added, not at the commit`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                layer.add(basic("position.x"), forKey: "before")
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
                layer.add(basic("position.y"), forKey: "after")
            }
            #expect(layer.animation(forKey: "before")?.timingFunction == nil)
            #expect(layer.animation(forKey: "after")?.timingFunction == CAMediaTimingFunction(name: .easeIn))
        }
    }

    @Test func `a layer that is new, the outermost one, and one without a host do not animate`() throws {
        try onStage { stage in
            let layer = CALayer()
            layer.opacity = 0.5
            stage.root.addSublayer(layer)
            layer.opacity = 0.25
            stage.root.opacity = 0.5
            let alone = CALayer()
            alone.opacity = 0
            for each in [layer, stage.root, alone] { #expect(each.animationKeys() == nil) }
            CATransaction.flush()
            #expect(layer.presentation()?.opacity == 0.25)
            #expect(stage.root.presentation()?.opacity == 0.5)
            #expect(alone.presentation() == nil)
            layer.opacity = 1
            #expect(layer.animationKeys() == ["opacity"])
            layer.removeAllAnimations()
            layer.removeFromSuperlayer()
            CATransaction.flush()
            layer.opacity = 0
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `action(forKey:) of a committed layer gives the implicit animation, also where it would not be run`()
        throws
    {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setDisableActions(true)
                #expect((layer.action(forKey: "opacity") as? CABasicAnimation)?.keyPath == "opacity")
                layer.opacity = 0
            }
            #expect(layer.action(forKey: "name") == nil)
            #expect(layer.action(forKey: "no such key") == nil)
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `there is no presentation before the first commit, not even in the first layout`() throws {
        final class Looking: CALayer {
            var looks: [Bool] = []
            override func layoutSublayers() { looks.append(presentation() != nil) }
        }
        try onStage { stage in
            let layer = Looking()
            stage.root.addSublayer(layer)
            layer.setNeedsLayout()
            #expect(layer.presentation() == nil)
            CATransaction.flush()
            #expect(layer.presentation() != nil)
            layer.setNeedsLayout()
            CATransaction.flush()
            #expect(layer.looks == [false, true])
        }
    }

    @Test func `of several changes in one transaction the last one animates, from what showed before`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                CATransaction.setAnimationDuration(1)
                layer.opacity = 0.75
                layer.opacity = 0
                layer.opacity = 0.5
            }
            stage.run(to: 0.5)
            #expect(layer.presentation()?.opacity == 0.75)
        }
    }

    @Test func `a change during the animation of another one goes on from what shows`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            func change(to opacity: Float) {
                CATransaction.group {
                    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                    CATransaction.setAnimationDuration(1)
                    layer.opacity = opacity
                }
            }
            change(to: 0)
            stage.run(to: 0.5)
            change(to: 1)
            #expect(layer.presentation()?.opacity == 0.5)
            stage.run(to: 1)
            #expect(layer.presentation()?.opacity == 0.75)
            change(to: 0.25)
            stage.run(to: 1.5)
            #expect(layer.presentation()?.opacity == 0.5)
            stage.run(to: 2)
            #expect(layer.presentation()?.opacity == 0.25)
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `the same value again changes nothing, so that a target set in each frame is reached`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let shape = CAShapeLayer()
            let dial = DialLayer()
            stage.root.sublayers = [layer, shape, dial]
            CATransaction.flush()
            for step in 0..<10 {
                layer.opacity = 0
                layer.position = CGPoint(x: 8, y: 9)
                layer.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
                layer.frame = layer.frame
                layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
                layer.transform = CATransform3DMakeScale(2, 2, 1)
                layer.isHidden = false
                layer.name = nil
                layer.contents = nil
                shape.lineWidth = 4
                dial.angle = 3
                stage.run(to: Double(step) / 20)
            }
            #expect(layer.presentation()?.opacity == 0)
            #expect(shape.presentation()?.lineWidth == 4 && dial.presentation()?.angle == 3)
            #expect(stage.root.sublayers?.compactMap { $0.animationKeys() } == [])
        }
    }

    @Test func `nobody is asked for the action of a change that is none`() {
        final class Asking: CALayer {
            var asked: [String] = []
            override func action(forKey event: String) -> (any CAAction)? {
                asked.append(event)
                return nil
            }
        }
        let layer = Asking()
        let image = NSObject()
        for _ in 0..<2 {
            layer.opacity = 0.5
            layer.contents = image
            layer.speed = 2
            layer.duration = 3
        }
        #expect(layer.asked == ["opacity", "contents", "speed", "duration"])
    }

    @Test func `dashes are not animated unless somebody says so`() throws {
        try onStage { stage in
            let shape = CAShapeLayer()
            shape.lineDashPattern = [2, 2]
            stage.root.addSublayer(shape)
            CATransaction.flush()
            shape.lineDashPattern = [4, 2]
            #expect(shape.animationKeys() == nil)
            let animation = CABasicAnimation(keyPath: "lineDashPattern")
            animation.fromValue = [0, 0] as [NSNumber]
            animation.duration = 1
            shape.add(animation, forKey: nil)
            stage.run(to: 0.5)
            #expect(shape.presentation()?.lineDashPattern == [2, 1])
        }
    }

    @Test func `a path changes at once, and is animated by who says so`() throws {
        try onStage { stage in
            let shape = CAShapeLayer()
            shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
            stage.root.addSublayer(shape)
            CATransaction.flush()
            let wide = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 10), transform: nil)
            shape.path = wide
            shape.shadowPath = wide
            #expect(shape.animationKeys() == nil)
            CATransaction.flush()
            #expect(shape.presentation()?.path?.boundingBox.width == 20)
            let animation = CABasicAnimation(keyPath: "path")
            animation.fromValue = CGPath(rect: CGRect(x: 0, y: 0, width: 40, height: 10), transform: nil)
            animation.duration = 1
            shape.add(animation, forKey: nil)
            CATransaction.flush()
            stage.run(for: 0.5)
            #expect(shape.presentation()?.path?.boundingBox.width == 30)
        }
    }

    @Test func `an animation without a key path that is an action is of what has changed`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let action = CABasicAnimation()
            action.duration = 1
            layer.actions = ["opacity": action]
            layer.opacity = 0.5
            let added = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
            #expect(added.keyPath == "opacity" && action.keyPath == nil)
            CATransaction.flush()
            stage.run(for: 0.5)
            #expect(layer.presentation()?.opacity == 0.75)
        }
    }

    @Test func `a member that is set by its key path animates the whole property`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setAnimationDuration(1)
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                layer.setValue(10, forKeyPath: "position.x")
                layer.setValue(200, forKeyPath: "bounds.size.width")
                layer.setValue(2, forKeyPath: "transform.scale.x")
            }
            #expect(layer.animationKeys() == ["position", "bounds", "transform"])
            stage.run(to: 0.5)
            let shown = try #require(layer.presentation())
            #expect(shown.position == CGPoint(x: 5, y: 0))
            #expect(shown.bounds == CGRect(x: 0, y: 0, width: 150, height: 100))
            #expect(shown.transform.m11 == 1.5)
            #expect(shown.value(forKeyPath: "transform.scale.x", as: Double.self) == 1.5)
            #expect(layer.value(forKeyPath: "position.x", as: Double.self) == 10)
        }
    }

    @Test func `the frame animates as bounds and position`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
            #expect(layer.animationKeys() == ["bounds", "position"])
            stage.run(to: 1)
            #expect(layer.presentation()?.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
        }
    }

    @Test func `a presentation's relatives are presentations, and it knows its model`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let inner = stage.addLayer(in: layer)
            let mask = CALayer()
            layer.mask = mask
            CATransaction.flush()
            let shown = try #require(layer.presentation())
            #expect(shown !== layer && shown.model() === layer && shown.presentation() === shown)
            #expect(layer.model() === layer)
            #expect(shown.superlayer?.model() === stage.root && shown.superlayer !== stage.root)
            #expect(shown.sublayers?.first?.model() === inner && shown.sublayers?.first !== inner)
            #expect(shown.mask?.model() === mask)
            #expect(inner.presentation()?.sublayers == nil)
        }
    }

    @Test func `the hit test of a presentation finds what lies there now`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setAnimationDuration(2)
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
                layer.position.x = 400
            }
            stage.run(to: 1)
            let shown = try #require(stage.root.presentation())
            #expect(shown.hitTest(CGPoint(x: 200, y: 0))?.model() === layer)
            #expect(shown.hitTest(CGPoint(x: 400, y: 10))?.model() === stage.root)
            #expect(stage.root.hitTest(CGPoint(x: 400, y: 10)) === layer)
        }
    }
}
