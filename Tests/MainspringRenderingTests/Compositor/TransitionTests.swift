import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// A layer whose picture goes over into another one: from red with a white square to a translucent blue with a round green one.
@Suite struct TransitionTests {
    private static func dressFormer(_ layer: CALayer) {
        layer.backgroundColor = color(1, 0, 0)
        let square = CALayer()
        square.frame = CGRect(x: layer.bounds.minX + 6, y: layer.bounds.minY + 10, width: 8, height: 8)
        square.backgroundColor = color(1, 1, 1)
        layer.sublayers = [square]
    }

    private static func dressNew(_ layer: CALayer) {
        layer.backgroundColor = color(0, 0, 1, 0.6)
        let square = CALayer()
        square.frame = CGRect(x: layer.bounds.minX + 20, y: layer.bounds.minY + 4, width: 10, height: 10)
        square.backgroundColor = color(0, 1, 0)
        square.cornerRadius = 3
        layer.sublayers = [square]
    }

    private static func transition(
        _ type: CATransitionType = .fade, _ subtype: CATransitionSubtype? = nil,
        _ change: (CATransition) -> Void = { _ in }
    ) -> CATransition {
        let transition = CATransition()
        (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
        change(transition)
        return transition
    }

    /// A stage with a layer of 40 by 32, among others; nothing is drawn.
    private static func stage(_ place: (CALayer) -> Void = { _ in }) -> (CompositorStage, CALayer) {
        let stage = CompositorStage(100, 100)
        let layer = CALayer()
        layer.bounds = CGRect(x: 5, y: 7, width: 40, height: 32)
        layer.anchorPoint = CGPoint(x: 0.25, y: 0.75)
        layer.position = CGPoint(x: 40, y: 54)
        place(layer)
        stage.root.addSublayer(layer)
        return (stage, layer)
    }

    /// What is there after a part of the change of each component: the sum of what was and is.
    private static func mixed(_ former: [UInt32], _ new: [UInt32], _ progress: Double) -> [UInt32] {
        let part = UInt32((progress * 255).rounded())
        return zip(former, new).map { a, b in
            var pixel: UInt32 = 0
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let sum = ((a >> shift) & 255) * (255 - part) + ((b >> shift) & 255) * part
                pixel |= ((sum + 127) / 255) << shift
            }
            return pixel
        }
    }

    private static let places: [(String, @Sendable (CALayer) -> Void)] = [
        ("upright", { _ in }),
        ("turned", { $0.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }),
        (
            "in perspective",
            {
                var transform = CATransform3DIdentity
                transform.m34 = -1 / 150
                $0.transform = CATransform3DRotate(transform, 0.6, 0.3, 1, 0)
            }
        ),
        ("translucent", { $0.opacity = 0.5 }),
        ("with a shadow", { ($0.shadowOpacity, $0.shadowRadius) = (0.8, 2) }),
        (
            "masked",
            {
                let mask = CALayer()
                mask.frame = CGRect(x: 10, y: 10, width: 25, height: 20)
                mask.cornerRadius = 6
                mask.backgroundColor = color(0, 0, 0)
                $0.mask = mask
            }
        ),
        ("cut off", { ($0.masksToBounds, $0.cornerRadius) = (true, 9) }),
        ("blurred", { $0.filters = [LayerFilter.gaussianBlur(radius: 2)] }),
    ]

    @Test func `a fade mixes what was with what is, in parts that make up one`() throws {
        for (name, place) in Self.places {
            try CompositorStage.run {
                let (stage, layer) = Self.stage(place)
                Self.dressFormer(layer)
                stage.draw()
                let former = stage.pixels
                Self.dressNew(layer)
                stage.draw()
                let new = stage.pixels
                #expect(difference(former, new).count > 100, "\(name)")
                Self.dressFormer(layer)
                stage.draw()
                Self.dressNew(layer)
                layer.add(Self.transition(), forKey: nil)
                for time in [0, 0.1, 0.25, 0.5, 0.99, 1] {
                    stage.draw(at: time)
                    let found = difference(stage.pixels, Self.mixed(former, new, time))
                    #expect(found.greatest == 0, "\(name) at \(time): \(found.count) pixels")
                    #expect(stage.pixels == stage.pixelsFromNothing(at: time, threads: 2), "\(name) at \(time)")
                }
            }
        }
    }

