import Foundation
import Mainspring
import MainspringFoundation
import Testing

@testable import MainspringAnimation

/// Notes what it is run for.
private final class Noting: CAAction {
    var runs: [String] = []
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        let layer = anObject as? CALayer
        runs.append("\(event) \(layer?.name ?? "?") \(layer?.opacity ?? -1) \(dict == nil ? "nil" : "dict")")
    }
}

private final class Answering: CALayerDelegate {
    var answer: (any CAAction)?
    var asked: [String] = []
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        asked.append("\(event) \(layer.opacity)")
        return answer
    }
}

private final class Classed: CALayer {
    // `nonisolated(unsafe)`: one test uses it, whose cases are `.serialized`, and each on one thread.
    nonisolated(unsafe) static var answer: (any CAAction)?
    override class func defaultAction(forKey event: String) -> (any CAAction)? { event == "opacity" ? answer : nil }
}

@Suite struct ActionTests {
    @Test func `a bare layer has no actions, and no class of ours a default one`() {
        for key in LayerKey.allCases {
            #expect(CALayer().action(forKey: key.rawValue) == nil)
            #expect(CALayer.defaultAction(forKey: key.rawValue) == nil)
        }
        #expect(CALayer().action(forKey: "no such key") == nil)
    }

    /// What each step of the search answers: nothing, `NSNull`, or an action.
    enum Answer: CaseIterable, Sendable { case none, null, action }

    @Test(.serialized, arguments: Answer.allCases, Answer.allCases)
    func `the search asks the delegate, the actions, the style, the class, and NSNull ends it`(
        first: Answer, second: Answer
    ) throws {
        for (third, fourth) in [(Answer.none, Answer.none), (.null, .action), (.action, .null), (.none, .action)] {
            let answers = [first, second, third, fourth]
            let actions = answers.map { _ in Noting() }
            func answer(_ index: Int) -> (any CAAction)? {
                switch answers[index] {
                case .none: nil
                case .null: NSNull()
                case .action: actions[index]
                }
            }
            let layer = Classed()
            let delegate = Answering()
            delegate.answer = answer(0)
            layer.delegate = delegate
            if let own = answer(1) { layer.actions = ["opacity": own] }
            if let styled = answer(2) { layer.style = ["actions": ["opacity": styled]] }
            Classed.answer = answer(3)
            defer { Classed.answer = nil }
            let found = layer.action(forKey: "opacity") as? Noting
            switch answers.firstIndex(where: { $0 != .none }) {
            case let index? where answers[index] == .action: #expect(found === actions[index])
            default: #expect(found == nil)
            }
        }
    }

    @Test func `a change finds its action before it, and runs it after it, with the key, the layer and no arguments`() {
        let layer = CALayer()
        layer.name = "layer"
        let action = Noting()
        let delegate = Answering()
        delegate.answer = action
        layer.delegate = delegate
        layer.opacity = 0.5
        #expect(delegate.asked == ["opacity 1.0"])
        #expect(action.runs == ["opacity layer 0.5 nil"])
    }

    @Test func `without actions none is run, but found`() {
        let layer = CALayer()
        let action = Noting()
        layer.actions = ["opacity": action]
        CATransaction.group {
            CATransaction.setDisableActions(true)
            layer.opacity = 0.5
            #expect(action.runs == [])
            #expect(layer.action(forKey: "opacity") as? Noting === action)
        }
        layer.opacity = 1
        #expect(action.runs.count == 1)
        CATransaction.flush()
    }

    @Test func `any key may have an action, also one that is no property`() {
        let layer = CALayer()
        let action = Noting()
        layer.actions = ["own": action, "bounds": action, "position": action]
        layer.setValue(5, forKey: "own")
        layer.frame = CGRect(x: 1, y: 1, width: 2, height: 2)
        let keys: [Substring] = action.runs.map { $0.prefix { $0 != " " } }
        #expect(keys == ["own", "bounds", "position"])
    }

    @Test func `an animation as an action is added under the key, as a copy`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let animation = basic("position", from: CGPoint.zero, duration: 2)
            layer.actions = ["position": animation]
            layer.position = CGPoint(x: 10, y: 0)
            #expect(layer.animationKeys() == ["position"])
            #expect(layer.animation(forKey: "position") !== animation)
            stage.run(to: 1)
            #expect(layer.presentation()?.position == CGPoint(x: 5, y: 0))
            animation.run(forKey: "mine", object: layer, arguments: nil)
            animation.run(forKey: "mine", object: "no layer", arguments: ["a": 1])
            #expect(layer.animationKeys() == ["position", "mine"])
        }
    }

    @Test func `an action of a layer in a host takes the place of the implicit animation`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let action = Noting()
            layer.actions = ["opacity": action, "position": NSNull()]
            layer.opacity = 0
            layer.position.x = 4
            #expect(layer.animationKeys() == nil)
            CATransaction.flush()
            #expect(layer.presentation()?.opacity == 0)
            #expect(layer.presentation()?.position.x == 4)
            #expect(action.runs.count == 1)
        }
    }

    @Test func `an action may change the layer again`() throws {
        final class Changing: CAAction {
            var runs = 0
            func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
                runs += 1
                if runs < 3 { (anObject as? CALayer)?.opacity *= 0.5 }
            }
        }
        try onStage { stage in
            let layer = stage.addLayer()
            let action = Changing()
            layer.actions = ["opacity": action]
            layer.opacity = 0.5
            #expect(action.runs == 3)
            #expect(layer.opacity == 0.125)
        }
    }
}
