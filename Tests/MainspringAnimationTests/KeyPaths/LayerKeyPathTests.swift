import Foundation
import MainspringAnimation
import MainspringFoundation
import Testing

/// Swift's key paths to properties of layers, where a key is asked for.
@Suite struct LayerKeyPathTests {
    @Test func `a key path to what can be animated stands for its key`() {
        #expect(KeyTable.path(for: \CALayer.opacity) == "opacity")
        #expect(KeyTable.path(for: \CALayer.position.x) == "position.x")
        #expect(KeyTable.path(for: \CAShapeLayer.strokeEnd) == "strokeEnd")
        #expect(KeyTable.path(for: \CALayer.name?.count) == nil)
    }
}
