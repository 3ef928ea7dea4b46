import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct CompletionBlockTests {
    @Test func `an empty transaction's block is not called by commit, but in the next turn, once`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("called") }
            CATransaction.commit()
            #expect(stage.log == [])
            stage.turn()
            #expect(stage.log == ["called"])
            stage.turn()
            #expect(stage.log == ["called"])
        }
    }

    @Test func `two blocks of one transaction are both called, and the last one is current`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("first") }
            CATransaction.setCompletionBlock { stage.log.append("second") }
            CATransaction.completionBlock()?()
            #expect(stage.log == ["second"])
            CATransaction.commit()
            stage.turn()
            #expect(stage.log.sorted() == ["first", "second", "second"])
        }
    }

    @Test func `after nil there is no block, and the one before it is still called`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("called") }
            CATransaction.setCompletionBlock(nil)
            #expect(CATransaction.completionBlock() == nil)
            CATransaction.commit()
            stage.turn()
            #expect(stage.log == ["called"])
        }
    }

    @Test func `a transaction inside another has its block, which is called once, after its own has ended`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("called") }
            CATransaction.begin()
            #expect(CATransaction.completionBlock() != nil)
            CATransaction.commit()
            stage.run(for: 1)
            #expect(stage.log == [])
            CATransaction.commit()
            #expect(stage.log == [])
            stage.run(for: 1)
            #expect(stage.log == ["called"])
        }
    }

    @Test func `a transaction that stays open over turns is not committed by the loop, and its block waits`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("called") }
            layer.opacity = 0
            for _ in 0..<5 { stage.run(for: 0.5) }
            #expect(stage.log == [])
            #expect(layer.presentation()?.opacity == 1)
            CATransaction.commit()
            stage.run(for: 0.2)
            #expect(stage.log == [])
            stage.run(for: 0.1)
            #expect(stage.log == ["called"])
            #expect(layer.presentation()?.opacity == 0)
        }
    }

    @Test func `the block of an implicit transaction is called too`() throws {
        try onStage { stage in
            CATransaction.setCompletionBlock { stage.log.append("called") }
            #expect(CATransaction.completionBlock() != nil)
            stage.run(for: 0.1)
            #expect(stage.log == ["called"])
            #expect(CATransaction.completionBlock() == nil)
        }
    }

    @Test func `the block waits for the animations that were added while it was current, and for no others`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            layer.add(basic(from: 0, to: 1, duration: 4), forKey: "before")
            CATransaction.setCompletionBlock { stage.log.append("first \(stage.now)") }
            layer.add(basic(from: 0, to: 1, duration: 1), forKey: "first")
            CATransaction.setCompletionBlock { stage.log.append("second \(stage.now)") }
            layer.add(basic(from: 0, to: 1, duration: 2), forKey: "second")
            CATransaction.setCompletionBlock(nil)
            layer.add(basic(from: 0, to: 1, duration: 3), forKey: "after")
            CATransaction.commit()
            stage.run(for: 5)
            #expect(stage.log == ["first 1.0", "second 2.0"])
        }
    }

    @Test func `the block comes with the last of several animations, on several layers`() throws {
        try onStage { stage in
            let layers = [stage.addLayer(), stage.addLayer()]
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("\(stage.now)") }
            layers[0].add(basic(duration: 2), forKey: nil)
            CATransaction.begin()
            layers[1].add(basic(duration: 0.5), forKey: nil)
            CATransaction.commit()
            CATransaction.commit()
            stage.run(for: 3)
            #expect(stage.log == ["2.0"])
        }
    }

    enum End: CaseIterable, Sendable { case removed, replaced, allRemoved, layerGone, hostless }

    @Test(arguments: End.allCases)
    func `an animation that does not finish counts as over`(end: End) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("\(stage.now)") }
            (end == .hostless ? CALayer() : layer).add(basic(duration: 9), forKey: "key")
            CATransaction.commit()
            if end != .hostless { stage.run(for: 1) }
            #expect(stage.log == [])
            switch end {
            case .removed: layer.removeAnimation(forKey: "key")
            case .replaced: layer.add(basic(duration: 1), forKey: "key")
            case .allRemoved: layer.removeAllAnimations()
            case .layerGone: layer.removeFromSuperlayer()
            case .hostless: break
            }
            #expect(stage.log == [])
            stage.run(for: 1)
            #expect(stage.log == [end == .hostless ? "0.0" : "1.0"])
        }
    }

    static let endless: [@Sendable (CABasicAnimation) -> Void] = [
        { $0.repeatCount = .infinity }, { $0.repeatDuration = .infinity }, { $0.duration = .infinity },
        { $0.speed = 0 }, { $0.repeatCount = .greatestFiniteMagnitude },
    ]

    @Test(arguments: endless.indices)
    func `an animation without an end keeps the block until it is removed`(index: Int) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("called") }
            layer.add(basic(from: 0, to: 1, Self.endless[index]), forKey: "endless")
            CATransaction.commit()
            stage.run(for: 10)
            #expect(stage.log == [])
            #expect(layer.animationKeys() == ["endless"])
            layer.removeAnimation(forKey: "endless")
            stage.turn()
            #expect(stage.log == ["called"])
        }
    }

    @Test func `an animation that stays counts as over at its end`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("\(stage.now)") }
            layer.add(basic { $0.isRemovedOnCompletion = false }, forKey: "stays")
            CATransaction.commit()
            stage.run(for: 2)
            #expect(stage.log == ["1.0"])
            #expect(layer.animationKeys() == ["stays"])
        }
    }

    @Test func `an outer block does not wait for animations that the block of a transaction inside waits for`() throws {
        for lengths in [(1.0, 2.0), (2.0, 1.0)] {
            try onStage { stage in
                let layer = stage.addLayer()
                CATransaction.begin()
                CATransaction.setCompletionBlock { stage.log.append("outer \(stage.now)") }
                layer.add(basic(duration: lengths.0), forKey: "outer")
                CATransaction.begin()
                CATransaction.setCompletionBlock { stage.log.append("inner \(stage.now)") }
                layer.add(basic(duration: lengths.1), forKey: "inner")
                CATransaction.commit()
                CATransaction.commit()
                stage.run(for: 3)
                let expected = ["outer \(lengths.0)", "inner \(lengths.1)"]
                #expect(stage.log == (lengths.0 < lengths.1 ? expected : expected.reversed()))
            }
        }
    }

    @Test func `the block is called once for implicit animations, also where one takes another's place`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("\(stage.now)") }
            layer.opacity = 0.5
            layer.opacity = 0
            layer.position.x = 9
            CATransaction.commit()
            stage.run(for: 1)
            #expect(stage.log == ["0.25"])
        }
    }

    @Test func `without actions there is nothing to wait for`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            CATransaction.setCompletionBlock { stage.log.append("\(stage.now)") }
            layer.opacity = 0
            CATransaction.commit()
            stage.run(for: 1)
            #expect(stage.log == ["0.0"])
            #expect(layer.animationKeys() == nil)
            #expect(layer.presentation()?.opacity == 0)
        }
    }

    @Test func `what a block holds is let go of after the call`() throws {
        try onStage { stage in
            final class Held {}
            weak var weakly: Held?
            do {
                let held = Held()
                weakly = held
                CATransaction.begin()
                CATransaction.setCompletionBlock { stage.log.append("\(type(of: held))") }
                CATransaction.commit()
            }
            #expect(weakly != nil)
            stage.turn()
            #expect(stage.log == ["Held"])
            #expect(weakly == nil)
        }
    }
}
