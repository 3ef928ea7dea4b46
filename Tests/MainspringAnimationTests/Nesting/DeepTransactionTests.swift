import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

/// Transactions in transactions, on a small stack: each costs the same, however many are around it.
@Suite(.timeLimit(.minutes(5))) struct DeepTransactionTests {
    private static let depth = 100_000

    @Test func `what the outermost of many transactions says is read in all of them`() throws {
        try onSmallStack {
            let pace = CAMediaTimingFunction(name: .easeIn)
            CATransaction.begin()
            CATransaction.setAnimationDuration(2)
            CATransaction.setAnimationTimingFunction(pace)
            CATransaction.setDisableActions(true)
            CATransaction.setValue("outer", forKey: "own")
            var wrong = 0
            for _ in 0..<Self.depth {
                CATransaction.begin()
                let isRight =
                    CATransaction.animationDuration() == 2 && CATransaction.animationTimingFunction() === pace
                    && CATransaction.disableActions() && CATransaction.value(forKey: "own") as? String == "outer"
                    && CATransaction.value(forKey: "another") == nil
                if !isRight { wrong += 1 }
            }
            for _ in 0...Self.depth { CATransaction.commit() }
            #expect(wrong == 0)
            #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
            #expect(CATransaction.value(forKey: "own") == nil)
        }
    }

    @Test func `what each of many transactions says goes with it`() throws {
        try onSmallStack {
            for number in 0..<Self.depth {
                CATransaction.begin()
                CATransaction.setAnimationDuration(Double(number))
                CATransaction.setDisableActions(number % 3 == 0)
                CATransaction.setValue(number, forKey: "own")
                // A key of its own, which none around it has.
                CATransaction.setValue(number, forKey: "key \(number)")
                if number % 2 == 0 { CATransaction.setValue(number, forKey: "even") }
            }
            var wrong = 0
            for number in (0..<Self.depth).reversed() {
                let isRight =
                    CATransaction.animationDuration() == Double(number)
                    && CATransaction.disableActions() == (number % 3 == 0)
                    && CATransaction.value(forKey: "own") as? Int == number
                    && CATransaction.value(forKey: "key \(number)") as? Int == number
                    && CATransaction.value(forKey: "key \(number + 1)") == nil
                    && CATransaction.value(forKey: "even") as? Int == number / 2 * 2
                if !isRight { wrong += 1 }
                CATransaction.commit()
            }
            #expect(wrong == 0)
            #expect(CATransaction.value(forKey: "own") == nil)
        }
    }

    /// Layers in a host that nobody moves.
    private static func makeLayers(_ count: Int) -> (host: LayerHost, layers: [CALayer]) {
        let host = LayerHost(clock: VirtualClock())
        host.layer = CALayer()
        let layers = (0..<count).map { _ in CALayer() }
        host.layer?.sublayers = layers
        CATransaction.flush()
        return (host, layers)
    }

    @Test func `an animation in each of many transactions ends, and all their blocks come`() throws {
        try onSmallStack {
            let (host, layers) = Self.makeLayers(5_000)
            makeLoopRun()
            let called = Guarded(0)
            for layer in layers {
                CATransaction.begin()
                CATransaction.setCompletionBlock { called.withLock { $0 += 1 } }
                layer.add(basic(from: 0, to: 1), forKey: "key")
            }
            for _ in layers { CATransaction.commit() }
            #expect(called.withLock { $0 } == 0)
            for layer in layers { layer.removeAllAnimations() }
            while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
            #expect(called.withLock { $0 } == layers.count)
            _ = host
        }
    }

    @Test func `animations of groups in groups are removed with the outermost`() throws {
        try onSmallStack {
            let (host, layers) = Self.makeLayers(5_000)
            makeLoopRun()
            let stack = TransactionStack.current
            var groups: [CompletionGroup] = []
            for (number, layer) in layers.enumerated() {
                stack.begin(file: #fileID, line: #line)
                // Of those between them nobody asks for the removal.
                let made = stack.setCompletionBlock({}, isBatch: number % 2 == 0)
                groups.append(try #require(made))
                layer.add(basic(from: 0, to: 1), forKey: "key")
            }
            for _ in layers { stack.commit() }
            groups[10].removeAnimations()
            #expect(layers.firstIndex { $0.animationKeys() == nil } == 10)
            #expect(layers[10...].allSatisfy { $0.animationKeys() == nil })
            groups[0].removeAnimations()
            #expect(layers.allSatisfy { $0.animationKeys() == nil })
            while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
            #expect(!groups[0].allFinished && !groups[1].allFinished)
            _ = host
        }
    }
}
