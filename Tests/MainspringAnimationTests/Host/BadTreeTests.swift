import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

/// Layers in two places, in themselves, in none, and too deep.
@Suite(.timeLimit(.minutes(2))) struct BadTreeTests {
    @Test func `a layer cannot be inside itself, neither as sublayer nor as mask`() throws {
        try onStage { stage in
            let outer = stage.addLayer("outer")
            let inner = stage.addLayer("inner", in: outer)
            inner.addSublayer(outer)
            inner.mask = outer
            inner.addSublayer(inner)
            inner.mask = inner
            inner.sublayers = [outer, stage.root]
            inner.addSublayer(stage.root)
            stage.root.mask = stage.root
            outer.mask = inner
            stage.run(for: 0.5)
            #expect(inner.superlayer === outer && outer.mask === inner && outer.sublayers == nil)
            #expect(outer.superlayer === stage.root && stage.root.superlayer == nil)
            #expect(inner.sublayers == nil && inner.mask == nil)
            #expect(inner.presentation() != nil && stage.host.layer === stage.root)
        }
    }

    @Test func `a layer with two masked layers leaves the first`() throws {
        try onStage { stage in
            let layers = [stage.addLayer(), stage.addLayer()]
            let mask = CALayer()
            layers[0].mask = mask
            layers[1].mask = mask
            CATransaction.flush()
            #expect(layers[0].mask == nil && layers[1].mask === mask && mask.superlayer === layers[1])
            layers[0].addSublayer(mask)
            CATransaction.flush()
            #expect(layers[1].mask == nil && mask.presentation() != nil)
        }
    }

    enum Taking: CaseIterable, Sendable { case asRoot, asSublayer, asMask, asSublayers, hostless }

    @Test(arguments: Taking.allCases)
    func `a host's outermost layer that goes elsewhere leaves the host`(taking: Taking) throws {
        try onStage { stage in
            let root = CALayer()
            let inner = CALayer()
            root.addSublayer(inner)
            let host = LayerHost(clock: stage.clock)
            host.layer = root
            CATransaction.flush()
            inner.add(basic(duration: 9) { $0.delegate = LoggingDelegate("it", stage) }, forKey: nil)
            stage.run(for: 0.1)
            let other = LayerHost(clock: stage.clock)
            switch taking {
            case .asRoot: other.layer = root
            case .asSublayer: stage.root.addSublayer(root)
            case .asMask: stage.root.mask = root
            case .asSublayers: stage.root.sublayers = [root]
            case .hostless: CALayer().addSublayer(root)
            }
            CATransaction.flush()
            #expect(host.layer == nil)
            #expect(host.frame(at: stage.now).nodes.isEmpty)
            #expect((inner.presentation() != nil) == (taking != .hostless))
            inner.opacity = 0.5
            stage.run(for: 1)
            #expect(stage.log == ["it began", "it was removed"])
            #expect(host.frame(at: stage.now).nodes.isEmpty)
        }
    }

    @Test func `a host's outermost layer may be one from inside it, and what was around it goes`() throws {
        try onStage { stage in
            let outer = stage.addLayer()
            let inner = stage.addLayer(in: outer)
            inner.add(basic(duration: 1) { $0.delegate = LoggingDelegate("inner", stage) }, forKey: nil)
            outer.add(basic(duration: 1) { $0.delegate = LoggingDelegate("outer", stage) }, forKey: nil)
            stage.run(for: 0.5)
            stage.host.layer = inner
            stage.host.layer = inner
            stage.run(for: 1)
            #expect(inner.superlayer == nil && inner.presentation() != nil)
            #expect(outer.presentation() == nil && stage.root.presentation() == nil)
            #expect(stage.host.frame(at: stage.now).nodes.count == 1)
            let ofInner: [String] = stage.log.filter { $0.hasPrefix("inner") }
            #expect(ofInner == ["inner began", "inner finished"])
            let ofOuter: [String] = stage.log.filter { $0.hasPrefix("outer") }
            #expect(ofOuter == ["outer began", "outer was removed"])
        }
    }

    @Test func `an animation of a layer that has gone is told that it did not finish`() throws {
        try onStage { stage in
            weak var gone: CALayer?
            do {
                let layer = stage.addLayer()
                gone = layer
                layer.add(basic(duration: 9) { $0.delegate = LoggingDelegate("it", stage) }, forKey: nil)
                stage.run(for: 0.1)
                layer.removeFromSuperlayer()
            }
            stage.run(for: 0.5)
            #expect(stage.log == ["it began", "it was removed"])
            #expect(gone == nil)
        }
    }

    @Test func `a layer without a host that goes before its animations were committed still ends them`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("block") }
            CALayer().add(basic { $0.delegate = LoggingDelegate("it", stage) }, forKey: nil)
            CATransaction.commit()
            stage.run(for: 0.5)
            #expect(stage.log == ["it was removed", "block"])
        }
    }

    @Test func `a deep tree needs no deep stack`() throws {
        try onStage { stage in
            var layer = stage.root
            let top = CALayer()
            var inner = top
            for _ in 0..<1000 {
                let next = CALayer()
                inner.addSublayer(next)
                inner = next
            }
            layer.addSublayer(top)
            CATransaction.flush()
            layer = inner
            layer.opacity = 0
            stage.run(for: 1)
            #expect(layer.presentation()?.opacity == 0)
            top.removeFromSuperlayer()
            CATransaction.flush()
            #expect(layer.presentation() == nil)
        }
    }
}
