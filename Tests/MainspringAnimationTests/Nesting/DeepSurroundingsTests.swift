import Foundation
import Locks
import Mainspring
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

/// What layers have from all those around them, asked of each of many.
@Suite(.timeLimit(.minutes(5))) struct DeepSurroundingsTests {
    private static let depth = 10_000

    @Test func `each of many layers finds its own time`() throws {
        try onSmallStack {
            let layers = DeepChain.make(Self.depth)
            let host = DeepChain.host(layers[0])
            for layer in layers { layer.timeOffset = 1 }
            for layer in layers { layer.add(basic(from: 0, to: 1) { $0.fillMode = .both }, forKey: nil) }
            CATransaction.flush()
            var wrong = 0
            for (index, layer) in layers.enumerated() {
                if layer.convertTime(0, from: nil) != Double(index + 1) { wrong += 1 }
                if layer.attached.first?.animation.beginTime != Double(index + 1) { wrong += 1 }
                if layer.presentation()?.opacity != 0 { wrong += 1 }
            }
            #expect(wrong == 0)
            #expect(host.frame(at: 0.5)[layers[Self.depth - 1]]?.opacity == 0.5)
        }
    }

    @Test func `time is found anew where a layer around has changed, has left or has come`() throws {
        let layers = DeepChain.make(300)
        let host = DeepChain.host(layers[0])
        let last = layers[299]
        #expect(last.convertTime(1, from: nil) == 1)
        layers[100].timeOffset = 2
        #expect(last.convertTime(1, from: nil) == 3 && layers[99].convertTime(1, from: nil) == 1)
        #expect(last.presentation()?.convertTime(1, from: nil) == 1)
        CATransaction.flush()
        #expect(last.presentation()?.convertTime(1, from: nil) == 3)
        layers[200].removeFromSuperlayer()
        #expect(last.convertTime(1, from: nil) == 1 && layers[199].convertTime(1, from: nil) == 3)
        layers[150].addSublayer(layers[200])
        #expect(last.convertTime(1, from: nil) == 3)
        let other = CALayer()
        other.speed = 2
        other.addSublayer(layers[120])
        #expect(last.convertTime(1, from: nil) == 2)
        _ = host
    }

    /// Reads a deep tree while it changes at random, and compares with what a walk from layer to layer finds.
    @Test(arguments: Seeds.first(4)) func `what was kept is never out of date`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let layers = DeepChain.make(400)
        let all = layers + [CALayer()]
        let host = DeepChain.host(layers[0])
        layers[5].timeOffset = 1
        for _ in 0..<150 {
            let layer = all[Int.random(in: 0..<all.count, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0: layer.timeOffset = Double(Int.random(in: 0..<4, using: &random))
            case 1: layer.isGeometryFlipped.toggle()
            case 2: layer.removeFromSuperlayer()
            case 3: all[Int.random(in: 0..<all.count, using: &random)].addSublayer(layer)
            case 4: all[Int.random(in: 0..<all.count, using: &random)].mask = layer
            default: layer.sublayers = layer.sublayers?.reversed()
            }
            for _ in 0..<4 {
                let asked = layers[Int.random(in: 200..<400, using: &random)]
                let around = Array(sequence(first: asked) { $0.superlayer })
                #expect(asked.contentsAreFlipped() == (around.count { $0.isGeometryFlipped } % 2 == 1), "seed \(seed)")
                #expect(asked.root == ObjectIdentifier(around[around.count - 1]), "seed \(seed)")
                let time = around.reversed().reduce(3.0) { $1.values.timing.map.local($0) }
                #expect(asked.convertTime(3, from: nil) == time, "seed \(seed)")
            }
        }
        _ = host
    }

    @Test func `a layer that goes leaves those inside it outermost`() {
        var layers = DeepChain.make(200)
        layers[0].isGeometryFlipped = true
        layers[10].isGeometryFlipped = true
        #expect(!layers[199].contentsAreFlipped())
        layers[9].removeFromSuperlayer()
        layers.removeFirst(10)
        #expect(layers[189].contentsAreFlipped())
        #expect(layers[189].root == ObjectIdentifier(layers[0]))
    }

    @Test func `each of many layers is drawn the right way up`() throws {
        final class Drawing: CALayer {
            static let flipped = Guarded(0)
            override func draw(in ctx: CGContext) {
                if ctx.ctm.d > 0 { Self.flipped.withLock { $0 += 1 } }
            }
        }
        try onSmallStack {
            let count = 5_000
            let layers = DeepChain.make(count, of: { Drawing() })
            let host = DeepChain.host(layers[0])
            layers[count / 2].isGeometryFlipped = true
            for layer in layers { layer.setNeedsDisplay() }
            CATransaction.flush()
            #expect(Drawing.flipped.withLock { $0 } == count / 2)
            for layer in layers { layer.setNeedsDisplay() }
            for layer in layers { layer.displayIfNeeded() }
            #expect(Drawing.flipped.withLock { $0 } == count)
            _ = host
        }
    }

    @Test func `the visible part inside many scroll layers is found, and scrolled to`() throws {
        try onSmallStack {
            let layers = DeepChain.make(Self.depth, of: { CAScrollLayer() })
            let last = layers[Self.depth - 1]
            #expect(last.visibleRect == DeepChain.side)
            layers[3].bounds.size = CGSize(width: 4, height: 3)
            // Where it was turned about its middle.
            #expect(last.visibleRect.size == CGSize(width: 4, height: 3))
            last.scrollRectToVisible(CGRect(x: 12, y: 0, width: 5, height: 5))
            #expect(layers[Self.depth - 2].bounds.minX == 7)
            let host = DeepChain.host(layers[0])
            #expect(last.presentation()?.visibleRect == last.visibleRect)
            _ = host
        }
    }

    @Test func `layers leave one by one, and are asked for their actions`() throws {
        final class Watching: CALayer {
            static let events = Guarded<[String: Int]>([:])
            override func action(forKey event: String) -> (any CAAction)? {
                Self.events.withLock { $0[event, default: 0] += 1 }
                return nil
            }
        }
        try onSmallStack {
            let root = CALayer()
            let host = DeepChain.host(root)
            let layers = DeepChain.make(Self.depth, of: { Watching() }, prepare: { _ in })
            Watching.events.withLock { $0 = [:] }
            root.addSublayer(layers[0])
            CATransaction.flush()
            #expect(Watching.events.withLock { $0[kCAOnOrderIn] } == Self.depth)
            for layer in layers.reversed() { layer.removeFromSuperlayer() }
            #expect(Watching.events.withLock { $0[kCAOnOrderOut] } == Self.depth)
            CATransaction.flush()
            #expect(host.frame(at: 0).layerCount == 1)
        }
    }

    @Test func `many layers move to a deep place`() throws {
        try onSmallStack {
            let count = 5_000
            let layers = DeepChain.make(count)
            let leaves = (0..<count).map { _ in CALayer() }
            let root = CALayer()
            root.sublayers = [layers[0]] + leaves
            let host = DeepChain.host(root)
            for leaf in leaves { layers[count - 1].addSublayer(leaf) }
            CATransaction.flush()
            #expect(host.frame(at: 0).layerCount == 2 * count + 1)
            leaves.playback.pause()
            #expect(leaves.playback.isPaused && leaves[count - 1].speed == 0)
            ([layers[7]] + leaves).playback.speed = 3
            #expect(layers[7].speed == 3 && leaves[0].speed == 0)
            _ = host
        }
    }
}
