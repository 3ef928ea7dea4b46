import Foundation
import Locks
import Mainspring
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

/// Layers inside layers, so deep that a call for each of them would need more than the whole stack.
@Suite(.timeLimit(.minutes(5))) struct DeepTreeTests {
    static let depth = 20_000

    enum Kind: Sendable { case plain, transform, replicator, asked }

    private static func make(_ kind: Kind) -> CALayer {
        switch kind {
        case .plain: return CALayer()
        case .transform: return CATransformLayer()
        case .asked: return Asked()
        case .replicator:
            let layer = CAReplicatorLayer()
            layer.preservesDepth = true
            return layer
        }
    }

    /// Layers, each inside the one before it.
    private static func chain(
        _ count: Int = depth, of kind: Kind = .plain, prepare: (CALayer) -> Void = { _ in }
    ) -> (outermost: CALayer, innermost: CALayer) {
        let outermost = make(kind)
        prepare(outermost)
        var innermost = outermost
        for _ in 1..<count {
            let next = make(kind)
            prepare(next)
            innermost.addSublayer(next)
            innermost = next
        }
        return (outermost, innermost)
    }

    private static let side = CGRect(x: 0, y: 0, width: 10, height: 10)

    private static func host(_ layer: CALayer) -> LayerHost {
        let host = LayerHost(clock: VirtualClock())
        host.layer = layer
        CATransaction.flush()
        return host
    }

    @Test func `they are hosted, committed, framed and removed`() throws {
        try onSmallStack {
            var (outermost, innermost): (CALayer, CALayer) = Self.chain {
                $0.frame = Self.side
                $0.masksToBounds = true
            }
            innermost.backgroundColor = .black
            let root = CALayer()
            root.frame = Self.side
            root.addSublayer(outermost)
            let host = Self.host(root)
            #expect(host.frame(at: 0).layerCount == Self.depth + 1)
            #expect(host.frame(at: 0)[innermost]?.box == Self.side)
            innermost.opacity = 0
            CATransaction.flush()
            #expect(host.frame(at: 1)[innermost]?.opacity == 0)
            outermost.removeFromSuperlayer()
            CATransaction.flush()
            #expect(host.frame(at: 1).layerCount == 1)
            #expect(innermost.presentation() == nil)
            weak let gone = innermost
            (outermost, innermost) = (CALayer(), CALayer())
            #expect(gone == nil)
        }
    }

    @Test func `all of them may be animated, and have time of their own`() throws {
        try onSmallStack {
            var layers: [CALayer] = []
            let (outermost, innermost) = Self.chain(10_000) {
                $0.frame = Self.side
                layers.append($0)
            }
            let host = Self.host(outermost)
            CATransaction.begin()
            for layer in layers { layer.add(basic(from: 0, to: 1), forKey: nil) }
            CATransaction.commit()
            #expect(host.frame(at: 0.5)[innermost]?.opacity == 0.5)
            #expect(innermost.convertTime(3, from: nil) == 3)
            outermost.timeOffset = 0.25
            innermost.timeOffset = 0.25
            CATransaction.flush()
            #expect(innermost.convertTime(3, from: nil) == 3.5)
            #expect(innermost.convertTime(3.5, to: nil) == 3)
            #expect(host.frame(at: 0.25)[innermost]?.opacity == 0.75)
            #expect(innermost.presentation() != nil)
        }
    }

    @Test func `a point in them is found and converted`() throws {
        try onSmallStack {
            let (outermost, innermost) = Self.chain { $0.frame = CGRect(x: 0.5, y: 0, width: 10, height: 10) }
            let x = Double(Self.depth) * 0.5
            #expect(outermost.hitTest(CGPoint(x: x + 1, y: 1)) === innermost)
            #expect(outermost.hitTest(CGPoint(x: -1, y: 1)) == nil)
            #expect(innermost.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: x + 1, y: 1))
            #expect(innermost.convert(CGPoint(x: x + 1, y: 1), from: nil) == CGPoint(x: 1, y: 1))
            let box = innermost.convert(CGRect(x: 0, y: 0, width: 1, height: 1), to: outermost)
            #expect(isNear(box.minX, x - 0.5, within: 1e-6))
            #expect(!innermost.contentsAreFlipped())
        }
    }

    @Test func `a presentation of them is searched and converted too`() throws {
        try onSmallStack {
            let (outermost, innermost) = Self.chain(5_000) { $0.frame = Self.side }
            let host = Self.host(outermost)
            let hit = try #require(outermost.presentation()).hitTest(CGPoint(x: 1, y: 1))
            #expect(hit?.model() === innermost)
            #expect(innermost.presentation()?.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 1, y: 1))
            _ = host
        }
    }

    @Test(arguments: [Kind.transform, .replicator])
    func `layers that keep depth are searched`(kind: Kind) throws {
        try onSmallStack {
            let (outermost, innermost) = Self.chain(10_000, of: kind) { $0.frame = Self.side }
            let leaf = CALayer()
            leaf.frame = Self.side
            innermost.addSublayer(leaf)
            #expect(outermost.hitTest(CGPoint(x: 1, y: 1)) === leaf)
            #expect(leaf.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 1, y: 1))
        }
    }

    @Test(arguments: Seeds.first(1))
    func `the search below many layers finds what it would find below few`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let inner = RandomHits.tree(&random)
            let points = (0..<40).map { _ in CGPoint(x: random.number(100), y: random.number(100)) }
            let expected = points.map { inner.hitTest($0) }
            let (outermost, innermost) = Self.chain(200) { $0.frame = CGRect(x: 0, y: 0, width: 100, height: 100) }
            innermost.addSublayer(inner)
            for (point, hit) in zip(points, expected) {
                #expect(outermost.hitTest(point) === hit ?? innermost, "seed \(seed), \(point)")
            }
            inner.removeFromSuperlayer()
        }
    }

    @Test func `many layers beside each other below many layers are searched`() throws {
        try onSmallStack {
            let (outermost, innermost) = Self.chain(200) { $0.frame = Self.side }
            let leaves = (0..<20_000).map { _ in CALayer() }
            innermost.sublayers = leaves
            leaves[0].frame = Self.side
            #expect(outermost.hitTest(CGPoint(x: 1, y: 1)) === leaves[0])
        }
    }

    /// A layer that is asked by an override.
    private final class Asked: CALayer {
        override func hitTest(_ p: CGPoint) -> CALayer? { super.hitTest(p) }
    }

    @Test func `an overridden hit test that has no stack left finds nothing, and the program goes on`() throws {
        try onSmallStack {
            let (few, last) = Self.chain(150, of: .asked) { $0.frame = Self.side }
            #expect(few.hitTest(CGPoint(x: 1, y: 1)) === last)
            let (many, _) = Self.chain(of: .asked) { $0.frame = Self.side }
            #expect(many.hitTest(CGPoint(x: 1, y: 1)) != nil)
        }
    }

    @Test func `layout reaches them, and each is settled once`() throws {
        try onSmallStack {
            final class Counting: CALayoutManager {
                var count = 0
                func layoutSublayers(of layer: CALayer) {
                    count += 1
                    layer.sublayers?.first?.frame = layer.bounds
                }
            }
            let manager = Counting()
            let count = 10_000
            let (outermost, innermost) = Self.chain(count) { $0.layoutManager = manager }
            let host = Self.host(outermost)
            manager.count = 0
            outermost.frame = Self.side
            CATransaction.flush()
            #expect(manager.count == count && innermost.bounds.width == 10)
            outermost.frame.size.width = 20
            outermost.layoutIfNeeded()
            #expect(manager.count == 2 * count && innermost.bounds.width == 20)
            _ = host
        }
    }

    @Test func `layers that follow their superlayer's size follow`() throws {
        try onSmallStack {
            let (outermost, innermost) = Self.chain {
                $0.frame = Self.side
                $0.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
            }
            outermost.bounds.size = CGSize(width: 30, height: 20)
            #expect(innermost.frame == CGRect(x: 0, y: 0, width: 30, height: 20))
        }
    }

    @Test func `they are rendered`() throws {
        try onSmallStack {
            let (outermost, innermost) = Self.chain(10_000) { $0.frame = Self.side }
            innermost.backgroundColor = .black
            let engine = RecordingEngine()
            outermost.render(in: CGContext(engine: engine))
            #expect(engine.lines.count == 1)
        }
    }

    @Test func `masks may have masks`() throws {
        try onSmallStack {
            let outermost = CALayer()
            var last = outermost
            for _ in 0..<Self.depth {
                let mask = CALayer()
                last.mask = mask
                last = mask
            }
            let host = Self.host(outermost)
            #expect(host.frame(at: 0).layerCount == Self.depth + 1)
            #expect(last.presentation() != nil)
            outermost.mask = nil
            CATransaction.flush()
            #expect(last.presentation() == nil)
        }
    }

    @Test func `a hundred thousand of them are let go`() throws {
        try onSmallStack {
            var outermost: CALayer? = Self.chain(100_000).outermost
            weak let gone = outermost
            outermost = nil
            #expect(gone == nil)
        }
    }

    @Test func `a layer that goes finds its sublayers, and they go after it`() {
        final class Telling: CALayer {
            static let said = Guarded<[String]>([])
            deinit {
                let (name, count) = (name ?? "", sublayers?.count ?? 0)
                Self.said.withLock { $0.append("\(name) with \(count)") }
            }
        }
        do {
            let outer = Telling()
            outer.name = "outer"
            for name in ["first", "second"] {
                let layer = Telling()
                layer.name = name
                outer.addSublayer(layer)
                let inner = Telling()
                inner.name = "in \(name)"
                layer.addSublayer(inner)
            }
        }
        #expect(
            Telling.said.withLock { $0 }.sorted() == [
                "first with 1", "in first with 0", "in second with 0", "outer with 2", "second with 1",
            ])
        #expect(Telling.said.withLock { $0.first } == "outer with 2")
    }
}