    /// The kind, from where, and how the way goes through the layer: 1 or -1 of its width and height.
    private static let ways: [(CATransitionSubtype?, x: CGFloat, y: CGFloat)] = [
        (.fromLeft, 1, 0), (.fromRight, -1, 0), (.fromTop, 0, -1), (.fromBottom, 0, 1), (nil, 1, 0),
    ]

    /// A layer that cuts off what is in it, in which what was and what is are layers of their own.
    private static func wanted(
        _ type: CATransitionType, _ progress: CGFloat, x: CGFloat, y: CGFloat, _ place: (CALayer) -> Void
    ) -> [UInt32] {
        let (stage, frame) = stage(place)
        frame.masksToBounds = true
        let (former, new) = (CALayer(), CALayer())
        for each in [former, new] {
            each.frame = frame.bounds
            each.bounds.origin = frame.bounds.origin
        }
        dressFormer(former)
        dressNew(new)
        if type == .push || type == .reveal {
            former.position.x += x * progress * 40
            former.position.y += y * progress * 32
        }
        if type == .push || type == .moveIn {
            new.position.x -= x * (1 - progress) * 40
            new.position.y -= y * (1 - progress) * 32
        }
        frame.sublayers = type == .reveal ? [new, former] : [former, new]
        stage.draw()
        return stage.pixels
    }

