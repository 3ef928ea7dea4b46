import Foundation
import Testing

@testable import MainspringAnimation

@Suite struct LayerLayoutTests {
    private final class Log {
        var entries: [String] = []
    }

    private final class Logged: CALayer {
        var log: Log?
        override func layoutSublayers() {
            log?.entries.append(name ?? "")
            super.layoutSublayers()
        }
    }

    private final class Manager: CALayoutManager {
        var invalidations = 0
        var layouts = 0
        func invalidateLayout(of layer: CALayer) { invalidations += 1 }
        func layoutSublayers(of layer: CALayer) { layouts += 1 }
        func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
    }

    @Test func `layers around are laid out first, each once, and then those inside`() {
        let log = Log()
        let all = ["root", "middle", "leaf", "inner"].map { name in
            let layer = Logged()
            layer.name = name
            layer.log = log
            return layer
        }
        for (parent, child) in zip(all, all.dropFirst()) { parent.addSublayer(child) }
        for layer in all { layer.setNeedsLayout() }
        all[2].layoutIfNeeded()
        #expect(log.entries == ["root", "middle", "leaf", "inner"])
        all[2].layoutIfNeeded()
        #expect(log.entries.count == 4)
        all[0].setNeedsLayout()
        all[3].layoutIfNeeded()
        #expect(log.entries.last == "root" && log.entries.count == 5)
    }

    @Test func `sublayers and another size ask for layout, another place does not`() {
        let layer = CALayer()
        #expect(!layer.needsLayout())
        layer.addSublayer(CALayer())
        #expect(layer.needsLayout())
        layer.layoutIfNeeded()
        layer.position = CGPoint(x: 9, y: 9)
        layer.bounds.origin.x = 4
        #expect(!layer.needsLayout())
        layer.bounds.size.width = 5
        #expect(layer.needsLayout())
    }

    @Test func `the manager is told once until the layer is laid out`() {
        let layer = CALayer()
        let manager = Manager()
        layer.layoutManager = manager
        #expect(manager.invalidations == 0)
        layer.addSublayer(CALayer())
        layer.bounds.size = CGSize(width: 10, height: 10)
        #expect(manager.invalidations == 1)
        layer.layoutIfNeeded()
        #expect(manager.layouts == 1)
        layer.bounds.size = CGSize(width: 20, height: 10)
        #expect(manager.invalidations == 2)
        layer.position = CGPoint(x: 1, y: 1)
        #expect(manager.invalidations == 2)
        #expect(layer.preferredFrameSize() == CGSize(width: 7, height: 8))
    }

    @Test func `laying out by hand does not answer the request`() {
        let layer = CALayer()
        layer.setNeedsLayout()
        layer.layoutSublayers()
        #expect(layer.needsLayout())
    }

    private final class Restless: CALayer {
        var layouts = 0
        override func layoutSublayers() {
            layouts += 1
            setNeedsLayout()
        }
    }

    @Test func `a layer that asks again while it is laid out gets it the next time`() {
        let layer = Restless()
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(layer.layouts == 1 && layer.needsLayout())
        layer.layoutIfNeeded()
        #expect(layer.layouts == 2)
    }
}
