import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct TransactionValueThreadTests {
    @Test func `at first animations take a quarter of a second, at no pace of the transaction's, and actions run`()
        throws
    {
        try onStage { _ in
            #expect(CATransaction.animationDuration() == 0.25)
            #expect(CATransaction.animationTimingFunction() == nil)
            #expect(!CATransaction.disableActions())
            #expect(CATransaction.completionBlock() == nil)
        }
    }

    @Test func `the keys have Apple's names, and a value can be set under its key`() throws {
        #expect(kCATransactionAnimationDuration == "animationDuration")
        #expect(kCATransactionDisableActions == "disableActions")
        #expect(kCATransactionAnimationTimingFunction == "animationTimingFunction")
        #expect(kCATransactionCompletionBlock == "completionBlock")
        try onStage { stage in
            let pace = CAMediaTimingFunction(name: .easeIn)
            var calls = 0
            CATransaction.group {
                CATransaction.setValue(2, forKey: kCATransactionAnimationDuration)
                CATransaction.setValue(NSNumber(value: true), forKey: kCATransactionDisableActions)
                CATransaction.setValue(pace, forKey: kCATransactionAnimationTimingFunction)
                CATransaction.setValue({ calls += 1 } as () -> Void, forKey: kCATransactionCompletionBlock)
                #expect(CATransaction.animationDuration() == 2)
                #expect(CATransaction.disableActions())
                #expect(CATransaction.animationTimingFunction() === pace)
                #expect(CATransaction.value(forKey: "animationDuration") as? Double == 2)
                #expect(CATransaction.value(forKey: "disableActions") as? Bool == true)
                #expect(CATransaction.value(forKey: "animationTimingFunction") as? CAMediaTimingFunction === pace)
                (CATransaction.value(forKey: "completionBlock") as? () -> Void)?()
                #expect(calls == 1)
            }
            stage.turn()
            #expect(calls == 2)
        }
    }

    @Test func `a transaction inside another has its values, until it says otherwise, and what it says goes with it`()
        throws
    {
        try onStage { _ in
            let pace = CAMediaTimingFunction(name: .easeOut)
            CATransaction.begin()
            CATransaction.setAnimationDuration(3)
            CATransaction.setDisableActions(true)
            CATransaction.setAnimationTimingFunction(pace)
            CATransaction.setValue("outer", forKey: "own")
            CATransaction.begin()
            #expect(CATransaction.animationDuration() == 3)
            #expect(CATransaction.disableActions())
            #expect(CATransaction.animationTimingFunction() === pace)
            #expect(CATransaction.value(forKey: "own") as? String == "outer")
            CATransaction.setAnimationDuration(5)
            CATransaction.setDisableActions(false)
            CATransaction.setAnimationTimingFunction(nil)
            CATransaction.setValue("inner", forKey: "own")
            #expect(CATransaction.animationDuration() == 5)
            #expect(!CATransaction.disableActions())
            #expect(CATransaction.animationTimingFunction() == nil)
            #expect(CATransaction.value(forKey: "own") as? String == "inner")
            CATransaction.commit()
            #expect(CATransaction.animationDuration() == 3)
            #expect(CATransaction.disableActions())
            #expect(CATransaction.animationTimingFunction() === pace)
            #expect(CATransaction.value(forKey: "own") as? String == "outer")
            CATransaction.commit()
            #expect(CATransaction.animationDuration() == 0.25)
            #expect(!CATransaction.disableActions())
            #expect(CATransaction.value(forKey: "own") == nil)
        }
    }

    @Test func `a block under its key may be one that any thread can call`() throws {
        try onStage { stage in
            let calls = Guarded(0)
            let block: @Sendable () -> Void = { calls.withLock { $0 += 1 } }
            CATransaction.group { CATransaction.setValue(block, forKey: kCATransactionCompletionBlock) }
            stage.turn()
            #expect(calls.withLock { $0 } == 1)
        }
    }

    @Test func `any key is kept, one that was never set has nothing`() throws {
        try onStage { _ in
            CATransaction.group {
                #expect(CATransaction.value(forKey: "colour") == nil)
                CATransaction.setValue(7, forKey: "colour")
                CATransaction.setValue(["a": 1], forKey: "table")
                #expect(CATransaction.value(forKey: "colour") as? Int == 7)
                #expect(CATransaction.value(forKey: "table") as? [String: Int] == ["a": 1])
                CATransaction.setValue(nil, forKey: "colour")
                #expect(CATransaction.value(forKey: "colour") == nil)
            }
        }
    }

    @Test func `values of the wrong type under the known keys change nothing that counts`() throws {
        try onStage { _ in
            CATransaction.group {
                for key in ["animationDuration", "disableActions", "animationTimingFunction", "completionBlock"] {
                    CATransaction.setValue(["nothing", "of", "use"], forKey: key)
                }
                #expect(CATransaction.animationDuration() == 0.25)
                #expect(!CATransaction.disableActions())
                #expect(CATransaction.animationTimingFunction() == nil)
                #expect(CATransaction.completionBlock() == nil)
            }
        }
    }

    @Test func `a duration without begin counts for what changes up to the loop's next sleep`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.setAnimationDuration(2)
            layer.opacity = 0
            stage.turn()
            #expect(layer.animation(forKey: "opacity")?.duration == 2)
            #expect(CATransaction.animationDuration() == 0.25)
            layer.position.x = 5
            stage.turn()
            #expect(layer.animation(forKey: "position")?.duration == 0.25)
        }
    }

    @Test(arguments: [0, -1, .nan] as [Double])
    func `a duration that is none stands for a quarter of a second`(duration: Double) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setAnimationDuration(duration)
                layer.opacity = 0
            }
            stage.run(for: 0.25)
            #expect(layer.animationKeys() == nil)
            #expect(layer.presentation()?.opacity == 0)
        }
    }

    @Test func `each thread has transactions of its own`() throws {
        try onStage { _ in
            CATransaction.begin()
            CATransaction.setAnimationDuration(9)
            CATransaction.setDisableActions(true)
            let other = try onStage { _ -> [Double] in
                let duration = CATransaction.animationDuration()
                CATransaction.begin()
                CATransaction.setAnimationDuration(1)
                return [duration, CATransaction.animationDuration(), CATransaction.disableActions() ? 1 : 0]
            }
            #expect(other == [0.25, 1, 0])
            #expect(CATransaction.animationDuration() == 9)
            CATransaction.commit()
        }
    }

    @Test func `a commit, a flush or an unlock too many does nothing, on any thread`() throws {
        for _ in 0..<2 {
            try onStage { stage in
                for _ in 0..<3 {
                    CATransaction.commit()
                    CATransaction.flush()
                    CATransaction.unlock()
                }
                CATransaction.lock()
                CATransaction.lock()
                CATransaction.unlock()
                CATransaction.unlock()
                CATransaction.unlock()
                CATransaction.begin()
                CATransaction.commit()
                CATransaction.commit()
                let layer = stage.addLayer()
                layer.opacity = 0
                stage.turn()
                #expect(layer.animationKeys() == ["opacity"])
            }
        }
    }

    @Test func `the lock keeps other threads out until it was given back as often as it was taken`() throws {
        let inside = Guarded(0)
        let most = Guarded(0)
        let threads = (0..<3).map { _ in
            ObservedWork {
                for _ in 0..<200 {
                    CATransaction.lock()
                    CATransaction.lock()
                    let now = inside.withLock { count in
                        count += 1
                        return count
                    }
                    most.withLock { $0 = max($0, now) }
                    CATransaction.unlock()
                    inside.withLock { $0 -= 1 }
                    CATransaction.unlock()
                }
            }
        }
        for thread in threads { thread.wait() }
        #expect(most.withLock { $0 } == 1)
    }
}
