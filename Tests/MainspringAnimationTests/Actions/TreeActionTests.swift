import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

/// Notes what layers are asked for, and which actions are run; its own log of one stage.
private final class Watcher: CALayerDelegate, CAAction {
    var asked: [String] = []
    var runs: [String] = []
    /// What is answered for an event; by default the watcher itself.
    var answer: (String) -> (any CAAction)? = { _ in nil }

    init() { answer = { [unowned self] _ in self } }

    /// What was run since the last time.
    var news: [String] {
        defer { runs = [] }
        return runs
    }

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        asked.append("\(layer.name ?? "?") \(event)")
        return answer(event)
    }

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        runs.append("\((anObject as? CALayer)?.name ?? "?") \(event)")
    }

    /// A layer that it watches.
    func layer(_ name: String, _ inner: [CALayer] = []) -> CALayer {
        let layer = CALayer()
        layer.name = name
        inner.forEach(layer.addSublayer)
        layer.delegate = self
        return layer
    }
}

@Suite struct TreeActionTests {
    @Test func `the events have Apple's names`() {
        #expect([kCAOnOrderIn, kCAOnOrderOut, kCATransition] == ["onOrderIn", "onOrderOut", "transition"])
    }

    // MARK: Coming and going

    @Test func `a layer that comes into a host's tree and leaves it has an event for each`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a")
            stage.root.addSublayer(layer)
            #expect(watcher.news == ["a onOrderIn"])
            CATransaction.flush()
            layer.removeFromSuperlayer()
            #expect(watcher.news == ["a onOrderOut"])
            CATransaction.flush()
            #expect(watcher.news == [])
        }
    }

    @Test func `outside of a host there are no such events`() {
        let watcher = Watcher()
        let layer = watcher.layer("a")
        let outer = CALayer()
        outer.addSublayer(layer)
        layer.isHidden = true
        layer.isHidden = false
        layer.removeFromSuperlayer()
        #expect(watcher.news == ["a hidden", "a hidden"])
    }

    @Test func `what is inside comes and goes with it, the outer ones first, masks too`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let tree = watcher.layer("a", [watcher.layer("b", [watcher.layer("c")]), watcher.layer("d")])
            tree.mask = watcher.layer("m")
            _ = watcher.news
            stage.root.addSublayer(tree)
            let news = watcher.news
            #expect(news.first == "a onOrderIn")
            #expect(Set(news) == ["a onOrderIn", "b onOrderIn", "c onOrderIn", "d onOrderIn", "m onOrderIn"])
            #expect(news.count == 5)
            tree.removeFromSuperlayer()
            #expect(watcher.news == news.map { $0.replacing("In", with: "Out") })
        }
    }

    @Test func `a layer that comes in any way has its event: inserted, replaced, set, as mask, as the outermost`()
        throws
    {
        try onStage { stage in
            let watcher = Watcher()
            func layer() -> CALayer { watcher.layer("a") }
            let sibling = CALayer()
            stage.root.addSublayer(sibling)
            let ways: [(CALayer) -> Void] = [
                { stage.root.insertSublayer($0, at: 0) },
                { stage.root.insertSublayer($0, above: sibling) },
                { stage.root.insertSublayer($0, below: sibling) },
                { stage.root.replaceSublayer(stage.addLayer(), with: $0) },
                { stage.root.sublayers = [$0] },
                { stage.root.mask = $0 },
                { stage.host.layer = $0 },
            ]
            for way in ways {
                way(layer())
                let news: [String] = watcher.news.filter { $0 != "a onOrderOut" }
                #expect(news == ["a onOrderIn"])
            }
        }
    }

    @Test func `a layer that goes in any way has its event: removed, replaced, left out, as mask, as the outermost`()
        throws
    {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a")
            let ways: [() -> Void] = [
                { layer.removeFromSuperlayer() },
                { stage.root.replaceSublayer(layer, with: CALayer()) },
                { stage.root.sublayers = nil },
                { CALayer().addSublayer(layer) },
                { CALayer().mask = layer },
            ]
            for way in ways {
                layer.removeFromSuperlayer()
                stage.root.addSublayer(layer)
                _ = watcher.news
                way()
                #expect(watcher.news == ["a onOrderOut"])
            }
            stage.root.mask = layer
            _ = watcher.news
            stage.root.mask = nil
            #expect(watcher.news == ["a onOrderOut"])
            stage.host.layer = layer
            _ = watcher.news
            stage.host.layer = nil
            #expect(watcher.news == ["a onOrderOut"])
        }
    }

    @Test func `a layer that goes to another place of its tree in one call has no event`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a")
            let other = stage.addLayer()
            stage.root.addSublayer(layer)
            _ = watcher.news
            other.addSublayer(layer)
            stage.root.insertSublayer(layer, at: 0)
            stage.root.mask = layer
            other.sublayers = [layer]
            stage.root.sublayers = [layer]
            stage.host.layer = layer
            #expect(watcher.news == [])
        }
    }

    @Test func `a layer that goes from one host to another leaves the one and comes into the other`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a")
            let second = LayerHost(clock: stage.clock)
            stage.root.addSublayer(layer)
            _ = watcher.news
            second.layer = layer
            #expect(watcher.news == ["a onOrderOut", "a onOrderIn"])
            stage.root.addSublayer(layer)
            #expect(watcher.news == ["a onOrderOut", "a onOrderIn"])
        }
    }

    @Test func `a layer in one that has left has no more events of leaving or coming`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let (inner, late) = (watcher.layer("inner"), watcher.layer("late"))
            let outer = stage.addLayer()
            outer.addSublayer(inner)
            outer.removeFromSuperlayer()
            _ = watcher.news
            inner.removeFromSuperlayer()
            outer.addSublayer(late)
            #expect(watcher.news == [])
            stage.root.addSublayer(outer)
            #expect(watcher.news == ["late onOrderIn"])
        }
    }

    @Test func `a delegate that came later is asked too`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = stage.addLayer("a")
            layer.delegate = watcher
            layer.removeFromSuperlayer()
            #expect(watcher.news == ["a onOrderOut"])
        }
    }

    // MARK: Hidden

    @Test func `hiding and showing a layer of a host are such events, of that layer`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a", [watcher.layer("b")])
            stage.root.addSublayer(layer)
            _ = watcher.news
            layer.isHidden = true
            #expect(watcher.news == ["a hidden", "a onOrderOut"])
            layer.isHidden = true
            #expect(watcher.news == [])
            layer.isHidden = false
            #expect(watcher.news == ["a hidden", "a onOrderIn"])
        }
    }

    @Test func `a hidden layer comes and goes without an event, and begins to be seen when it is shown`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a")
            layer.isHidden = true
            _ = watcher.news
            stage.root.addSublayer(layer)
            #expect(watcher.news == [])
            layer.isHidden = false
            #expect(watcher.news == ["a hidden", "a onOrderIn"])
            layer.isHidden = true
            _ = watcher.news
            layer.removeFromSuperlayer()
            #expect(watcher.news == [])
        }
    }

    // MARK: Actions

    @Test func `an animation for coming runs from the first frame`() throws {
        try onStage { stage in
            let layer = CALayer()
            layer.actions = [kCAOnOrderIn: basic(from: 0, to: 1)]
            stage.root.addSublayer(layer)
            #expect(layer.animationKeys() == ["onOrderIn"])
            CATransaction.flush()
            stage.run(to: 0.5)
            #expect(layer.presentation()?.opacity == 0.5)
        }
    }

    @Test func `an animation for going ends with the commit, unless the layer is back by then`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.actions = [kCAOnOrderOut: told("it", stage, basic(from: 0, to: 1))]
            layer.removeFromSuperlayer()
            stage.root.addSublayer(layer)
            CATransaction.flush()
            #expect(layer.animationKeys() == ["onOrderOut"])
            stage.run(to: 0.5)
            layer.removeFromSuperlayer()
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it was removed", "it was removed"])
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `without actions nobody is asked`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let layer = watcher.layer("a", [watcher.layer("b")])
            stage.root.delegate = watcher
            watcher.asked = []
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            stage.root.addSublayer(layer)
            layer.isHidden = true
            layer.isHidden = false
            stage.root.replaceSublayer(layer, with: CALayer())
            stage.root.mask = layer
            stage.root.mask = nil
            CATransaction.commit()
            #expect(watcher.asked == [])
        }
    }

    @Test func `an action for coming or going may change the tree again`() throws {
        final class Leaving: CAAction {
            func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
                (anObject as? CALayer)?.removeFromSuperlayer()
            }
        }
        try onStage { stage in
            let watcher = Watcher()
            watcher.answer = { event in
                if event == kCAOnOrderIn { return Leaving() }
                return watcher
            }
            let tree = watcher.layer("a", [watcher.layer("b"), watcher.layer("c")])
            _ = watcher.news
            stage.root.addSublayer(tree)
            CATransaction.flush()
            #expect(tree.superlayer == nil)
            #expect(tree.sublayers == nil)
            #expect(stage.root.sublayers == nil)
        }
    }

    @Test func `who is asked about new sublayers may change the tree: nothing comes to lie inside itself`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let outer = watcher.layer("outer")
            let inner = CALayer()
            inner.addSublayer(CALayer())
            watcher.answer = { event in
                if event == "sublayers" { inner.addSublayer(outer) }
                return nil
            }
            outer.addSublayer(inner)
            #expect(outer.superlayer === inner)
            #expect(inner.superlayer == nil)
        }
    }

    // MARK: Sublayers, mask, contents

    @Test func `a change of the sublayers has an action of the layer around them, once for each call`() {
        let watcher = Watcher()
        let outer = watcher.layer("outer")
        let (a, b) = (CALayer(), CALayer())
        let calls: [() -> Void] = [
            { outer.addSublayer(a) }, { outer.insertSublayer(b, at: 0) }, { outer.insertSublayer(b, above: a) },
            { outer.replaceSublayer(b, with: CALayer()) }, { outer.sublayers = [a, b] }, { a.removeFromSuperlayer() },
            { CALayer().addSublayer(b) }, { outer.sublayers = nil },
        ]
        for call in calls {
            call()
            #expect(watcher.news == ["outer sublayers"])
        }
    }

    @Test func `the action for sublayers is found before they change and run after it`() {
        final class Counting: CAAction {
            var counts: [Int] = []
            func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
                counts.append((anObject as? CALayer)?.sublayers?.count ?? 0)
            }
        }
        let watcher = Watcher()
        let action = Counting()
        let outer = watcher.layer("outer")
        watcher.answer = { [unowned outer] event in
            if event == "sublayers" { action.counts.append(outer.sublayers?.count ?? 0) }
            return action
        }
        outer.addSublayer(CALayer())
        #expect(action.counts == [0, 1])
    }

    @Test func `a change of the mask has an action, and setting the same one none`() {
        let watcher = Watcher()
        let outer = watcher.layer("outer")
        let mask = CALayer()
        outer.mask = mask
        #expect(watcher.news == ["outer mask"])
        outer.mask = mask
        #expect(watcher.news == [])
        mask.removeFromSuperlayer()
        #expect(watcher.news == ["outer mask"])
        outer.mask = mask
        outer.mask = nil
        #expect(watcher.news == ["outer mask", "outer mask"])
    }

    @Test func `a change of the contents has an action`() {
        let watcher = Watcher()
        let layer = watcher.layer("a")
        layer.contents = 1
        #expect(watcher.news == ["a contents"])
    }

    @Test func `sublayers and mask have no implicit animation`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.addSublayer(CALayer())
            layer.mask = CALayer()
            #expect(layer.action(forKey: "sublayers") == nil)
            #expect(layer.action(forKey: "mask") == nil)
            #expect(layer.animationKeys() == nil)
            layer.contents = 1
            #expect(layer.animationKeys() == ["contents"])
        }
    }

    // MARK: Transitions

    @Test func `a layer that takes another's place is a transition of the layer around them, if that is seen`() throws {
        try onStage { stage in
            let watcher = Watcher()
            let outer = watcher.layer("outer")
            let (old, new) = (CALayer(), watcher.layer("new"))
            outer.addSublayer(old)
            outer.replaceSublayer(old, with: CALayer())
            #expect(!watcher.news.contains("outer transition"))
            stage.root.addSublayer(outer)
            outer.addSublayer(old)
            _ = watcher.news
            outer.replaceSublayer(old, with: new)
            #expect(watcher.news == ["new onOrderIn", "outer sublayers", "outer transition"])
        }
    }

    @Test(arguments: [nil, "mine", kCATransition])
    func `a transition has the key of transitions, whatever it is added under`(key: String?) {
        let layer = CALayer()
        layer.add(CATransition(), forKey: key)
        #expect(layer.animationKeys() == [kCATransition])
        #expect(layer.animation(forKey: kCATransition) is CATransition)
        #expect(layer.animation(forKey: "mine") == nil)
        layer.removeAnimation(forKey: kCATransition)
        #expect(layer.animationKeys() == nil)
    }

    @Test func `a transition takes the place of the one before, and of nothing else`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(basic(duration: 9), forKey: "mine")
            let first = told("first", stage, CATransition())
            first.duration = 9
            layer.add(first, forKey: "first")
            stage.run(to: 1)
            let second = told("second", stage, CATransition())
            second.duration = 2
            layer.add(second, forKey: "mine")
            #expect(layer.animationKeys() == ["mine", kCATransition])
            #expect(layer.animation(forKey: kCATransition)?.duration == 2)
            stage.run(to: 4)
            #expect(stage.log == ["first began", "first was removed", "second began", "second finished"])
            #expect(layer.animationKeys() == ["mine"])
        }
    }

    @Test func `a transition as the action of a property is the layer's transition`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.actions = ["sublayers": CATransition()]
            layer.addSublayer(CALayer())
            #expect(layer.animationKeys() == [kCATransition])
        }
    }
}
