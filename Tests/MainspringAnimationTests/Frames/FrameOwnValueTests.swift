import Foundation
import Locks
import Mainspring
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// What frames have of layers that show something of their own.
@Suite struct FrameOwnValueTests {
    @Test func `true and false may be animated as numbers`() throws {
        let pairs: [(from: any Sendable, to: any Sendable)] = [
            (false, true), (0, 1), (0.0, 1.0), (Float(0), Float(1)), (NSNumber(value: 0), NSNumber(value: 1)),
        ]
        for (from, to) in pairs {
            try onStage { stage in
                let layer = stage.addLayer()
                layer.add(basic("hidden", from: from, to: to), forKey: nil)
                layer.add(basic("masksToBounds", from: from, to: to), forKey: nil)
                CATransaction.flush()
                for (time, isOn) in [(0.25, false), (0.75, true)] {
                    let framed = try #require(stage.host.frame(at: time)[layer])
                    #expect(framed.isShown != isOn && framed.masksToBounds == isOn, "\(type(of: to)) \(time)")
                    stage.run(to: time)
                    #expect(layer.presentation()?.isHidden == isOn && layer.presentation()?.masksToBounds == isOn)
                }
            }
        }
    }

    @Test(arguments: SpecialClass.all)
    func `the frame has what the presentation has, for each key of a special layer`(special: SpecialClass) throws {
        try onStage { stage in
            let layer = special.make()
            stage.root.addSublayer(layer)
            CATransaction.flush()
            let start = special.make()
            for (key, value) in special.others {
                if special.animatable.contains(key) {
                    let (from, to) = (start.value(forKey: key), value)
                    layer.add(basic(key, from: from ?? value, to: to), forKey: nil)
                } else {
                    layer.setValue(value, forKey: key)
                }
            }
            CATransaction.flush()
            #expect(stage.host.frame(at: 0)[layer]?.layerClass == type(of: layer))
            var seen: [String: Set<String>] = [:]
            for step in 0..<15 {
                stage.run(to: Double(step) * 5 / 60)
                let shown = try #require(layer.presentation())
                let framed = try #require(stage.host.frame(at: stage.now)[layer])
                for key in special.others.keys {
                    let (value, other) = (framed.value(forKey: key), shown.value(forKey: key))
                    #expect(Self.isSame(value, other), "\(key): \(value ?? "nil"), \(other ?? "nil")")
                    seen[key, default: []].insert("\(value ?? "nil")")
                }
                // What is not committed is not shown.
                if let key = special.others.keys.min() { layer.setValue(start.value(forKey: key), forKey: key) }
            }
            for key in special.others.keys where !special.animatable.contains(key) {
                #expect(Self.isSame(framed(stage, layer)?.value(forKey: key), layer.presentation()?.value(forKey: key)))
            }
            for key in special.animatable where (start.value(forKey: key) as? Double) != nil {
                #expect((seen[key]?.count ?? 0) > 1, "\(key)")
            }
        }
    }

    private func framed(_ stage: Stage, _ layer: CALayer) -> FrameLayer? { stage.host.frame(at: stage.now)[layer] }

    private static func isSame(_ a: Any?, _ b: Any?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        if let kind = ValueKind(of: a), let left = kind.value(of: a), let right = kind.value(of: b) {
            return isNear(left, right, within: 1e-5)
        }
        if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
        return "\(a)" == "\(b)"
    }

    @Test(arguments: LayerKey.allCases)
    func `the frame has what the presentation has, for each key of every layer`(key: LayerKey) throws {
        guard ![.superlayer, .sublayers, .mask].contains(key) else { return }
        try onStage { stage in
            let layer = stage.addLayer()
            layer.name = "a name"
            layer.speed = 0.5
            layer.contentsGravity = .center
            layer.style = ["else": 3]
            layer.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
            layer.add(basic("position", from: CGPoint(x: 1, y: 2), to: CGPoint(x: 30, y: 40)), forKey: nil)
            CATransaction.flush()
            stage.run(to: 0.5)
            let shown = try #require(layer.presentation())
            let frame = try #require(framed(stage, layer))
            #expect(Self.isSame(frame.value(forKey: key.rawValue), shown.value(forKey: key.rawValue)))
            #expect(frame.value(forKey: "else") as? Int == 3)
        }
    }

    @Test func `layers around and inside one have no values in a frame`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.mask = CALayer()
            _ = stage.addLayer(in: layer)
            let frame = try #require(framed(stage, layer))
            for key in ["superlayer", "sublayers", "mask"] { #expect(frame.value(forKey: key) == nil) }
            #expect(frame.outer != nil && frame.sublayers.count == 1 && frame.mask != nil)
        }
    }

    @Test func `properties of a class of one's own are had from a frame, animated and not`() throws {
        try onStage { stage in
            let layer = DialLayer()
            stage.root.addSublayer(layer)
            layer.setValue(7, forKey: "kept")
            CATransaction.flush()
            let keys = DialLayer.animatableProperties.map(\.key)
            #expect(!keys.isEmpty)
            // The level stays what it is at first.
            let ends: [(String, Any)] = [
                ("angle", 2.0), ("centre", CGPoint(x: 3, y: 4)), ("tint", CGColor.white), ("caption", "words"),
            ]
            for (key, end) in ends { layer.add(basic(key, to: end), forKey: nil) }
            #expect(framed(stage, layer)?.value(forKey: "kept") as? Int == 7)
            for step in 0..<8 {
                stage.run(to: Double(step) * 10 / 60)
                let shown = try #require(layer.presentation())
                for key in keys {
                    let (value, other) = (framed(stage, layer)?.value(forKey: key), shown.value(forKey: key))
                    #expect(Self.isSame(value, other), "\(key): \(value ?? "nil"), \(other ?? "nil")")
                }
            }
        }
    }

    @Test func `the values of a shape are had as a whole, animated`() throws {
        try onStage { stage in
            let layer = CAShapeLayer()
            layer.lineWidth = 3
            stage.root.addSublayer(layer)
            CATransaction.flush()
            #expect(framed(stage, layer)?.own(as: ShapeValues.self)?.lineWidth == 3)
            layer.add(basic("lineWidth", from: 0, to: 10), forKey: nil)
            CATransaction.flush()
            #expect(stage.host.frame(at: 0.5)[layer]?.own(as: ShapeValues.self)?.lineWidth == 5)
            #expect(framed(stage, layer)?.own(as: GradientValues.self) == nil)
        }
    }

    /// An action that must not be run by who reads a frame.
    private final class Counting: CAAction {
        static let count = Guarded(0)
        func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
            Self.count.withLock { $0 += 1 }
        }
    }

    private final class Parcel: @unchecked Sendable {
        // `@unchecked Sendable`: who hands it over waits for who has it.
        let layer: CALayer
        init(_ layer: CALayer) { self.layer = layer }
    }

    @Test func `to read a frame runs no action and changes no layer`() throws {
        try onStage { stage in
            let layer = CAShapeLayer()
            stage.root.addSublayer(layer)
            layer.actions = ["lineWidth": Counting()]
            layer.add(basic("lineWidth", from: 0, to: 10), forKey: nil)
            CATransaction.flush()
            let width = Guarded<CGFloat?>(nil)
            let frame = stage.host.frame(at: 0.5)
            let parcel = Parcel(layer)
            let work = ObservedWork {
                let value = frame[parcel.layer]?.value(forKey: "lineWidth") as? CGFloat
                width.withLock { $0 = value }
            }
            work.wait()
            #expect(width.withLock { $0 } == 5)
            #expect(Counting.count.withLock { $0 } == 0 && layer.lineWidth == 1)
        }
    }
}
