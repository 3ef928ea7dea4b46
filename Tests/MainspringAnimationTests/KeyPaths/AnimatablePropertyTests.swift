import Foundation
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct AnimatablePropertyTests {
    @Test func `a property has its default, keeps its value, and is copied with the layer`() {
        let dial = DialLayer()
        #expect(dial.angle == 0.5 && dial.centre == .zero && dial.level == 0 && dial.tint == nil)
        #expect(dial.caption == "none")
        dial.angle = 2
        dial.centre = CGPoint(x: 1, y: 2)
        dial.level = 3
        dial.tint = .white
        dial.caption = "some"
        let copy = DialLayer(layer: dial)
        for each in [dial, copy] {
            #expect(each.angle == 2 && each.centre == CGPoint(x: 1, y: 2) && each.level == 3 && each.tint == .white)
            #expect(each.caption == "some")
        }
        dial.tint = nil
        #expect(dial.tint == nil && copy.tint == .white)
    }

    @Test func `key-value coding knows it, with its type and its members`() {
        let gauge = GaugeLayer()
        gauge.setValue(4, forKey: "angle")
        #expect(gauge.angle == 4 && gauge.value(forKey: "angle") as? CGFloat == 4)
        gauge.setValue(7, forKeyPath: "centre.x")
        #expect(gauge.centre == CGPoint(x: 7, y: 0) && gauge.value(forKeyPath: "centre.x") as? CGFloat == 7)
        gauge.setValue("wide", forKey: "angle")
        #expect(gauge.angle == 4)
        gauge.setValue(nil, forKey: "angle")
        #expect(gauge.angle == 0.5)
        gauge.setValue(CGColor.white, forKey: "tint")
        #expect(gauge.tint == .white)
        gauge.setValue(nil, forKey: "tint")
        #expect(gauge.tint == nil && gauge.value(forKey: "tint") == nil)
    }

    @Test func `the class knows defaults, kinds and what is drawn anew`() {
        #expect(DialLayer.defaultValue(forKey: "angle") as? CGFloat == 0.5)
        #expect(GaugeLayer.defaultValue(forKey: "angle") as? CGFloat == 0.5)
        #expect(DialLayer.defaultValue(forKey: "tint") == nil && DialLayer.defaultValue(forKey: "needle") == nil)
        #expect(DialLayer.defaultValue(forKey: "opacity") as? Float == 1)
        #expect(DialLayer.needsDisplay(forKey: "angle") && GaugeLayer.needsDisplay(forKey: "angle"))
        #expect(!DialLayer.needsDisplay(forKey: "level") && !CALayer.needsDisplay(forKey: "angle"))
        let kinds: [(String, ValueKind?)] = [
            ("angle", .number), ("centre", .point), ("level", .number), ("tint", .color), ("caption", .step),
            ("needle", nil),
        ]
        for (key, kind) in kinds { #expect(DialLayer.valueKind(forKey: key) == kind, "\(key)") }
        #expect(GaugeLayer.valueKind(forKey: "needle") == .size && CALayer.valueKind(forKey: "angle") == nil)
    }

    @Test func `its changes animate from what showed, also after two in one transaction`() throws {
        try onStage { stage in
            let dial = DialLayer()
            stage.root.addSublayer(dial)
            CATransaction.flush()
            CATransaction.setAnimationTimingFunction(.linear)
            dial.angle = 1
            dial.angle = 4.5
            CATransaction.flush()
            #expect(dial.animationKeys() == ["angle"] && dial.angle == 4.5)
            #expect(dial.presentation()?.angle == 0.5)
            stage.run(for: 0.125)
            #expect(isNear(Double(dial.presentation()?.angle ?? .nan), 2.5, within: 0.3))
            #expect(isNear(stage.host.frame(at: 0.125).time, 0.125))
            stage.run(for: 0.2)
            #expect(dial.presentation()?.angle == 4.5 && dial.animationKeys() == nil)
        }
    }

    @Test func `explicit animations of it, and of its members, run by its key`() throws {
        try onStage { stage in
            let dial = DialLayer()
            stage.root.addSublayer(dial)
            CATransaction.flush()
            let move = CABasicAnimation(\DialLayer.centre.x, from: 0, to: 10)
            move.duration = 1
            dial.add(move, forKey: nil)
            let fill = CABasicAnimation(\DialLayer.level, from: 0, to: 4)
            fill.duration = 1
            dial.add(fill, forKey: nil)
            stage.run(for: 0.5)
            #expect(isNear(Double(dial.presentation()?.centre.x ?? .nan), 5) && dial.presentation()?.centre.y == 0)
            #expect(isNear(Double(dial.presentation()?.level ?? .nan), 2))
            #expect(dial.level == 0 && dial.centre == .zero)
        }
    }

    @Test func `what was not committed does not show`() throws {
        try onStage { stage in
            let dial = DialLayer()
            stage.root.addSublayer(dial)
            CATransaction.flush()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            dial.angle = 3
            #expect(dial.presentation()?.angle == 0.5)
            CATransaction.commit()
            CATransaction.flush()
            #expect(dial.presentation()?.angle == 3)
        }
    }

    /// A layer with a key and a kind in the way of the layer classes of the module.
    private final class Inner: CALayer {
        var amount: CGFloat = 0 { didSet {} }
        override class func valueKind(forKey key: String) -> ValueKind? {
            key == "amount" ? .number : super.valueKind(forKey: key)
        }
        override class var keyTable: KeyTable { table }
        private static let table = KeyTable(Inner.self) {
            $0.add(
                "amount", get: { $0.amount },
                set: { layer, value in layer.changeOwn("amount") { layer.amount = value } })
        }
    }

    @Test func `keys of layer classes of the module are published too, so that their changes animate`() throws {
        try onStage { stage in
            let layer = Inner()
            stage.root.addSublayer(layer)
            CATransaction.flush()
            CATransaction.setAnimationTimingFunction(.linear)
            layer.setValue(8, forKey: "amount")
            CATransaction.flush()
            #expect(layer.presentation()?.value(forKey: "amount") as? CGFloat == 0)
            stage.run(for: 0.125)
            let shown = layer.presentation()?.value(forKey: "amount") as? CGFloat
            #expect(isNear(Double(shown ?? .nan), 4, within: 0.6))
        }
    }

    @Test func `a colour that is not there comes softly, and a presentation without one has none`() throws {
        try onStage { stage in
            let dial = DialLayer()
            stage.root.addSublayer(dial)
            CATransaction.flush()
            let before = try #require(dial.presentation())
            #expect(before.tint == nil)
            CATransaction.setAnimationTimingFunction(.linear)
            dial.tint = .white
            stage.run(for: 0.125)
            let alpha = Double(dial.presentation()?.tint?.alpha ?? .nan)
            #expect(isNear(alpha, 0.5, within: 0.1))
        }
    }

    @Test func `a class without properties of its own has those of its superclass`() {
        class Plain: DialLayer {}
        #expect(Plain().angle == 0.5 && Plain.valueKind(forKey: "angle") == .number)
        #expect(AnimatableProperties.of(CALayer.self).byKey.isEmpty)
    }

    @Test func `a property cannot have a key that every layer has`() {
        class Wrong: CALayer {
            override class var animatableProperties: [AnimatableProperty] {
                [AnimatableProperty(\Wrong.other, key: "opacity", default: 0)]
            }
            var other: CGFloat = 0
        }
        #expect(AnimatableProperties.of(Wrong.self).byKey.isEmpty)
        #expect(Wrong().opacity == 1)
    }

    @Test func `a key path that no class has named stops the program`() async {
        await #expect(processExitsWith: .failure) {
            class Forgetful: CALayer {
                var angle: CGFloat { self[animatable: \Forgetful.other] }
                var other: CGFloat = 0
            }
            _ = Forgetful().angle
        }
    }
}