/// Trees of layers that cover each other, in all the ways in which a hit test tells them apart.
enum RandomHits {
    static func tree(_ random: inout SeededGenerator, _ level: Int = 0) -> CALayer {
        let layer: CALayer
        switch Int(random.number(6)) {
        case 0: layer = CATransformLayer()
        case 1:
            let replicator = CAReplicatorLayer()
            replicator.preservesDepth = random.number(2) < 1
            layer = replicator
        case 2: layer = CAShapeLayer()
        default: layer = CALayer()
        }
        layer.frame = CGRect(
            x: random.number(40), y: random.number(40), width: 20 + random.number(60), height: 20 + random.number(60))
        layer.masksToBounds = random.number(3) < 1
        layer.isHidden = random.number(8) < 1
        layer.isGeometryFlipped = random.number(5) < 1
        layer.zPosition = random.number(2) < 1 ? 0 : random.number(9)
        if random.number(4) < 1 { layer.transform = CATransform3DMakeRotation(random.number(3), 0, 0.2, 1) }
        guard level < 4 else { return layer }
        for _ in 0..<Int(random.number(4)) { layer.addSublayer(tree(&random, level + 1)) }
        return layer
    }
}

extension SeededGenerator {
    /// From 0 to below a limit.
    fileprivate mutating func number(_ limit: Double) -> Double { Double.random(in: 0..<limit, using: &self) }
}
