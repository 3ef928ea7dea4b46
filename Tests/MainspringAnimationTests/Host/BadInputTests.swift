import Foundation
import Mainspring
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// Nothing freezes, nothing loops, nothing ends the program.
@Suite(.timeLimit(.minutes(2))) struct BadInputTests {
    static let numbers: [Double] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e-300, -0.0]

    static let geometry: [@Sendable (CALayer, Double) -> Void] = [
        { $0.position = CGPoint(x: $1, y: 0) }, { $0.bounds = CGRect(x: $1, y: $1, width: 1, height: 1) },
        { $0.bounds.size = CGSize(width: $1, height: $1) }, { $0.frame = CGRect(x: 0, y: $1, width: $1, height: 5) },
        { $0.anchorPoint = CGPoint(x: $1, y: $1) }, { $0.zPosition = $1 }, { $0.anchorPointZ = $1 },
        { $0.transform = CATransform3DMakeScale($1, $1, $1) },
        { $0.transform = CATransform3DMakeRotation($1, 0, 0, 1) },
        { $0.sublayerTransform = CATransform3DMakeTranslation($1, $1, $1) }, { $0.opacity = Float($1) },
        { $0.cornerRadius = $1 }, { $0.borderWidth = $1 }, { $0.shadowRadius = $1 },
        { $0.shadowOffset = CGSize(width: $1, height: $1) }, { $0.shadowOpacity = Float($1) },
        { $0.contentsScale = $1 }, { $0.rasterizationScale = $1 },
        { $0.contentsRect = CGRect(x: $1, y: $1, width: $1, height: $1) },
    ]

    @Test(arguments: numbers)
    func `numbers that are none, or far away, neither freeze nor stop a host`(number: Double) throws {
        try onStage { stage in
            for change in Self.geometry {
                let layer = stage.addLayer()
                let inner = stage.addLayer(in: layer)
                layer.shadowOpacity = 1
                layer.masksToBounds = true
                CATransaction.flush()
                change(layer, number)
                stage.run(for: 0.1)
                change(inner, number)
                stage.run(for: 0.5)
                _ = stage.root.hitTest(CGPoint(x: 1, y: 1))
                _ = inner.convert(CGPoint(x: 1, y: 1), to: stage.root)
                _ = inner.convert(CGRect(x: 1, y: 1, width: 1, height: 1), from: stage.root)
                _ = stage.host.frame(at: stage.now).damage
                layer.removeFromSuperlayer()
            }
            let well = stage.addLayer()
            well.opacity = 0
            stage.run(for: 1)
            #expect(well.presentation()?.opacity == 0)
            #expect(well.animationKeys() == nil)
        }
    }

    static let times: [@Sendable (CAAnimation, Double) -> Void] = [
        { $0.beginTime = $1 }, { $0.duration = $1 }, { $0.speed = Float($1) }, { $0.timeOffset = $1 },
        { $0.repeatCount = Float($1) }, { $0.repeatDuration = $1 },
    ]

    @Test(arguments: numbers)
    func `times that are none, or far away, neither freeze nor stop a host`(number: Double) throws {
        try onStage { stage in
            for change in Self.times {
                for autoreverses in [false, true] {
                    let layer = stage.addLayer()
                    let animation = basic(from: 0, to: 1) { $0.autoreverses = autoreverses }
                    change(animation, number)
                    let group = CAAnimationGroup()
                    group.duration = 1
                    group.animations = [animation]
                    change(group, number)
                    layer.add(animation, forKey: "key")
                    layer.add(group, forKey: "group")
                    let before = stage.host.frameCount
                    stage.run(for: 3)
                    #expect(stage.host.frameCount - before <= 200)
                    _ = layer.presentation()
                    layer.removeFromSuperlayer()
                    stage.run(for: 0.1)
                }
            }
        }
    }

    @Test(arguments: numbers)
    func `a layer's own time may be none`(number: Double) throws {
        try onStage { stage in
            for change: @Sendable (CALayer, Double) -> Void in [
                { $0.beginTime = $1 }, { $0.speed = Float($1) }, { $0.timeOffset = $1 }, { $0.duration = $1 },
                { $0.repeatCount = Float($1) },
            ] {
                let layer = stage.addLayer()
                let inner = stage.addLayer(in: layer)
                change(layer, number)
                for each in [layer, inner] { each.add(basic(from: 0, to: 1), forKey: "key") }
                let before = stage.host.frameCount
                stage.run(for: 3)
                #expect(stage.host.frameCount - before <= 200)
                _ = inner.presentation()
                layer.removeFromSuperlayer()
                stage.run(for: 0.1)
            }
        }
    }

    @Test func `transforms that have no inverse are shown, and nothing is hit through them`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let inner = stage.addLayer(in: layer)
            for matrix in [
                CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(0, 0, 0),
                CATransform3D(),
            ] {
                layer.transform = matrix
                layer.sublayerTransform = matrix
                stage.run(for: 1)
                #expect(layer.presentation().map { CATransform3DEqualToTransform($0.transform, matrix) } == true)
                #expect(stage.root.hitTest(CGPoint(x: 10, y: 10)) === stage.root)
                #expect(inner.convert(CGPoint(x: 3, y: 4), from: stage.root) == CGPoint(x: 3, y: 4))
            }
        }
    }

    @Test func `of an animation of no property, or the wrong type, a sentence names layer's key and value`()
        async throws
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage in
                let layer = stage.addLayer()
                layer.name = "badge"
                for _ in 0..<3 {
                    layer.add(basic("colour", to: 1), forKey: nil)
                    layer.add(basic("position", to: "there"), forKey: nil)
                    layer.add(basic("opacity.x", to: 1), forKey: "fade")
                    layer.add(basic("opacity", to: Double.nan), forKey: nil)
                    let endless = basic("opacity", to: 0)
                    (endless.timeOffset, endless.repeatCount, endless.beginTime) = (.nan, .infinity, -.infinity)
                    layer.add(endless, forKey: "wave")
                    CATransaction.flush()
                }
                stage.run(for: 2)
                CATransaction.commit()
                CATransaction.commit()
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(said.count == 6)
        func isSaid(_ start: String, _ end: String) -> Bool {
            said.contains { $0.contains(start) && $0.contains(" of CALayer “badge” (0x") && $0.contains(end) }
        }
        #expect(isSaid("of “colour”", "is left out: the layer has nothing of that name"))
        #expect(isSaid("of “position”", "is left out: its toValue is there (String), and a CGPoint is needed."))
        #expect(isSaid("of “opacity.x” under the key “fade”", "is left out: "))
        #expect(
            isSaid("“timeOffset” of a CABasicAnimation of “opacity” under the key “wave”", "is left out: it is nan"))
        #expect(isSaid("of “opacity”", "is left out: its toValue is nan (Double), and finite numbers are needed."))
        #expect(said.contains { $0.contains("CATransaction.commit() was called without an open transaction") })
    }

    @Test func `a change of an unknown key path is told, and changes nothing`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.setValue(5, forKeyPath: "position.z")
            layer.setValue("wide", forKeyPath: "bounds.size.width")
            layer.setValue(["a"], forKey: "opacity")
            #expect(layer.position == .zero)
            #expect(layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 100))
            #expect(layer.opacity == 1)
        }
    }

    @Test func `of a value that a layer cannot have a sentence names layer, key and value, once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage in
                let layer = stage.addLayer()
                layer.name = "badge"
                let shape = CAShapeLayer()
                for _ in 0..<3 {
                    layer.position = CGPoint(x: Double.nan, y: 2)
                    layer.bounds.size.width = .infinity
                    layer.bounds = .null
                    layer.frame = CGRect(x: 0, y: 0, width: Double.nan, height: 1)
                    layer.transform = CATransform3DMakeScale(.nan, 1, 1)
                    layer.setValue(-Double.infinity, forKeyPath: "zPosition")
                    layer.setValue("wide", forKeyPath: "bounds.size.width")
                    layer.setValue("red", forKey: "opacity")
                    shape.lineWidth = .nan
                    CATransaction.setAnimationDuration(.nan)
                    CATransaction.setValue("long", forKey: kCATransactionAnimationDuration)
                    CATransaction.setValue(1, forKey: kCATransactionAnimationTimingFunction)
                    CATransaction.setValue("no", forKey: kCATransactionCompletionBlock)
                    CATransaction.setValue([1], forKey: kCATransactionDisableActions)
                    layer.addSublayer(stage.root)
                    layer.mask = layer
                    layer.replaceSublayer(shape, with: CALayer())
                }
                #expect(layer.frame == CGRect(x: -50, y: -50, width: 100, height: 100))
                #expect(layer.opacity == 1 && layer.zPosition == 0 && shape.lineWidth == 1)
                #expect(CATransform3DIsIdentity(layer.transform))
                #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
                layer.cornerRadius = 3
                stage.run(for: 1)
                #expect(layer.presentation()?.frame == layer.frame && layer.animationKeys() == nil)
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        let badge = " of CALayer “badge” (0x"
        let expected: [(String, String)] = [
            ("“position”" + badge, "cannot be CGPoint(x: nan, y: 2.0)"), ("“bounds”" + badge, "cannot be CGRect("),
            ("“frame”" + badge, "cannot be CGRect("), ("“transform”" + badge, "cannot be CATransform3D"),
            ("“zPosition”" + badge, "cannot be -inf"),
            ("“bounds.size.width” from CALayer “badge” (0x", "takes a value of type"),
            ("The key \"opacity\"" + badge, "takes a value of type Float, not red (String)"),
            ("“lineWidth” of CAShapeLayer (0x", "cannot be nan"),
            ("“animationDuration” of a CATransaction", "cannot be nan (Double)"),
            ("“animationTimingFunction” of a CATransaction", "cannot be 1 (Int)"),
            ("“completionBlock” of a CATransaction", "cannot be no (String)"),
            ("“disableActions” of a CATransaction", "cannot be [1] (Array<Int>)"),
            ("CALayer “root” (0x", "is to be put inside itself"), ("CALayer “badge” (0x", "is to be put inside itself"),
            ("is to be replaced in CALayer “badge” (0x", "of which it is no sublayer"),
        ]
        for (subject, reason) in expected {
            #expect(said.contains { $0.contains(subject) && $0.contains(reason) }, "\(subject) … \(reason)")
        }
        #expect(said.count == expected.count, "\(said.joined(separator: "\n"))")
    }

    static let keyTimes: [[NSNumber]] = [
        [], [0], [0, 0.5], [0.5, 0.25, 1], [0, 1, 2], [0, 0.7, 0.3], [-1, 0, 1], [.init(value: Double.nan), 0.5, 1],
        [0, .init(value: Double.infinity), 1], [0, 0, 0], [1, 1, 1], [0, 0.5, 1, 1, 1],
    ]

    @Test(arguments: keyTimes.indices)
    func `key times that are none spread the values evenly`(index: Int) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            for mode in [
                CAAnimationCalculationMode.linear, .discrete, .paced, .cubic, .cubicPaced, .init(rawValue: "other"),
            ] {
                let animation = CAKeyframeAnimation(keyPath: "position.x")
                animation.values = [0, 10, 20]
                animation.keyTimes = Self.keyTimes[index]
                animation.calculationMode = mode
                animation.duration = 1
                animation.timingFunctions = []
                animation.tensionValues = [NSNumber(value: Double.nan)]
                layer.add(animation, forKey: "key")
                CATransaction.flush()
                let time = stage.now
                for offset in [0, 0.25, 0.5, 0.75, 0.999] {
                    let value = stage.host.frame(at: time + offset).value(of: .position, layer)?.number ?? .nan
                    #expect(value >= -5 && value <= 25)
                }
                stage.run(for: 1.1)
                #expect(layer.animationKeys() == nil)
            }
        }
    }
}
