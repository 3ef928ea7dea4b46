import Foundation
import Testing

@testable import MainspringAnimation

@Suite struct AutoresizingTests {
    /// What follows along x, by how much the superlayer grows, where the layer begins then and how long it is; 10 and 20 before.
    static let rules: [(CAAutoresizingMask, CGFloat, CGFloat, CGFloat)] = [
        ([], 10, 10, 20), (.layerMinXMargin, 10, 20, 20), (.layerWidthSizable, 10, 10, 30),
        (.layerMaxXMargin, 10, 10, 20), ([.layerMinXMargin, .layerMaxXMargin], 10, 15, 20),
        ([.layerMinXMargin, .layerMaxXMargin], 11, 15, 20), ([.layerMinXMargin, .layerMaxXMargin], -11, 4, 20),
        ([.layerMinXMargin, .layerWidthSizable], 11, 15, 26), ([.layerWidthSizable, .layerMaxXMargin], 11, 10, 25.5),
        ([.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin], 30, 20, 30),
        ([.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin], 10, 13, 23.5),
        (.layerMinXMargin, 0.5, 10.5, 20), (.layerWidthSizable, -30, 10, 0),
    ]

    @Test(arguments: rules)
    func `a layer follows its superlayer along x`(
        mask: CAAutoresizingMask, change: CGFloat, x: CGFloat, width: CGFloat
    ) {
        let parent = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let layer = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 20), in: parent)
        layer.autoresizingMask = mask
        parent.bounds.size.width += change
        #expect(layer.frame == CGRect(x: x, y: 10, width: width, height: 20))
    }

    @Test(arguments: rules)
    func `along y the same rules hold`(mask: CAAutoresizingMask, change: CGFloat, y: CGFloat, height: CGFloat) {
        let parent = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let layer = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 20), in: parent)
        layer.autoresizingMask = CAAutoresizingMask(rawValue: mask.rawValue << 3)
        parent.bounds.size.height += change
        #expect(layer.frame == CGRect(x: 10, y: y, width: 20, height: height))
    }

    @Test func `what follows in a layer that follows, follows too`() {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let middle = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: root)
        let leaf = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: middle)
        for layer in [middle, leaf] { layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable] }
        root.frame = CGRect(x: 5, y: 5, width: 150, height: 50)
        #expect(leaf.bounds == CGRect(x: 0, y: 0, width: 150, height: 50))
        #expect(middle.needsLayout() && root.needsLayout())
    }

    private final class Logged: CALayer {
        var sizes: [CGSize] = []
        override func resizeSublayers(withOldSize size: CGSize) { sizes.append(size) }
    }

    @Test func `sublayers are told the old size when the size changes, and not when the layer moves`() {
        let layer = Logged()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
        layer.position = CGPoint(x: 3, y: 3)
        layer.bounds.origin = CGPoint(x: 3, y: 3)
        layer.bounds.size = CGSize(width: 10, height: 20)
        layer.bounds.size.width = 11
        #expect(layer.sizes == [.zero, CGSize(width: 10, height: 20)])
    }

    @Test(arguments: [CGFloat.nan, .infinity])
    func `sizes of numbers that are none are not followed`(number: CGFloat) {
        let parent = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let layer = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 20), in: parent)
        layer.autoresizingMask = [.layerWidthSizable, .layerMinXMargin]
        parent.bounds.size.width = number
        #expect(layer.frame == CGRect(x: 10, y: 10, width: 20, height: 20))
    }

    @Test func `a layer without a superlayer follows nobody`() {
        let layer = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 20))
        layer.autoresizingMask = .layerWidthSizable
        layer.resize(withOldSuperlayerSize: CGSize(width: 1, height: 1))
        #expect(layer.frame.width == 20)
    }
}
