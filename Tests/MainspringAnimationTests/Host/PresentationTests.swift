import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct PresentationTests {
    @Test func `a change of a committed layer shows over a quarter of a second`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.opacity = 0
            stage.turn()
            CATransaction.flush()
            #expect(layer.animationKeys() == ["opacity"])
            #expect(layer.opacity == 0)
            #expect(layer.presentation()?.opacity == 1)
            stage.run(for: 0.1)
            let shown = try #require(layer.presentation()).opacity
            let pace = CAMediaTimingFunction(name: .default).curve.value(at: 0.4)
            #expect(isNear(Double(shown), 1 - pace, within: 1e-6))
            stage.run(for: 0.2)
            #expect(layer.presentation()?.opacity == 0)
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `a layer without a host, or not committed yet, has no presentation`() throws {
        try onStage { stage in
            #expect(CALayer().presentation() == nil)
            let layer = CALayer()
            stage.root.addSublayer(layer)
            #expect(layer.presentation() == nil)
            CATransaction.flush()
            #expect(layer.presentation() != nil)
        }
    }

    @Test func `a presentation keeps the presentations around it, whatever is asked of it`() throws {
        try onStage { stage in
            let outer = stage.addLayer("outer")
            let inner = stage.addLayer("inner", in: outer)
            let mask = CALayer()
            inner.mask = mask
            CATransaction.flush()
            let shown = try #require(inner.presentation())
            let around = try #require(shown.superlayer)
            #expect(shown.superlayer === around && around.model() === outer)
            #expect(around.sublayers?.first?.superlayer === around)
            #expect(shown.mask?.superlayer === shown)
            // From then on.
            inner.removeFromSuperlayer()
            #expect(shown.superlayer === around)
        }
    }
}
