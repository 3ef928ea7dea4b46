import Foundation
import Mainspring
import SeededRandom
import Testing

@testable import MainspringAnimation

/// Sequences in sequences, on a small stack.
@Suite(.timeLimit(.minutes(5))) struct DeepSequenceTests {
    private static let depth = 20_000

    enum Kind: CaseIterable, Sendable {
        /// A sequence that has nothing but the next one.
        case alone
        /// The next one is among other steps.
        case among
        /// The next one runs beside another step.
        case beside

        func around(_ inner: AnimationSequence, _ body: @escaping () -> Void) -> AnimationSequence {
            switch self {
            case .alone: AnimationSequence { inner }
            case .among:
                AnimationSequence {
                    perform(body)
                    inner
                    perform(body)
                }
            case .beside:
                AnimationSequence {
                    parallel {
                        perform(body)
                        inner
                        perform(body)
                    }
                }
            }
        }

        /// What is called with each level.
        var calls: Int { self == .alone ? 0 : 2 }
    }

    /// What is noted on the thread that plays.
    private final class Notes {
        var calls = 0
        var results: [Bool] = []
    }

    /// Lets the thread's loop go round until a sequence has ended.
    private static func runLoop(until isOver: () -> Bool) {
        while !isOver(), CFRunLoopRunInMode(.defaultMode, 1, true) == .handledSource {}
    }

    /// Sequences, each inside the next.
    private static func nested(
        _ kind: Kind, _ notes: Notes, around innermost: AnimationSequence
    ) -> AnimationSequence {
        var sequence = innermost
        for _ in 0..<depth { sequence = kind.around(sequence) { notes.calls += 1 } }
        return sequence
    }

    @Test(arguments: Kind.allCases)
    func `thousands of sequences, each inside the next, are played and let go`(kind: Kind) throws {
        try onSmallStack {
            let notes = Notes()
            weak var gone: Notes?
            do {
                let held = Notes()
                gone = held
                let sequence = Self.nested(
                    kind, notes,
                    around: AnimationSequence {
                        pause(for: 0)
                        perform { held.calls += 1 }
                    })
                for _ in 0..<2 { sequence.start { notes.results.append($0) } }
                Self.runLoop { notes.results.count == 2 }
                #expect(held.calls == 2)
            }
            #expect(notes.results == [true, true])
            #expect(notes.calls == 2 * Self.depth * kind.calls)
            #expect(gone == nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func `they are cancelled`(kind: Kind) throws {
        try onSmallStack {
            makeLoopRun()
            let host = LayerHost(clock: VirtualClock())
            let layer = CALayer()
            host.layer = CALayer()
            host.layer?.addSublayer(layer)
            CATransaction.flush()
            let notes = Notes()
            let sequence = Self.nested(
                kind, notes, around: AnimationSequence { animate(layer, \.opacity, to: 0, duration: 1) })
            let run = sequence.start { notes.results.append($0) }
            CATransaction.flush()
            #expect(layer.animationKeys() == ["opacity"])
            run.cancel()
            Self.runLoop { !notes.results.isEmpty }
            #expect(notes.results == [false] && layer.animationKeys() == nil)
            // Nothing more is begun of what would have come after it.
            #expect(notes.calls == (kind == .beside ? 2 : kind == .among ? 1 : 0) * Self.depth)
        }
    }

    @Test func `an animation beside each of many sequences is removed when they are cancelled`() throws {
        try onSmallStack {
            makeLoopRun()
            let count = 500
            let host = LayerHost(clock: VirtualClock())
            host.layer = CALayer()
            let layers = (0..<count).map { _ in CALayer() }
            host.layer?.sublayers = layers
            CATransaction.flush()
            let notes = Notes()
            var sequence = AnimationSequence { pause(for: 1000) }
            for layer in layers {
                let inner = sequence
                sequence = AnimationSequence {
                    parallel {
                        animate(layer, \.opacity, to: 0, duration: 1)
                        inner
                    }
                }
            }
            let run = sequence.start { notes.results.append($0) }
            CATransaction.flush()
            #expect(layers.allSatisfy { $0.animationKeys() == ["opacity"] })
            run.cancel()
            Self.runLoop { !notes.results.isEmpty }
            #expect(notes.results == [false])
            #expect(layers.allSatisfy { $0.animationKeys() == nil })
        }
    }

    /// Steps as a test writes them down, and what they do.
    private indirect enum Plan: Sendable {
        case call(Int)
        case pause(Int)
        case sequence([Plan])
        case parallel([Plan])

        static func make(_ random: inout SeededGenerator, _ name: inout Int, _ level: Int = 0) -> Plan {
            name += 1
            switch Int.random(in: 0..<(level > 4 ? 2 : 4), using: &random) {
            case 0: return .call(name)
            case 1: return .pause(Int.random(in: 0..<4, using: &random))
            case let kind:
                var inner: [Plan] = []
                for _ in 0..<Int.random(in: 0..<4, using: &random) { inner.append(make(&random, &name, level + 1)) }
                return kind == 2 ? .sequence(inner) : .parallel(inner)
            }
        }

        /// What happens when it begins at a second: when it ends, and the names of what is called, with the seconds.
        func play(at time: Int, _ calls: inout Set<String>) -> Int {
            switch self {
            case .call(let name):
                calls.insert("\(name) at \(time)")
                return time
            case .pause(let seconds): return time + seconds
            case .sequence(let inner): return inner.reduce(time) { $1.play(at: $0, &calls) }
            case .parallel(let inner): return inner.reduce(time) { max($0, $1.play(at: time, &calls)) }
            }
        }

        func step(_ stage: Stage) -> AnimationStep {
            switch self {
            case .call(let name): .perform { stage.log.append("\(name) at \(Int(stage.now.rounded()))") }
            case .pause(let seconds): .pause(for: Double(seconds))
            case .sequence(let inner):
                AnimationSequenceBuilder.buildExpression(AnimationSequence { for each in inner { each.step(stage) } })[
                    0]
            case .parallel(let inner): .parallel { for each in inner { each.step(stage) } }
            }
        }
    }

    @Test(arguments: Seeds.first(20))
    func `random steps are done when their nesting says`(seed: UInt64) throws {
        try onStage { stage in
            var random = SeededGenerator(seed: seed)
            var name = 0
            let plan = Plan.sequence((0..<4).map { _ in Plan.make(&random, &name) })
            var expected: Set<String> = []
            let end = plan.play(at: 0, &expected)
            var results: [String] = []
            AnimationSequence { plan.step(stage) }.start { results.append("\($0) at \(Int(stage.now.rounded()))") }
            stage.run(for: Double(end) + 2)
            #expect(Set(stage.log) == expected && stage.log.count == expected.count, "seed \(seed)")
            #expect(results == ["true at \(end)"], "seed \(seed)")
        }
    }
}
