import Foundation
import Testing

@testable import Mainspring
@testable import MainspringAnimation

@Suite struct ImplicitTransactionThreadTests {
    private func observer(
        _ activities: CFRunLoopActivity, _ order: Int, _ body: @escaping () -> Void
    ) -> CFRunLoopObserver {
        CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, order) { _, _ in body() }
    }

    @Test func `the first change opens a transaction, which the loop commits before it sleeps`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.opacity = 0
            stage.run(for: 0.1)
            #expect(layer.animation(forKey: "opacity")?.beginTime == 0)
            #expect(layer.presentation().map { $0.opacity < 1 } == true)
        }
    }

    @Test func `it is committed behind observers of order 1,999,999 and before those of order 2,000,001`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var heard: [String] = []
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            func shown() -> String { "\(layer.presentation()?.position.x ?? -1)" }
            let observers = [
                observer(.beforeWaiting, 2_000_001) { heard.append("after \(shown())") },
                observer(.beforeWaiting, 1_999_999) { heard.append("before \(shown())") },
            ]
            for each in observers { CFRunLoopAddObserver(loop, each, .commonModes) }
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            stage.run(for: 0.01)
            for each in observers { CFRunLoopObserverInvalidate(each) }
            #expect(heard.prefix(2) == ["before 0.0", "after 1.0"])
        }
    }

    @Test(arguments: [-5, 0, 1_000_000, 2_000_000, 2_000_001])
    func `what an observer changes just before a sleep is committed before it`(order: Int) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            let changing = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeWaiting.rawValue, false, order
            ) { _, _ in
                CATransaction.setDisableActions(true)
                layer.position.x = 1
            }
            CFRunLoopAddObserver(loop, changing, .commonModes)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0.5, 0, 0, 0) { _ in
                stage.log.append("\(layer.presentation()?.position.x ?? -1)")
            }
            CFRunLoopAddTimer(loop, timer, .commonModes)
            stage.run(for: 1)
            #expect(stage.log == ["1.0"])
        }
    }

    @Test func `a run that does not sleep commits it at its end`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var heard: [String] = []
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            let last = observer(.exit, 2_000_001) { heard.append("\(layer.presentation()?.position.x ?? -1)") }
            CFRunLoopAddObserver(loop, last, .commonModes)
            stage.turn()
            CFRunLoopObserverInvalidate(last)
            #expect(heard == ["1.0"])
        }
    }

    @Test func `it is committed in every common mode, and in no other`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            let common = CFRunLoopMode("common for this test")
            let other = CFRunLoopMode("not common")
            CFRunLoopAddCommonMode(loop, common)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1e9, 0, 0, 0) { _ in }
            CFRunLoopAddTimer(loop, timer, common)
            CFRunLoopAddTimer(loop, timer, other)
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            CFRunLoopRunInMode(other, 0.1, false)
            #expect(layer.presentation()?.position.x == 0)
            CFRunLoopRunInMode(common, 0.1, false)
            #expect(layer.presentation()?.position.x == 1)
            CFRunLoopTimerInvalidate(timer)
        }
    }

    @Test func `while nothing is pending the loop has no observer of ours`() throws {
        try onStage { stage in
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            func count() -> Int {
                Set(loop.modes.flatMap(\.observers).map(ObjectIdentifier.init)).count
            }
            let layer = stage.addLayer()
            #expect(count() == 0)
            layer.opacity = 0
            #expect(count() == 1)
            stage.turn()
            #expect(count() == 0)
            layer.opacity = 1
            CATransaction.flush()
            #expect(count() == 0)
            CATransaction.begin()
            layer.opacity = 0.5
            CATransaction.commit()
            #expect(count() == 0)
            _ = CATransaction.animationDuration()
            #expect(count() == 0)
        }
    }

    @Test func `flush commits at once`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            #expect(layer.presentation()?.position.x == 0)
            CATransaction.flush()
            #expect(layer.presentation()?.position.x == 1)
        }
    }

    @Test func `flush leaves an explicit transaction open, and what it holds back`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            CATransaction.flush()
            #expect(CATransaction.disableActions())
            #expect(layer.presentation()?.position.x == 0)
            stage.run(for: 0.1)
            #expect(layer.presentation()?.position.x == 0)
            CATransaction.commit()
            #expect(layer.presentation()?.position.x == 1)
        }
    }

    @Test func `explicit without pending changes pushes at its commit`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setDisableActions(true)
                layer.position.x = 1
                CATransaction.group { layer.position.y = 2 }
                #expect(layer.presentation()?.position == .zero)
            }
            #expect(layer.presentation()?.position == CGPoint(x: 1, y: 2))
        }
    }

    @Test func `explicit after pending changes is pushed with them, by the loop`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            CATransaction.group {
                layer.position.y = 2
                CATransaction.setCompletionBlock { stage.log.append("called") }
            }
            #expect(layer.presentation()?.position == .zero)
            stage.run(for: 0.01)
            #expect(layer.presentation()?.position == CGPoint(x: 1, y: 2))
            #expect(stage.log == ["called"])
        }
    }

    @Test func `with an explicit one open inside it the loop does not commit the implicit one`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.setDisableActions(true)
            layer.position.x = 1
            CATransaction.begin()
            stage.run(for: 0.1)
            CATransaction.flush()
            #expect(layer.presentation()?.position.x == 0)
            CATransaction.commit()
            #expect(layer.presentation()?.position.x == 0)
            stage.run(for: 0.1)
            #expect(layer.presentation()?.position.x == 1)
        }
    }

    @Test func `what changes while the tree is laid out for a commit is part of it`() throws {
        final class Placing: CALayer {
            override func layoutSublayers() { for each in sublayers ?? [] { each.position.x = 7 } }
        }
        try onStage { stage in
            let outer = Placing()
            stage.root.addSublayer(outer)
            let inner = stage.addLayer(in: outer)
            #expect(inner.presentation()?.position.x == 7)
            outer.bounds.size.width = 3
            inner.position.x = 1
            CATransaction.flush()
            #expect(inner.position.x == 7)
            stage.run(for: 1)
            #expect(inner.presentation()?.position.x == 7)
        }
    }

    @Test func `a begin and commit, or a flush, inside layout end nothing but themselves`() throws {
        final class Busy: CALayer {
            override func layoutSublayers() {
                CATransaction.begin()
                CATransaction.setAnimationDuration(8)
                CATransaction.commit()
                CATransaction.flush()
                name = "laid out"
            }
        }
        try onStage { stage in
            let layer = Busy()
            layer.setNeedsLayout()
            CATransaction.begin()
            stage.root.addSublayer(layer)
            CATransaction.commit()
            #expect(layer.name == "laid out")
            #expect(layer.presentation() != nil)
            #expect(CATransaction.animationDuration() == 0.25)
            layer.setNeedsLayout()
            stage.turn()
            #expect(!layer.needsLayout())
        }
    }

    @Test func `a layer that asks for layout in each layout does not keep the loop awake`() throws {
        final class Restless: CALayer {
            var layouts = 0
            override func layoutSublayers() {
                layouts += 1
                setNeedsLayout()
            }
        }
        try onStage { stage in
            let layer = Restless()
            stage.root.addSublayer(layer)
            layer.setNeedsLayout()
            stage.run(for: 1)
            #expect(layer.layouts > 0 && layer.layouts < 100)
        }
    }

    @Test func `a layer whose sublayer's layout changes it is laid out again in the same commit`() throws {
        final class Inner: CALayer {
            override func layoutSublayers() { superlayer?.setNeedsLayout() }
        }
        final class Outer: CALayer {
            var layouts = 0
            override func layoutSublayers() { layouts += 1 }
        }
        try onStage { stage in
            let outer = Outer()
            let inner = Inner()
            outer.addSublayer(inner)
            stage.root.addSublayer(outer)
            inner.setNeedsLayout()
            CATransaction.flush()
            #expect(!outer.needsLayout())
            #expect(outer.layouts == 2)
        }
    }
}
