import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct LayerFrameTests {
    @Test func `a frame has as many layers as the tree that was published, masks among them`() throws {
        try onStage { stage in
            #expect(LayerHost(clock: stage.clock).frame(at: 0).layerCount == 0)
            #expect(stage.host.frame(at: 0).layerCount == 1)
            let layer = stage.addLayer()
            let inner = stage.addLayer(in: layer)
            inner.isHidden = true
            layer.mask = CALayer()
            #expect(stage.host.frame(at: 0).layerCount == 3)
            CATransaction.flush()
            #expect(stage.host.frame(at: 0).layerCount == 4)
            layer.removeFromSuperlayer()
            CATransaction.flush()
            #expect(stage.host.frame(at: 0).layerCount == 1)
        }
    }

    /// What a frame says of a layer, in words.
    private static func summary(_ shown: FrameLayer) -> String {
        let values = shown.values
        return
            "\(values.geometry) \(values.opacity) \(shown.transform) \(shown.box) \(shown.isShown) \(shown.totalOpacity) "
            + LayerKey.allCases.compactMap { shown.value(forKey: $0.rawValue) }.map { "\($0)" }.joined(separator: " ")
    }

    /// Whether two frames say the same of a layer. Words are made only where values are not equal by themselves, as those that are no
    /// numbers never are.
    private static func agree(_ own: FrameLayer?, _ other: FrameLayer?) -> Bool {
        guard let own, let other else { return (own == nil) == (other == nil) }
        func value(_ shown: FrameLayer, _ key: LayerKey) -> AnimatedValue? {
            key.kind.flatMap { kind in shown.value(forKey: key.rawValue).flatMap(kind.value) }
        }
        let isSame =
            own.values.geometry == other.values.geometry && own.values.opacity == other.values.opacity
            && CATransform3DEqualToTransform(own.transform, other.transform) && own.box == other.box
            && own.isShown == other.isShown
            && own.totalOpacity == other.totalOpacity
            && LayerKey.allCases.allSatisfy { key in
                if let known = value(own, key) { return known == value(other, key) }
                return "\(own.value(forKey: key.rawValue) ?? "")" == "\(other.value(forKey: key.rawValue) ?? "")"
            }
        return isSame || summary(own) == summary(other)
    }

    @Test(arguments: Seeds.first(4, soak: 40)) func `a frame that follows others equals one that is made from nothing`(
        seed: UInt64
    ) throws {
        try onStage { stage in
            let tree = RandomTree(root: stage.root, seed: seed, count: 30)
            CATransaction.flush()
            let frame = LayerFrame()
            for step in 0..<60 {
                for _ in 0..<(step % 4) { tree.change() }
                CATransaction.flush()
                stage.run(for: 1 / 60.0)
                let (published, time) = stage.host.core.shown()
                frame.update(to: published, at: time)
                let fresh = LayerFrame(published, at: time)
                for layer in tree.layers where !Self.agree(frame[layer], fresh[layer]) {
                    let words = [frame[layer], fresh[layer]].map { $0.map(Self.summary) ?? "none" }
                    Issue.record("seed \(seed), step \(step):\n\(words.joined(separator: "\n"))")
                    return
                }
            }
        }
    }

    @Test(arguments: Seeds.first(4, soak: 40)) func `what differs from the frame before lies in the damage`(
        seed: UInt64
    ) throws {
        try onStage { stage in
            stage.root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
            let tree = RandomTree(root: stage.root, seed: seed, count: 12)
            for layer in tree.layers { layer.backgroundColor = CGColor(red: 0.2, green: 0.5, blue: 0.8, alpha: 0.7) }
            CATransaction.flush()
            let frame = LayerFrame()
            var former = BoxPainter(width: 64, height: 64)
            for step in 0..<20 {
                if step % 2 == 0 { tree.change() }
                CATransaction.flush()
                stage.run(for: 1 / 60.0)
                let (published, time) = stage.host.core.shown()
                frame.update(to: published, at: time)
                var painter = BoxPainter(width: 64, height: 64)
                painter.paint(frame)
                for y in 0..<64 {
                    for x in 0..<64 where painter[x, y] != former[x, y] {
                        let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                        #expect(frame.damage.contains { $0.contains(point) }, "seed \(seed), step \(step), \(point)")
                    }
                }
                former = painter
            }
        }
    }

    @Test(arguments: Seeds.first(3, soak: 20)) func `a frame says what presentations say`(seed: UInt64) throws {
        try onStage { stage in
            let tree = RandomTree(root: stage.root, seed: seed, count: 20)
            CATransaction.flush()
            for step in 0..<40 {
                tree.change()
                CATransaction.flush()
                stage.run(for: 1 / 60.0)
                let (published, time) = stage.host.core.shown()
                let frame = LayerFrame(published, at: time)
                for layer in tree.layers where layer.context != nil {
                    let shown = try #require(frame[layer])
                    let presentation = try #require(layer.presentation())
                    for key in LayerKey.allCases {
                        guard let kind = key.kind, let value = shown.value(forKey: key.rawValue) else { continue }
                        let other = try #require(presentation.value(forKey: key.rawValue))
                        let (a, b) = (kind.value(of: value), kind.value(of: other))
                        let isSame =
                            a == b || a.flatMap { a in b.flatMap { a.distance(to: $0) } }.map { $0 < 1e-4 } ?? false
                        #expect(isSame, "seed \(seed), step \(step), \(key): \(value), \(other)")
                    }
                }
            }
        }
    }

    @Test(arguments: Seeds.first(3, soak: 20)) func `a layer lies in a frame where its conversion says`(seed: UInt64)
        throws
    {
        try onStage { stage in
            let tree = RandomTree(root: stage.root, seed: seed, count: 40)
            CATransaction.flush()
            let frame = stage.host.frame(at: 0)
            for layer in tree.layers {
                let shown = try #require(frame[layer])
                for corner in [CGPoint.zero, CGPoint(x: 30, y: 0), CGPoint(x: 7, y: 50)] {
                    guard let point = shown.convertToHost(corner) else { continue }
                    let converted = layer.convert(corner, to: nil)
                    let error = max(abs(point.x - converted.x), abs(point.y - converted.y))
                    #expect(error <= 1e-6 * max(1, abs(point.x), abs(point.y)), "seed \(seed): \(point), \(converted)")
                }
            }
        }
    }

    @Test func `a tree that stands still has no damage`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.setDisableActions(true)
            layer.backgroundColor = .black
            CATransaction.flush()
            let (published, _) = stage.host.core.shown()
            let frame = LayerFrame(published, at: 0)
            #expect(!frame.damage.isEmpty)
            frame.update(to: published, at: 10)
            #expect(frame.damage.isEmpty && !frame.isMoving)
        }
    }
}
