import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

/// Groups in groups, transactions in transactions, cells in cells: on a small stack.
@Suite(.timeLimit(.minutes(5))) struct DeepGroupTests {
    private static func nested(_ count: Int, _ innermost: CAAnimation) -> CAAnimation {
        var animation = innermost
        for _ in 0..<count {
            let group = CAAnimationGroup()
            group.duration = 1
            group.animations = [animation]
            animation = group
        }
        return animation
    }

    @Test func `an animation runs in a hundred thousand groups, each inside the next`() throws {
        try onSmallStack {
            let clock = VirtualClock()
            let host = LayerHost(clock: clock)
            let layer = CALayer()
            host.layer = CALayer()
            host.layer?.addSublayer(layer)
            CATransaction.flush()
            layer.add(Self.nested(100_000, basic(from: 0, to: 1)), forKey: "key")
            CATransaction.flush()
            #expect(host.frame(at: 0.5)[layer]?.opacity == 0.5)
            #expect(explain(layer, "opacity").animations.count == 1)
            layer.removeAnimation(forKey: "key")
            CATransaction.flush()
            #expect(host.frame(at: 0.5)[layer]?.opacity == 1)
        }
    }

    @Test func `a group of a hundred thousand animations is copied and committed`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let group = CAAnimationGroup()
            group.duration = 1
            let animation = basic(from: 0, to: 1)
            group.animations = Array(repeating: animation, count: 100_000)
            layer.add(group, forKey: "key")
            CATransaction.flush()
            #expect((layer.animation(forKey: "key") as? CAAnimationGroup)?.animations?.count == 100_000)
            #expect(stage.host.frame(at: 0.5)[layer]?.opacity == 0.5)
        }
    }

    @Test func `a group that is inside itself is left out there`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let group = CAAnimationGroup()
            group.duration = 1
            let between = CAAnimationGroup()
            between.duration = 1
            between.animations = [group, basic("zPosition", from: 0, to: 1)]
            group.animations = [group, between, basic(from: 0, to: 1)]
            layer.add(group, forKey: "key")
            CATransaction.flush()
            let frame = stage.host.frame(at: 0.5)
            #expect(frame[layer]?.opacity == 0.5)
            #expect((layer.animation(forKey: "key") as? CAAnimationGroup)?.animations?.count == 2)
            group.animations = nil
        }
    }

    /// A group of one's own.
    private final class Own: CAAnimationGroup {}

    @Test func `a group of one's own that is inside itself is left out too`() throws {
        let group = Own()
        group.animations = [group, CABasicAnimation(keyPath: "opacity")]
        let copy = try #require(group.copy() as? Own)
        #expect(copy.animations?.count == 1)
        group.animations = nil
    }

    @Test func `groups that are used again and again have one copy each, and end`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var animation: CAAnimation = basic(from: 0, to: 1)
            for _ in 0..<60 {
                let group = CAAnimationGroup()
                group.duration = 1
                group.animations = [animation, animation]
                animation = group
            }
            let copy = try #require(animation.copy() as? CAAnimationGroup)
            #expect(copy.animations?.first === copy.animations?.last)
            let commit = AnimationCommit(most: 1000, target: { layer.animationTarget($0) })
            var why: [String] = []
            let made = commit.tracks(of: copy) { why.append($0.description) }.all
            #expect(made.count < 1000)
            #expect(why.count == 1 && why.first?.contains("it has more than 1000 animations") == true)
        }
    }

    @Test func `transactions in transactions end, whoever is over last`() throws {
        try onSmallStack {
            let count = 100_000
            makeLoopRun()
            let called = Guarded(0)
            for _ in 0..<count {
                CATransaction.begin()
                CATransaction.setCompletionBlock { called.withLock { $0 += 1 } }
            }
            for _ in 0..<count { CATransaction.commit() }
            while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
            #expect(called.withLock { $0 } == count)
        }
    }

    @Test func `particles in particles are copied, shown and let go`() throws {
        try onSmallStack {
            let count = 100_000
            var cell = CAEmitterCell()
            cell.name = "a"
            cell.birthRate = 3
            for _ in 0..<count {
                let outer = CAEmitterCell()
                outer.name = "a"
                outer.emitterCells = [cell]
                cell = outer
            }
            let layer = CAEmitterLayer()
            layer.emitterCells = [cell]
            let host = LayerHost(clock: VirtualClock())
            host.layer = layer
            CATransaction.flush()
            let shown = layer.presentation()?.emitterCells?.first
            #expect(shown != nil && shown !== cell)
            let path = String(repeating: "emitterCells.a.", count: 2001) + "birthRate"
            #expect(layer.value(forKeyPath: path) as? Float == 0)
            let whole = String(repeating: "emitterCells.a.", count: count + 1) + "birthRate"
            #expect(layer.value(forKeyPath: whole) as? Float == 3)
        }
    }

    @Test func `a cell cannot be inside itself, however it came there`() {
        let cells = (0..<3).map { _ in CAEmitterCell() }
        cells[0].emitterCells = [cells[1]]
        cells[1].emitterCells = [cells[2]]
        cells[2].emitterCells = [cells[0]]
        #expect(cells[2].emitterCells == nil)
        cells[0].emitterCells = [cells[0]]
        #expect(cells[0].emitterCells?.first === cells[1])
    }
}
