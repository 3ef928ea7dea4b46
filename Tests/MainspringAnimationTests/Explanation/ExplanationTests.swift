import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct ExplanationTests {
    typealias Reason = AnimationExplanation.Reason

    func fade(_ duration: Double = 1) -> CABasicAnimation {
        let fade = CABasicAnimation(\.opacity, from: 1, to: 0)
        fade.duration = duration
        return fade
    }

    @Test func `it names the animation that gives what shows, and where in its course that is`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            let fade = fade()
            fade.repeatCount = 3
            layer.add(fade, forKey: "fade")
            CATransaction.flush()
            #expect(
                explain(layer, "opacity").description
                    == "“opacity” of “card” shows 1, by the CABasicAnimation “fade”: 0 s of 1 s.")
            stage.run(for: 1.25)
            let found = explain(layer, \.opacity)
            #expect(
                found.description
                    == "“opacity” of “card” shows 0.75, by the CABasicAnimation “fade”: 0.25 s of 1 s, repeat 2.")
            #expect(found.reasons.isEmpty && found.animations.count == 1)
            #expect(found.animations.first?.repetition == 2 && found.animations.first?.counts == true)
        }
    }

    @Test func `of what is in groups it tells the same`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            let group = CAAnimationGroup()
            group.animations = [fade(), basic("position", to: "there")]
            group.duration = 1
            layer.add(group, forKey: "both")
            #expect(explain(layer, "opacity").reasons == [.notCommitted])
            stage.run(for: 0.5)
            #expect(explain(layer, "opacity").reasons == [])
            #expect(explain(layer, "position").reasons.contains(.faulty))
            stage.run(for: 1)
            #expect(explain(layer, "opacity").reasons.contains(.finished))
            #expect(!explain(layer, "cornerRadius").reasons.contains(.finished))
        }
    }

    @Test func `it lists what is added, and what another one covers`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            layer.add(fade(), forKey: "first")
            layer.add(fade(), forKey: "second")
            let more = CABasicAnimation(\.opacity, from: 0, to: 1)
            more.isAdditive = true
            more.duration = 2
            layer.add(more, forKey: nil)
            stage.run(for: 0.5)
            let found = explain(layer, "opacity")
            #expect(found.animations.map(\.counts) == [false, true, true])
            #expect(found.animations.map(\.isAdditive) == [false, false, true])
            #expect(found.animations.map(\.key) == ["first", "second", nil])
            #expect(
                found.description
                    == """
                    “opacity” of “card” shows 0.75, by the CABasicAnimation “second”: 0.5 s of 1 s; and with a CABasicAnimation without \
                    a key: 0.5 s of 2 s. A later animation takes the place of the CABasicAnimation “first”.
                    """)
        }
    }

    @Test func `members are part of their property, and not of each other`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            let move = CABasicAnimation(\.position.x, from: 0, to: 100)
            move.duration = 1
            layer.add(move, forKey: "move")
            stage.run(for: 0.5)
            #expect(explain(layer, "position.x").animations.count == 1)
            #expect(explain(layer, "position").animations.count == 1)
            #expect(explain(layer, "position.y").animations.isEmpty)
            #expect(explain(layer, "position.x").description.hasPrefix("“position.x” of “card” shows 50, by"))
        }
    }

    /// What was done, the reason that is found for the opacity, and what the description has in it.
    struct Case: Sendable {
        let name: String
        let reasons: [Reason]
        let words: String
        let prepare: @Sendable (ExplanationTests, Stage, CALayer) -> Void
    }

    static let cases: [Case] = [
        Case(name: "nothing", reasons: [], words: "shows 1, its own value.") { _, _, _ in },
        Case(name: "finished", reasons: [.finished], words: "“fade” has come to its end") { own, stage, layer in
            layer.add(own.fade(0.1), forKey: "fade")
            stage.run(for: 0.3)
        },
        Case(name: "finished and kept", reasons: [.finished], words: "“fade” has come to its end") {
            own, stage, layer in
            let fade = own.fade(0.1)
            fade.isRemovedOnCompletion = false
            layer.add(fade, forKey: "fade")
            stage.run(for: 0.3)
        },
        Case(name: "removed", reasons: [.removed], words: "The CABasicAnimation “fade” was removed.") { own, _, layer in
            layer.add(own.fade(), forKey: "fade")
            layer.removeAnimation(forKey: "fade")
            CATransaction.flush()
        },
        Case(name: "all removed", reasons: [.removed], words: "“fade” was removed") { own, _, layer in
            layer.add(own.fade(), forKey: "fade")
            layer.removeAllAnimations()
            CATransaction.flush()
        },
        Case(name: "replaced", reasons: [.replaced], words: "“fade” was replaced by another animation") {
            own, stage, layer in
            layer.add(own.fade(), forKey: "fade")
            layer.add(CABasicAnimation(\.position, by: .zero), forKey: "fade")
            CATransaction.flush()
        },
        Case(name: "not begun", reasons: [.notBegun], words: "“fade” begins in 2 s") { own, stage, layer in
            let fade = own.fade()
            fade.beginTime = stage.now + 2
            layer.add(fade, forKey: "fade")
            CATransaction.flush()
        },
        Case(name: "not committed", reasons: [.notCommitted], words: "was not committed yet. The run loop commits it") {
            own, _, layer in
            layer.add(own.fade(), forKey: "fade")
        },
        Case(name: "open", reasons: [.notCommitted], words: "still open: commit it") { own, _, layer in
            CATransaction.begin()
            layer.add(own.fade(), forKey: "fade")
        },
        Case(name: "no duration", reasons: [.noDuration], words: "a duration of 0") { own, stage, layer in
            CATransaction.setAnimationDuration(0)
            layer.add(own.fade(0), forKey: "fade")
            CATransaction.flush()
            stage.run(for: 0.1)
        },
        Case(name: "wrong type", reasons: [.faulty], words: "its toValue is dark") { _, _, layer in
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.toValue = "dark"
            layer.add(fade, forKey: "fade")
            CATransaction.flush()
        },
        Case(name: "paused", reasons: [.paused], words: "the speed of “root” is 0") { own, stage, layer in
            stage.host.playback.pause()
            CATransaction.flush()
        },
        Case(name: "not visible", reasons: [.hostNotVisible], words: "not visible") { _, stage, _ in
            stage.host.isVisible = false
        },
        Case(name: "no actions", reasons: [.actionsDisabled], words: "the current transaction disables actions") {
            _, _, _ in
            CATransaction.begin()
            CATransaction.setDisableActions(true)
        },
        Case(name: "no action", reasons: [.noAction], words: "no action was found") { _, _, layer in
            layer.actions = ["opacity": NSNull()]
            CATransaction.flush()
        },
        Case(name: "no host", reasons: [.noHost], words: "is in no host") { _, _, layer in
            layer.removeFromSuperlayer()
            CATransaction.flush()
        },
    ]

    @Test(arguments: cases.indices)
    func `it says why nothing moves`(index: Int) throws {
        try onStage { stage in
            let each = Self.cases[index]
            let layer = stage.addLayer("card")
            each.prepare(self, stage, layer)
            let found = explain(layer, "opacity")
            #expect(found.reasons == each.reasons, "\(each.name): \(found)")
            #expect(found.description.contains(each.words), "\(each.name): \(found)")
            while !TransactionStack.current.levels.isEmpty { CATransaction.commit() }
        }
    }

    private final class Refusing: CALayerDelegate {
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
    }

    @Test func `it knows who refuses an action, and which layers have none`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            let delegate = Refusing()
            layer.delegate = delegate
            #expect(explain(layer, "opacity").description.contains("the delegate gives NSNull for it"))
            #expect(explain(stage.root, "opacity").description.contains("the outermost layer of a host"))
            withExtendedLifetime(delegate) {}
        }
    }

    @Test func `it names key paths that lead nowhere, layers that are new, and animations that had no host`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            for path in ["opacitty", "", "position.z", "name", "."] {
                #expect(explain(layer, path).reasons == [.unknownKeyPath], "\(path)")
            }
            #expect(explain(layer, \.name).reasons == [.unknownKeyPath])
            let new = CALayer()
            stage.root.addSublayer(new)
            #expect(explain(new, "opacity").reasons == [.notCommitted])
            let loose = CALayer()
            loose.add(fade(), forKey: "fade")
            stage.turn()
            CATransaction.flush()
            #expect(explain(loose, "opacity").description.contains("ended at once, because the layer had no host"))
        }
    }

    @Test func `a presentation is explained as its layer`() throws {
        try onStage { stage in
            let layer = stage.addLayer("card")
            layer.add(fade(), forKey: "fade")
            CATransaction.flush()
            let shown = try #require(layer.presentation())
            #expect(explain(shown, "opacity").animations.count == 1)
        }
    }
}
