import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

/// Layout of layers inside layers, on a small stack.
@Suite(.timeLimit(.minutes(5))) struct DeepLayoutTests {
    private static let depth = 10_000

    /// Counts, and gives the sublayer the layer's size.
    private final class Counting: CALayoutManager {
        var count = 0
        func layoutSublayers(of layer: CALayer) {
            count += 1
            layer.sublayers?.first?.frame = layer.bounds
        }
    }

    @Test(arguments: [false, true])
    func `each of many layers may ask for layout at once, and those that need it get it`(isHosted: Bool) throws {
        try onSmallStack {
            let manager = Counting()
            let layers = DeepChain.make(Self.depth) { $0.layoutManager = manager }
            let host = isHosted ? DeepChain.host(layers[0]) : nil
            for layer in layers { layer.layoutIfNeeded() }
            manager.count = 0
            for layer in layers { layer.layoutIfNeeded() }
            #expect(manager.count == 0)
            layers[Self.depth - 2].setNeedsLayout()
            layers[10].layoutIfNeeded()
            #expect(manager.count == 1)
            layers[0].bounds.size = CGSize(width: 30, height: 30)
            layers[0].layoutIfNeeded()
            #expect(manager.count == Self.depth + 1 && layers[Self.depth - 1].bounds.width == 30)
            _ = host
        }
    }

    @Test func `what came into a settled tree, or asks in it, is laid out`() {
        let manager = Counting()
        let layers = DeepChain.make(200) { $0.layoutManager = manager }
        for _ in 0..<2 { layers[0].layoutIfNeeded() }
        manager.count = 0
        let new = DeepChain.make(3) { $0.layoutManager = manager }
        layers[150].insertSublayer(new[0], at: 1)
        new[2].setNeedsLayout()
        layers[0].layoutIfNeeded()
        // The new ones, and the one that they came into.
        #expect(manager.count >= 4 && !new[2].needsLayout())
        manager.count = 0
        layers[0].layoutIfNeeded()
        #expect(manager.count == 0)
        new[2].setNeedsLayout()
        new[2].removeFromSuperlayer()
        layers[199].addSublayer(new[2])
        layers[100].layoutIfNeeded()
        #expect(!new[2].needsLayout())
    }

    @Test func `an outermost layer that wants layout for ever does not hold up a deep tree`() throws {
        try onSmallStack {
            final class Again: CALayoutManager {
                func layoutSublayers(of layer: CALayer) { layer.setNeedsLayout() }
            }
            let layers = DeepChain.make(Self.depth)
            let host = DeepChain.host(layers[0])
            layers[0].layoutManager = Again()
            for layer in layers { layer.setNeedsLayout() }
            CATransaction.flush()
            #expect(layers.filter { $0.needsLayout() }.count == 1 && layers[0].needsLayout())
            _ = host
        }
    }

    @Test func `layers that are not counted at first are counted before any of them is left out`() {
        let manager = Counting()
        let layers = DeepChain.make(500) { $0.layoutManager = manager }
        for layer in layers { layer.setNeedsLayout() }
        var counts = 0
        var pass = LayoutPass(of: 0, andMore: 100) {
            counts += 1
            return 500
        }
        pass.layOutChain(to: layers[499])
        #expect(manager.count == 500 && counts == 1)
    }

    @Test func `constraints between each of many layers and the one around it are met`() throws {
        try onSmallStack {
            let manager = CAConstraintLayoutManager()
            let layers = DeepChain.make(Self.depth) {
                $0.layoutManager = manager
                $0.constraints = [
                    CAConstraint(
                        attribute: .width, relativeTo: "superlayer", attribute: .width, scale: 1, offset: 0)
                ]
            }
            layers[0].bounds.size.width = 50
            layers[0].layoutIfNeeded()
            #expect(layers[Self.depth - 1].bounds.width == 50)
        }
    }
}
