import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct AnimationSequenceThreadTests {
    /// A sequence that notes what happens, and when, in the stage's log.
    private static func notes(_ stage: Stage, _ a: CALayer, _ b: CALayer) -> AnimationSequence {
        func note(_ text: String) -> AnimationStep {
            perform { stage.log.append("\(text) at \((stage.now * 100).rounded() / 100)") }
        }
        return AnimationSequence {
            note("begin")
            animate(a, \.position, to: CGPoint(x: 10, y: 0), duration: 1)
            note("moved")
            pause(for: 0.5)
            note("paused")
            parallel {
                animate(a, \.opacity, to: 0.5, duration: 0.5)
                animate(b, \.opacity, to: 0.5, duration: 1)
                AnimationSequence {
                    animate(b, \.position.x, to: 10, duration: 0.5)
                    note("inner")
                    animate(b, \.position.x, to: 0, duration: 1)
                }
                note("beside")
            }
            note("end")
        }
    }

    private static let expected = [
        "begin at 0.0", "moved at 1.0", "paused at 1.5", "beside at 1.5", "inner at 2.0", "end at 3.0",
    ]

    @Test
    func `steps follow each other, parallel ones run beside each other, and sequences in them go on by themselves`()
        async throws
    {
        try await onActorStage { actor, stage in
            let sequence = Self.notes(stage, stage.addLayer(), stage.addLayer())
            let finished = await sequence.run()
            #expect(finished && isNear(stage.now, 3, within: 0.06))
            func starts(_ lines: [String]) -> [Substring] { lines.map { $0.prefix { $0 != "." } } }
            #expect(starts(stage.log) == starts(Self.expected))
        }
    }

    @Test func `it is a value: it runs without a task too, and more than once`() throws {
        try onStage { stage in
            let sequence = Self.notes(stage, stage.addLayer(), stage.addLayer())
            var results: [Bool] = []
            let run = sequence.start { results.append($0) }
            #expect(run.isRunning && results.isEmpty)
            stage.run(for: 3.2)
            #expect(results == [true] && !run.isRunning && stage.log.count == Self.expected.count)
            sequence.start { results.append($0) }
            stage.run(for: 3.2)
            #expect(results == [true, true] && stage.log.count == 2 * Self.expected.count)
            run.cancel()
            stage.run(for: 1)
            #expect(results.count == 2)
        }
    }

    /// How a sequence without animations is written, and what it does.
    @Test func `without animations the completion comes in a later turn`() throws {
        try onStage { stage in
            var results: [Bool] = []
            AnimationSequence {}.start { results.append($0) }
            AnimationSequence {
                for index in 0..<3 { perform { stage.log.append("\(index)") } }
                if stage.now > 0 { perform { stage.log.append("late") } } else { perform { stage.log.append("early") } }
                if stage.now > 0 { pause(for: 1) }
                parallel {}
                pause(for: -1)
                pause(for: .nan)
            }.start { results.append($0) }
            #expect(results.isEmpty && stage.log == ["0", "1", "2", "early"])
            stage.run(for: 0.1)
            #expect(results == [true, true])
        }
    }

    /// Instants of the sequence above, the keys that run then, and what comes before it ends.
    @Test(arguments: [(0.5, 1), (1.25, 2), (1.75, 4), (2.5, 5)])
    func `when its task is cancelled it removes what runs, begins nothing more, and says false`(
        time: Double, notes: Int
    ) async throws {
        try await onActorStage { actor, stage in
            let (a, b) = (stage.addLayer(), stage.addLayer())
            let sequence = Self.notes(stage, a, b)
            var end = Double.nan
            let task = Task {
                _ = actor
                let finished = await sequence.run()
                // To come back from the task takes time that the clock does not know of.
                end = stage.now
                return finished
            }
            at(time) { task.cancel() }
            let finished = await task.value
            #expect(!finished && isNear(end, time, within: 0.02))
            #expect(a.animationKeys() == nil && b.animationKeys() == nil)
            #expect(stage.log.count == notes)
        }
    }

    @Test func `a run is cancelled at once, and its completion comes with false`() throws {
        try onStage { stage in
            let (a, b) = (stage.addLayer(), stage.addLayer())
            var results: [Bool] = []
            let run = Self.notes(stage, a, b).start { results.append($0) }
            stage.run(for: 1.75)
            run.cancel()
            #expect(a.animationKeys() == nil && b.animationKeys() == nil && results.isEmpty)
            run.cancel()
            stage.run(for: 2)
            #expect(results == [false] && !run.isRunning && stage.log.count == 4)
        }
    }

    @Test func `a run that a step cancels begins nothing more, beside that step either`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var results: [Bool] = []
            var run: AnimationRun?
            run = AnimationSequence {
                pause(for: 0.5)
                parallel {
                    perform { run?.cancel() }
                    perform { stage.log.append("beside") }
                    animate(layer, \.opacity, to: 0, duration: 1)
                }
                perform { stage.log.append("after") }
            }.start { results.append($0) }
            stage.run(for: 1)
            #expect(results == [false] && stage.log.isEmpty && layer.animationKeys() == nil)
            run = nil
        }
    }

    @Test func `a task that is cancelled already begins nothing`() async throws {
        try await onActorStage { actor, stage in
            let sequence = Self.notes(stage, stage.addLayer(), stage.addLayer())
            let task = Task {
                _ = actor
                withUnsafeCurrentTask { $0?.cancel() }
                return await sequence.run()
            }
            let finished = await task.value
            #expect(!finished && stage.log.isEmpty && stage.now == 0)
        }
    }

    @Test func `an animation that is removed from outside ends it with false, after what runs beside it`() throws {
        try onStage { stage in
            let (a, b) = (stage.addLayer(), stage.addLayer())
            var results: [Bool] = []
            Self.notes(stage, a, b).start { results.append($0) }
            stage.run(for: 1.75)
            a.removeAnimation(forKey: "opacity")
            stage.run(for: 0.1)
            #expect(results.isEmpty && b.animationKeys() == ["opacity", "position.x"])
            stage.run(for: 2)
            #expect(results == [false] && stage.log.last?.hasPrefix("inner") == true)
        }
    }

    @Test func `inside an explicit transaction it begins with its commit`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var results: [Bool] = []
            CATransaction.begin()
            AnimationSequence { animate(layer, \.opacity, to: 0, duration: 0.5) }.start { results.append($0) }
            stage.run(for: 0.25)
            #expect(layer.presentation()?.opacity == 1)
            CATransaction.commit()
            stage.run(for: 0.55)
            #expect(results == [true] && layer.presentation()?.opacity == 0)
        }
    }

    @Test func `inside an explicit transaction an awaited one commits what is open, and ends`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            let finished = await AnimationSequence { animate(layer, \.opacity, to: 0, duration: 0.5) }.run()
            CATransaction.commit()
            #expect(finished && isNear(stage.now, 0.5, within: 1e-9))
        }
    }

    @Test func `many steps that take no time need no deep stack`() throws {
        try onStage { stage in
            var count = 0
            var finished = false
            AnimationSequence {
                for _ in 0..<50_000 { perform { count += 1 } }
            }.start { finished = $0 }
            stage.run(for: 0.1)
            #expect(count == 50_000 && finished)
        }
    }
}
