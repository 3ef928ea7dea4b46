import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct RendererTests {
    @Test func `a renderer makes the frames that it is told to make, at their times`() throws {
        try onStage { stage in
            var drawn: [(Double, CGRect)] = []
            let renderer = CARenderer { frame, part in drawn.append((frame.time, part)) }
            renderer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            let root = CALayer()
            let box = CALayer()
            box.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            root.addSublayer(box)
            renderer.layer = root
            CATransaction.flush()

            renderer.beginFrame(atTime: 1)
            #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 10, height: 10))
            #expect(renderer.nextFrameTime() == .infinity)
            renderer.render()
            renderer.endFrame()
            #expect(drawn.map(\.0) == [1])

            renderer.beginFrame(atTime: 2)
            #expect(renderer.updateBounds().isNull)
            renderer.render()
            renderer.addUpdate(CGRect(x: 90, y: 90, width: 20, height: 20))
            #expect(renderer.updateBounds() == CGRect(x: 90, y: 90, width: 10, height: 10))
            renderer.endFrame()
            #expect(drawn.count == 1)

            let move = CABasicAnimation(keyPath: "position.x")
            move.fromValue = 5
            move.toValue = 45
            move.duration = 1
            move.beginTime = 3
            move.delegate = LoggingDelegate("move", stage)
            box.add(move, forKey: nil)
            CATransaction.flush()
            renderer.beginFrame(atTime: 2.5)
            #expect(renderer.nextFrameTime() == 3)
            renderer.endFrame()
            renderer.beginFrame(atTime: 3.5)
            #expect(renderer.nextFrameTime() == 3.5)
            #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 30, height: 10))
            renderer.endFrame()
            renderer.beginFrame(atTime: 5)
            renderer.endFrame()
            stage.turn()
            #expect(stage.log == ["move began", "move finished"])
        }
    }

    @Test func `a frame in a frame, or at no time, is refused`() throws {
        try onStage { _ in
            let renderer = CARenderer { _, _ in }
            renderer.layer = CALayer()
            CATransaction.flush()
            renderer.beginFrame(atTime: .nan)
            renderer.beginFrame(atTime: 1)
            renderer.beginFrame(atTime: 2)
            #expect(renderer.nextFrameTime() == .infinity)
            renderer.endFrame()
            #expect(renderer.updateBounds().isNull)
        }
    }
}