    @Test(arguments: [CATransitionType.moveIn, .push, .reveal])
    func `what comes and what goes lie where layers would that are moved so far`(type: CATransitionType) throws {
        // Edges that lie between pixels are cut off twice there.
        for (name, place, tolerance) in [
            (Self.places[0].0, Self.places[0].1, 0), (Self.places[1].0, Self.places[1].1, 1),
            (Self.places[2].0, Self.places[2].1, 1),
        ] {
            for (subtype, x, y) in Self.ways {
                try CompositorStage.run {
                    let (stage, layer) = Self.stage(place)
                    Self.dressFormer(layer)
                    stage.draw()
                    Self.dressNew(layer)
                    layer.add(Self.transition(type, subtype), forKey: nil)
                    for time in [0, 0.25, 0.5, 0.75] {
                        stage.draw(at: time)
                        let wanted = Self.wanted(type, time, x: x, y: y, place)
                        let found = difference(stage.pixels, wanted, tolerance: tolerance)
                        #expect(
                            found.count == 0, "\(name) \(subtype?.rawValue ?? "nil") at \(time): \(found)")
                        #expect(stage.pixels == stage.pixelsFromNothing(at: time, threads: 3), "\(name) at \(time)")
                    }
                    stage.draw(at: 1)
                    let whole = stage.pixels
                    layer.removeAllAnimations()
                    stage.draw(at: 1)
                    #expect(stage.pixels == whole, "\(name)")
                }
            }
        }
    }

    /// How much of red is left of a fade from red to blue.
    private static func redLeft(at time: Double, _ change: @Sendable @escaping (CATransition) -> Void) throws -> Int {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            layer.backgroundColor = color(1, 0, 0)
            stage.draw()
            layer.backgroundColor = color(0, 0, 1)
            layer.add(Self.transition(.fade, nil, change), forKey: nil)
            stage.draw(at: time)
            #expect(stage.pixels == stage.pixelsFromNothing(at: time))
            return Int(stage.pixel(50, 50) >> 16 & 255)
        }
    }

    @Test func `a transition has an animation's timing, and the part of the change that it is given`() throws {
        let cases: [(String, Double, Int, @Sendable (CATransition) -> Void)] = [
            ("even", 0.4, 153, { _ in }),
            ("gently", 0.5, 175, { $0.timingFunction = CAMediaTimingFunction(name: .easeIn) }),
            ("twice as fast", 0.25, 127, { $0.speed = 2 }),
            ("to and fro", 1.5, 127, { $0.autoreverses = true }),
            ("later", 0.5, 0, { $0.beginTime = 1 }),
            ("later, and as it was until then", 0.5, 255, { ($0.beginTime, $0.fillMode) = (1, .backwards) }),
            ("its middle, at first", 0, 191, { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }),
            ("its middle", 0.75, 96, { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }),
            (
                "its middle, and as it is then", 5, 64,
                { ($0.endProgress, $0.fillMode, $0.isRemovedOnCompletion) = (0.75, .forwards, false) }
            ),
            ("an end before the start", 0.9, 127, { ($0.startProgress, $0.endProgress) = (0.5, 0.1) }),
            ("parts that are none", 0.4, 153, { ($0.startProgress, $0.endProgress) = (.nan, .infinity) }),
            ("less than nothing", 0.4, 153, { $0.startProgress = -.infinity }),
            ("a kind that nobody knows", 0.4, 153, { $0.type = CATransitionType(rawValue: "cube") }),
        ]
        for (name, time, wanted, change) in cases {
            let left = try Self.redLeft(at: time, change)
            #expect(left == wanted, "\(name)")
        }
    }

    @Test func `a layer that is hidden fades out, one that is shown or added fades in`() throws {
        let cases: [(String, @Sendable (CALayer, CALayer) -> Void, from: UInt32, to: UInt32)] = [
            ("hidden", { layer, _ in layer.isHidden = true }, 255, 0),
            ("transparent", { layer, _ in layer.opacity = 0 }, 255, 0),
            ("emptied", { layer, _ in layer.backgroundColor = nil }, 255, 0),
            (
                "shown",
                { layer, _ in
                    layer.isHidden = true
                    CATransaction.flush()
                    layer.isHidden = false
                }, 0, 255
            ),
            (
                "added",
                { layer, root in
                    layer.removeFromSuperlayer()
                    CATransaction.flush()
                    root.addSublayer(layer)
                }, 0, 255
            ),
        ]
        for (name, change, from, to) in cases {
            try CompositorStage.run {
                let (stage, layer) = Self.stage()
                layer.backgroundColor = color(1, 0, 0)
                stage.draw()
                change(layer, stage.root)
                layer.add(Self.transition(), forKey: nil)
                for (time, wanted) in [(0, from), (0.2, (from * 204 + to * 51) / 255), (1, to)] {
                    stage.draw(at: time)
                    #expect(stage.pixel(50, 50) >> 24 == wanted, "\(name) at \(time)")
                    #expect(stage.pixels == stage.pixelsFromNothing(at: time), "\(name) at \(time)")
                }
            }
        }
    }

    @Test func `the outermost layer goes over as any other does`() throws {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            stage.root.backgroundColor = color(1, 0, 0)
            stage.draw()
            layer.removeFromSuperlayer()
            stage.root.backgroundColor = color(0, 0, 1)
            stage.root.add(Self.transition(.push, .fromRight), forKey: nil)
            stage.draw(at: 0.25)
            #expect(
                [0, 74, 75, 99].map { stage.pixel($0, 50) } == [0xFFFF_0000, 0xFFFF_0000, 0xFF00_00FF, 0xFF00_00FF])
            #expect(stage.pixels == stage.pixelsFromNothing(at: 0.25))
        }
    }

    @Test func `what was goes along with a layer that moves, and with those around it`() throws {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            layer.backgroundColor = color(1, 0, 0)
            stage.draw()
            #expect(stage.pixel(30, 30) == 0xFFFF_0000 && stage.pixel(29, 30) == 0)
            layer.backgroundColor = color(0, 0, 1)
            layer.add(Self.transition(), forKey: nil)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (40, 60, 1)
            layer.add(move, forKey: nil)
            stage.draw(at: 0.2)
            let colorsAcross: [UInt32] = [33, 34, 73, 74].map { stage.pixel($0, 40) }
            #expect(colorsAcross == [0, 0xFFCC_0033, 0xFFCC_0033, 0])
            stage.root.sublayerTransform = CATransform3DMakeTranslation(0, 10, 0)
            stage.draw(at: 0.4)
            let laterColorsAcross: [UInt32] = [37, 38, 77, 78].map { stage.pixel($0, 50) }
            #expect(laterColorsAcross == [0, 0xFF99_0066, 0xFF99_0066, 0])
            let colorsDown: [UInt32] = [39, 40].map { stage.pixel(50, $0) }
            #expect(colorsDown == [0, 0xFF99_0066])
            #expect(stage.pixels == stage.pixelsFromNothing(at: 0.4))
        }
    }

    @Test func `what was keeps its own bounds, about the anchor point`() throws {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            layer.backgroundColor = color(1, 0, 0)
            stage.draw()
            layer.bounds = CGRect(x: -100, y: 0, width: 20, height: 16)
            layer.backgroundColor = nil
            layer.add(Self.transition(), forKey: nil)
            stage.draw(at: 0)
            let alphasAcross: [UInt32] = [29, 30, 69, 70].map { stage.pixel($0, 40) >> 24 }
            #expect(alphasAcross == [0, 255, 255, 0])
            let alphasDown: [UInt32] = [29, 30, 61, 62].map { stage.pixel(50, $0) >> 24 }
            #expect(alphasDown == [0, 255, 255, 0])
        }
    }

    @Test func `in what was, time stands still`() throws {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            let inner = CALayer()
            inner.frame = CGRect(x: 5, y: 7, width: 10, height: 32)
            inner.backgroundColor = color(1, 0, 0)
            layer.addSublayer(inner)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.byValue, move.duration) = (20, 1)
            inner.add(move, forKey: nil)
            stage.draw(at: 0.5)
            let alphas: [UInt32] = [39, 40, 49, 50].map { stage.pixel($0, 50) >> 24 }
            #expect(alphas == [0, 255, 255, 0])
            inner.removeFromSuperlayer()
            layer.add(Self.transition(.fade, nil) { $0.duration = 5 }, forKey: nil)
            stage.draw(at: 1)
            let alphasAcross: [UInt32] = [39, 40, 49, 50].map { stage.pixel($0, 50) >> 24 }
            #expect(alphasAcross == [0, 204, 204, 0])
        }
    }

    @Test func `a transition that is removed, or whose layer is, shows what is new at once`() throws {
        try CompositorStage.run {
            for removesLayer in [false, true] {
                let (stage, layer) = Self.stage()
                layer.backgroundColor = color(1, 0, 0)
                stage.draw()
                layer.backgroundColor = color(0, 0, 1)
                layer.add(Self.transition(.push, .fromLeft), forKey: nil)
                stage.draw(at: 0.5)
                #expect(stage.pixel(69, 40) == 0xFFFF_0000 && stage.pixel(30, 40) == 0xFF00_00FF)
                if removesLayer { layer.removeFromSuperlayer() } else { layer.removeAllAnimations() }
                stage.draw(at: 0.5)
                #expect(stage.pixel(69, 40) == (removesLayer ? 0 : 0xFF00_00FF))
                #expect(stage.pixels == stage.pixelsFromNothing(at: 0.5))
            }
        }
    }

    @Test func `a transition in one that goes on goes on in what is new`() throws {
        /// An outer layer with an inner one; each may go over.
        func pictures(outer: Bool, inner: Bool) throws -> [[UInt32]] {
            try CompositorStage.run {
                let stage = CompositorStage(100, 100)
                let (around, layer) = (CALayer(), CALayer())
                around.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
                around.backgroundColor = color(1, 1, 0)
                layer.frame = CGRect(x: 20, y: 20, width: 40, height: 32)
                around.addSublayer(layer)
                stage.root.addSublayer(around)
                Self.dressFormer(layer)
                stage.draw()
                var pictures = [stage.pixels]
                around.backgroundColor = color(0, 1, 1)
                Self.dressNew(layer)
                if outer { around.add(Self.transition(), forKey: nil) }
                if inner { layer.add(Self.transition(.push, .fromRight), forKey: nil) }
                for time in [0.25, 0.5] {
                    stage.draw(at: time)
                    #expect(stage.pixels == stage.pixelsFromNothing(at: time))
                    pictures.append(stage.pixels)
                }
                return pictures
            }
        }
        let inner = try pictures(outer: false, inner: true)
        let both = try pictures(outer: true, inner: true)
        #expect(both[1] == Self.mixed(inner[0], inner[1], 0.25))
        #expect(both[2] == Self.mixed(inner[0], inner[2], 0.5))
    }

    @Test func `a layer that moves in one that moves lies where both move it`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let (around, layer) = (CALayer(), CALayer())
            around.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
            layer.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
            around.addSublayer(layer)
            stage.root.addSublayer(around)
            stage.draw()
            layer.backgroundColor = color(0, 0, 1)
            around.add(Self.transition(.moveIn, .fromRight), forKey: nil)
            layer.add(Self.transition(.moveIn, .fromTop), forKey: nil)
            stage.draw(at: 0.75)
            // By a quarter of 80 to the right, and by a quarter of 40 down, where the layer's own edge cuts it off.
            let alphasAcross: [UInt32] = [49, 50, 89, 90].map { stage.pixel($0, 50) >> 24 }
            #expect(alphasAcross == [0, 255, 255, 0])
            let alphasDown: [UInt32] = [39, 40, 69, 70].map { stage.pixel(60, $0) >> 24 }
            #expect(alphasDown == [0, 255, 255, 0])
            #expect(stage.pixels == stage.pixelsFromNothing(at: 0.75))
        }
    }

    @Test func `a transition that follows another one before its end begins with what that one would have ended with`()
        throws
    {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            layer.backgroundColor = color(1, 0, 0)
            stage.draw()
            layer.backgroundColor = color(0, 1, 0)
            layer.add(Self.transition(), forKey: nil)
            stage.draw(at: 0.4)
            #expect(stage.pixel(50, 50) == 0xFF99_6600)
            layer.backgroundColor = color(0, 0, 1)
            layer.add(Self.transition(), forKey: nil)
            stage.draw(at: 0.4)
            #expect(stage.pixel(50, 50) == 0xFF00_9966)
        }
    }

    @Test func `a layer that keeps depth shows what is new at once`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let (space, layer) = (CATransformLayer(), CALayer())
            layer.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
            layer.backgroundColor = color(1, 0, 0)
            space.addSublayer(layer)
            stage.root.addSublayer(space)
            stage.draw()
            layer.backgroundColor = color(0, 0, 1)
            space.add(Self.transition(), forKey: nil)
            stage.draw(at: 0.5)
            #expect(stage.pixel(40, 40) == 0xFF00_00FF)
        }
    }

    @Test func `what a layer hides shows through while it fades in`() throws {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            stage.root.backgroundColor = color(1, 0, 0)
            stage.draw()
            layer.backgroundColor = color(0, 0, 1)
            layer.add(Self.transition(), forKey: nil)
            stage.draw(at: 0.2)
            #expect(stage.pixel(50, 50) == 0xFFCC_0033)
        }
    }

    @Test func `what lies beyond the bounds goes when a layer begins to move on its way, and comes back at the end`()
        throws
    {
        for type in [CATransitionType.moveIn, .push, .reveal] {
            try CompositorStage.run {
                let (stage, layer) = Self.stage()
                layer.backgroundColor = color(1, 0, 0)
                let outside = CALayer()
                outside.frame = CGRect(x: 45, y: 7, width: 20, height: 20)
                outside.backgroundColor = color(0, 1, 0)
                layer.addSublayer(outside)
                stage.draw()
                #expect(stage.pixel(80, 40) == 0xFF00_FF00)
                layer.add(Self.transition(type) { ($0.startProgress, $0.endProgress) = (1, 1) }, forKey: nil)
                for (time, wanted) in [(0.5, UInt32(0)), (1, 0xFF00_FF00)] {
                    stage.draw(at: time)
                    #expect(stage.pixel(80, 40) == wanted, "\(type.rawValue) at \(time)")
                    #expect(stage.pixels == stage.pixelsFromNothing(at: time), "\(type.rawValue) at \(time)")
                }
            }
        }
    }

    @Test func `a mask goes over as any other layer does`() throws {
        try CompositorStage.run {
            let (stage, layer) = Self.stage()
            layer.backgroundColor = color(1, 0, 0)
            let mask = CALayer()
            mask.frame = layer.bounds
            layer.mask = mask
            stage.draw()
            #expect(stage.pixel(50, 50) == 0)
            mask.backgroundColor = color(0, 0, 0)
            mask.add(Self.transition(), forKey: nil)
            for (time, wanted) in [(0.2, UInt32(0x3333_0000)), (0.6, 0x9999_0000), (1, 0xFFFF_0000)] {
                stage.draw(at: time)
                #expect(stage.pixel(50, 50) == wanted, "\(time)")
                #expect(stage.pixels == stage.pixelsFromNothing(at: time))
            }
        }
    }

    @Test func `the pixels of the layer are drawn again while it goes over, and none while it stands still`() throws {
        try CompositorStage.run {
            for type in [CATransitionType.fade, .moveIn, .push, .reveal] {
                let (stage, layer) = Self.stage()
                layer.backgroundColor = color(1, 0, 0)
                stage.draw()
                layer.backgroundColor = color(0, 0, 1)
                layer.add(Self.transition(type), forKey: nil)
                let all = CGRect(x: 30, y: 30, width: 40, height: 32)
                /// What moves may be drawn again also where the layer does not let it be seen.
                func isDrawnAgain() -> Bool {
                    let drawn = stage.compositor.lastDamage
                    return type == .fade || type == .reveal ? drawn == [all] : drawn.contains { $0.contains(all) }
                }
                for time in [0.25, 0.5] {
                    stage.draw(at: time)
                    #expect(isDrawnAgain(), "\(type.rawValue) at \(time)")
                }
                stage.draw(at: 0.5)
                #expect(stage.compositor.lastDamage.isEmpty, "\(type.rawValue)")
                stage.draw(at: 3)
                #expect(isDrawnAgain(), "\(type.rawValue)")
                stage.draw(at: 4)
                #expect(stage.compositor.lastDamage.isEmpty, "\(type.rawValue)")
            }
        }
    }
}
