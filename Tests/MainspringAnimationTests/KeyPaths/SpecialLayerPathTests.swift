import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// A subclass of a special layer.
private final class RingLayer: CAShapeLayer {}

@Suite struct SpecialLayerPathTests {
    @Test(
        arguments: [
            CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self, CAReplicatorLayer.self, CAEmitterLayer.self,
        ] as [CALayer.Type])
    func `each key path of a special layer leads to something that can be animated, and none is missing`(
        type: CALayer.Type
    ) {
        var paths = TypedPaths()
        paths.addSpecialPaths(of: type)
        #expect(!paths.names.isEmpty)
        for name in paths.names.values {
            let key = String(name.prefix { $0 != "." })
            #expect(type.valueKind(forKey: key) != nil, "\(name)")
        }
        for (key, kind) in OwnAnimatableKeys.of(type).kinds where kind != .step {
            #expect(paths.names.values.contains(key), "\(key)")
        }
    }

    @Test func `a special layer's own properties are animated by typed key paths, from a subclass too`() throws {
        try onStage { stage in
            let ring = RingLayer()
            stage.root.addSublayer(ring)
            CATransaction.flush()
            #expect(CABasicAnimation(\CAShapeLayer.strokeEnd, to: 0).keyPath == "strokeEnd")
            PropertyStep(ring, \.strokeEnd, to: 0, .timing(duration: 1, .linear), delay: 0).begin()
            stage.run(for: 0.5)
            #expect(isNear(Double(ring.presentation()?.strokeEnd ?? .nan), 0.5))
            ring.lineWidth = 9
            CATransaction.flush()
            #expect(ring.presentation()?.lineWidth == 1)
            stage.run(for: 1)
            #expect(ring.presentation()?.strokeEnd == 0 && ring.presentation()?.lineWidth == 9)
        }
    }
}
