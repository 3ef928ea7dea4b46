import Foundation
import Testing

@testable import MainspringAnimation

@Suite struct ScrollTests {
    private func makeScroller(_ mode: CAScrollLayerScrollMode = .both) -> CAScrollLayer {
        let layer = CAScrollLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
        layer.scrollMode = mode
        return layer
    }

    static let modes: [(CAScrollLayerScrollMode, CGPoint)] = [
        (.both, CGPoint(x: 7, y: 8)), (.horizontally, CGPoint(x: 7, y: 0)), (.vertically, CGPoint(x: 0, y: 8)),
        (.none, .zero), (CAScrollLayerScrollMode(rawValue: "sideways"), CGPoint(x: 7, y: 8)),
    ]

    @Test(arguments: modes)
    func `a layer scrolls to a point in the directions of its mode`(mode: CAScrollLayerScrollMode, origin: CGPoint) {
        let layer = makeScroller(mode)
        layer.scroll(to: CGPoint(x: 7, y: 8))
        #expect(layer.bounds == CGRect(origin: origin, size: CGSize(width: 100, height: 50)))
        #expect(layer.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
    }

    static let rects: [(CGRect, CGPoint)] = [
        (CGRect(x: 20, y: 20, width: 30, height: 10), CGPoint(x: 10, y: 10)),
        (CGRect(x: 0, y: 0, width: 5, height: 5), .zero),
        (CGRect(x: 200, y: 100, width: 5, height: 5), CGPoint(x: 105, y: 55)),
        (CGRect(x: 0, y: 0, width: 500, height: 500), CGPoint(x: 10, y: 10)),
        (CGRect(x: 50, y: 50, width: 500, height: 500), CGPoint(x: 50, y: 50)),
        (CGRect(x: 205, y: 105, width: -5, height: -5), CGPoint(x: 105, y: 55)),
        (.null, CGPoint(x: 10, y: 10)), (.infinite, CGPoint(x: 10, y: 10)),
        (CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5), CGPoint(x: 10, y: 0)),
    ]

    @Test(arguments: rects)
    func `a layer scrolls as little as shows a rectangle`(rect: CGRect, origin: CGPoint) {
        let layer = makeScroller()
        layer.scroll(to: CGPoint(x: 10, y: 10))
        layer.scroll(to: rect)
        #expect(layer.bounds.origin == origin)
    }

    @Test func `a layer scrolls the nearest scroll layer around it, in its own coordinates`() {
        let outer = makeScroller()
        let inner = makeScroller()
        outer.addSublayer(inner)
        let middle = makeLayer(CGRect(x: 300, y: 0, width: 10, height: 10), in: inner)
        let leaf = makeLayer(CGRect(x: 0, y: 30, width: 10, height: 10), in: middle)
        leaf.scroll(CGPoint(x: 1, y: 2))
        #expect(inner.bounds.origin == CGPoint(x: 301, y: 32) && outer.bounds.origin == .zero)
        leaf.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(inner.bounds.origin == CGPoint(x: 300, y: 30))
        outer.scroll(CGPoint(x: 5, y: 5))
        #expect(outer.bounds.origin == .zero)
        let alone = CALayer()
        alone.scroll(CGPoint(x: 5, y: 5))
        #expect(alone.bounds.origin == .zero)
    }

    @Test func `what scroll layers around a layer cut off is not visible`() {
        let outer = makeScroller()
        let inner = makeScroller()
        inner.frame = CGRect(x: 50, y: 0, width: 100, height: 50)
        outer.addSublayer(inner)
        let leaf = makeLayer(CGRect(x: 20, y: 10, width: 200, height: 20), in: inner)
        #expect(leaf.visibleRect == CGRect(x: 0, y: 0, width: 30, height: 20))
        outer.scroll(to: CGPoint(x: 50, y: 0))
        #expect(leaf.visibleRect == CGRect(x: 0, y: 0, width: 80, height: 20))
        inner.scroll(to: CGPoint(x: 1000, y: 0))
        #expect(leaf.visibleRect == .zero)
        #expect(outer.visibleRect == outer.bounds)
    }
}
