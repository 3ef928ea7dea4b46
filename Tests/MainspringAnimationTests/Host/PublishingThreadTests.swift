import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct PublishingThreadTests {
    /// A layer one of whose keys changes another layer when it is read.
    private final class Meddling: CALayer {
        var isMeddling = false
        let other = CALayer()

        override func value(forKey key: String) -> Any? {
            if isMeddling, key == "own" { other.zPosition += 1 }
            return super.value(forKey: key)
        }
    }

    @Test func `what is changed while a commit publishes is published with the next one`() throws {
        try onStage { stage in
            let layer = Meddling()
            stage.root.addSublayer(layer)
            stage.root.addSublayer(layer.other)
            layer.other.actions = ["zPosition": NSNull()]
            layer.setValue(1.0, forKey: "own")
            CATransaction.flush()
            let animation = CABasicAnimation(keyPath: "own")
            animation.fromValue = 0.0
            animation.duration = 1
            layer.isMeddling = true
            layer.add(animation, forKey: nil)
            CATransaction.flush()
            layer.isMeddling = false
            let z = layer.other.zPosition
            #expect(z > 0)
            stage.run(for: 0.1)
            #expect(layer.other.presentation()?.zPosition == z)
            layer.other.zPosition = 50
            CATransaction.flush()
            #expect(layer.other.presentation()?.zPosition == 50)
        }
    }

    @Test func `a transaction of no duration changes at once, and tells so`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setAnimationDuration(0)
            CATransaction.setCompletionBlock { stage.log.append("over at \(stage.now)") }
            layer.opacity = 0
            CATransaction.commit()
            #expect(layer.presentation()?.opacity == 0)
            stage.run(for: 0.1)
            #expect(stage.log == ["over at 0.0"])
            #expect(layer.presentation()?.opacity == 0 && layer.animationKeys() == nil)
        }
    }

    @Test func `a frame knows no layer of another host, and none that has a place later`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let frame = stage.host.frame(at: 0)
            let other = LayerHost(clock: stage.clock)
            let stranger = CALayer()
            other.layer = stranger
            CATransaction.flush()
            #expect(frame[layer] != nil && frame[stranger] == nil)
            layer.removeFromSuperlayer()
            CATransaction.flush()
            let later = stage.addLayer("later")
            #expect(frame[later] == nil && frame[layer] == nil)
            #expect(stage.host.frame(at: 0)[later] != nil)
        }
    }

    @Test func `the deepest group that loses an animation is known to all around it`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var groups: [CompletionGroup?] = []
            for _ in 0..<3 {
                CATransaction.begin()
                groups.append(TransactionStack.current.setCompletionBlock({}, isBatch: true))
            }
            layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
            for _ in 0..<3 { CATransaction.commit() }
            layer.removeAnimation(forKey: "fade")
            stage.turn()
            #expect(groups.map { $0?.allFinished } == [false, false, false])
        }
    }

    @Test func `a presentation has emitter cells of its own`() throws {
        try onStage { stage in
            let layer = CAEmitterLayer()
            let cell = CAEmitterCell()
            cell.birthRate = 3
            layer.emitterCells = [cell]
            stage.root.addSublayer(layer)
            CATransaction.flush()
            layer.presentation()?.emitterCells?.first?.birthRate = 9
            #expect(cell.birthRate == 3)
            cell.birthRate = 5
            #expect(layer.presentation()?.emitterCells?.first?.birthRate == 3)
        }
    }

    /// A drawing delegate that asks for something while it draws.
    private final class Asking: CALayerDelegate {
        var asks: (CALayer) -> Void = { _ in }
        var draws = 0
        var layouts = 0

        func display(_ layer: CALayer) {
            draws += 1
            asks(layer)
        }

        func layoutSublayers(of layer: CALayer) { layouts += 1 }
    }

    @Test func `layout that is asked for while drawing is done in the same commit, another drawing with the next`()
        throws
    {
        try onStage { stage in
            let layer = stage.addLayer()
            let delegate = Asking()
            layer.delegate = delegate
            delegate.asks = {
                $0.setNeedsLayout()
                $0.setNeedsDisplay()
            }
            layer.setNeedsDisplay()
            CATransaction.flush()
            #expect(delegate.draws == 1 && delegate.layouts == 1 && layer.needsDisplay())
            delegate.asks = { _ in }
            stage.root.opacity = 0.5
            CATransaction.flush()
            #expect(delegate.draws == 2 && !layer.needsDisplay())
        }
    }

    @Test func `layout that brings a layer each time that wants layout too comes to an end`() throws {
        final class Breeding: CALayer {
            static let count = Guarded(0)

            override func layoutSublayers() {
                Self.count.withLock { $0 += 1 }
                let child = Breeding()
                addSublayer(child)
                child.setNeedsLayout()
            }
        }
        try onStage { stage in
            let layer = Breeding()
            stage.root.addSublayer(layer)
            layer.setNeedsLayout()
            try #require(stage.root.context).layoutLimit = 500
            CATransaction.flush()
            // Beside the few that there are at first.
            #expect((400...550).contains(Breeding.count.withLock { $0 }))
        }
    }

    /// On the system's clock, whose frames are made on a thread of their own.
    @Test func `a delegate goes on the thread that committed its animation`() throws {
        final class Delegate: CAAnimationDelegate {
            let gone: @Sendable () -> Void
            init(_ gone: @escaping @Sendable () -> Void) { self.gone = gone }
            deinit { gone() }
        }
        let thread = RunLoopThread(name: "committer")
        defer { thread.stop() }
        let ends = Guarded<[Bool]>([])
        let count = 20
        let allGone = Handshake("a delegate's end")
        let hosts = Guarded<[LayerHost]>([])
        try thread.performAndWait {
            for _ in 0..<count {
                let host = LayerHost(framesPerSecond: 1000)
                let layer = CALayer()
                host.layer = CALayer()
                host.layer?.addSublayer(layer)
                CATransaction.flush()
                let animation = CABasicAnimation(keyPath: "opacity")
                animation.fromValue = 0
                animation.duration = 0.002
                animation.delegate = Delegate {
                    ends.withLock { $0.append(thread.isCurrent) }
                    allGone.tell()
                }
                layer.add(animation, forKey: nil)
                CATransaction.flush()
                hosts.withLock { $0.append(host) }
            }
        }
        try allGone.wait(count)
        #expect(ends.withLock { $0 } == Array(repeating: true, count: count))
        try thread.performAndWait { hosts.withLock { $0 = [] } }
    }
}
