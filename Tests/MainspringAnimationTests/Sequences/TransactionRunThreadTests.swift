import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct TransactionRunThreadTests {
    @Test func `it suspends until all animations that were added are over, and says whether they finished`()
        async throws
    {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            let finished = await CATransaction.run(duration: 0.5) {
                layer.opacity = 0
                layer.position = CGPoint(x: 5, y: 5)
            }
            #expect(finished && isNear(stage.now, 0.5, within: 1e-9) && layer.animationKeys() == nil)
        }
    }

    @Test func `without animations, or without a host, it returns in a later turn`() async throws {
        try await onActorStage { actor, stage in
            let whole1 = await CATransaction.run {}
            #expect(whole1)
            let loose = CALayer()
            let finished = await CATransaction.run { loose.add(CABasicAnimation(\.opacity, to: 0), forKey: nil) }
            #expect(!finished && stage.now == 0 && loose.animationKeys() == nil)
        }
    }

    @Test func `an animation that is removed or replaced makes it false`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            at(0.25) { layer.removeAnimation(forKey: "opacity") }
            let whole2 = await CATransaction.run(duration: 1) { layer.opacity = 0 }
            #expect(!whole2)
            #expect(isNear(stage.now, 0.25, within: 0.02))
            at(0.5) { layer.position.x = 100 }
            let whole3 = await CATransaction.run(duration: 1) { layer.position.x = 50 }
            #expect(!whole3)
            #expect(isNear(stage.now, 0.5, within: 0.02))
        }
    }

    @Test func `when the task is cancelled its animations are removed, those of blocks inside it too, and others stay`()
        async throws
    {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            let other = stage.addLayer()
            CATransaction.begin()
            CATransaction.setAnimationDuration(1e6)
            other.opacity = 0
            CATransaction.commit()
            var inner = 0
            var end = Double.nan
            let task = Task {
                _ = actor
                let finished = await CATransaction.run(duration: 5) {
                    layer.opacity = 0
                    CATransaction.setCompletionBlock { inner += 1 }
                    layer.position.x = 9
                }
                // To come back from the task takes time that the clock does not know of.
                end = stage.now
                return finished
            }
            at(0.5) { task.cancel() }
            #expect(await task.value == false)
            #expect(isNear(end, 0.5, within: 0.02) && layer.animationKeys() == nil)
            #expect(layer.opacity == 0 && layer.position.x == 9 && inner == 1)
            #expect(other.animationKeys() == ["opacity"])
        }
    }

    @Test func `in a task that is cancelled already the changes show at once`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            let task = Task {
                _ = actor
                withUnsafeCurrentTask { $0?.cancel() }
                let finished = await CATransaction.run(duration: 5) { layer.opacity = 0 }
                #expect(stage.now == 0)
                return finished
            }
            #expect(await task.value == false && layer.animationKeys() == nil)
        }
    }

    @Test func `inside an open explicit transaction it commits what is open, and ends`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            layer.position.x = 7
            let whole4 = await CATransaction.run(duration: 0.5) { layer.opacity = 0 }
            #expect(whole4)
            #expect(isNear(stage.now, 0.5, within: 1e-9))
            layer.position.x = 8
            CATransaction.commit()
            #expect(TransactionStack.current.levels.isEmpty)
        }
    }

    @Test func `and it says where that transaction began`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await onActorStage { actor, stage in
                CATransaction.begin(file: "Module/File.swift", line: 7)
                await CATransaction.run {}
                CATransaction.commit()
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("CATransaction.run is waited for inside the transaction begun at Module/File.swift:7"))
    }

    @Test func `a pending implicit transaction does not hold it up`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            layer.position.x = 7
            let whole5 = await CATransaction.run(duration: 0.5) { layer.opacity = 0 }
            #expect(whole5)
            #expect(isNear(stage.now, 0.5, within: 1e-9))
        }
    }

    @Test func `an error of the changes is thrown, and the transaction is closed`() async throws {
        try await onActorStage { actor, stage in
            await #expect(throws: CancellationError.self) {
                try await CATransaction.run { throw CancellationError() }
            }
            #expect(TransactionStack.current.levels.allSatisfy { $0.isImplicit })
        }
    }

    @Test func `its pace is that of animations that do not say so`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            let pace = CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)
            await CATransaction.run(duration: 0.5, timingFunction: pace) {
                layer.opacity = 0
                #expect(layer.animation(forKey: "opacity")?.timingFunction == pace)
                #expect(layer.animation(forKey: "opacity")?.duration == 0.5)
            }
            #expect(CATransaction.animationDuration() == 0.25)
        }
    }
}
