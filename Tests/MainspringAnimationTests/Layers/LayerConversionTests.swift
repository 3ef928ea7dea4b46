import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct LayerConversionTests {
    private func isNear(_ a: CGPoint, _ b: CGPoint, within tolerance: Double = 1e-9) -> Bool {
        abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
    }

    @Test func `points go through frames, bounds' origins and siblings`() {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 500, height: 500))
        let left = makeLayer(CGRect(x: 10, y: 20, width: 100, height: 100), in: root)
        let right = makeLayer(CGRect(x: 200, y: 50, width: 100, height: 100), in: root)
        left.bounds.origin = CGPoint(x: 5, y: 5)
        #expect(left.convert(CGPoint(x: 5, y: 5), to: root) == CGPoint(x: 10, y: 20))
        #expect(right.convert(CGPoint(x: 5, y: 5), from: left) == CGPoint(x: -190, y: -30))
        #expect(
            left.convert(CGRect(x: 5, y: 5, width: 2, height: 3), to: right)
                == CGRect(x: -190, y: -30, width: 2, height: 3))
        #expect(left.convert(CGPoint(x: 7, y: 8), to: left) == CGPoint(x: 7, y: 8))
    }

    @Test func `without another layer a point is one of what the outermost layer lies in`() {
        let root = makeLayer(CGRect(x: 100, y: 100, width: 500, height: 500))
        let inner = makeLayer(CGRect(x: 10, y: 20, width: 100, height: 100), in: root)
        #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 110, y: 120))
        #expect(inner.convert(CGPoint(x: 110, y: 120), from: nil) == .zero)
    }

    @Test func `a sublayer transform is about the superlayer's anchor point`() {
        let parent = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        parent.sublayerTransform = CATransform3DTranslate(CATransform3DMakeScale(2, 2, 1), 5, 6, 0)
        let child = makeLayer(CGRect(x: 50, y: 0, width: 10, height: 10), in: parent)
        #expect(isNear(child.convert(CGPoint.zero, to: parent), CGPoint(x: 60, y: -38)))
    }

    @Test func `in a flipped layer the sublayers' y grows upwards`() {
        let parent = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        parent.isGeometryFlipped = true
        let child = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 20), in: parent)
        #expect(isNear(child.convert(CGPoint.zero, to: parent), CGPoint(x: 10, y: 90)))
        #expect(child.contentsAreFlipped() && parent.contentsAreFlipped())
        child.isGeometryFlipped = true
        #expect(!child.contentsAreFlipped())
    }

    @Test(arguments: Seeds.first(3))
    func `random trees agree with plain matrices, and there and back is the same`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var chain: [CALayer] = []
            // One step after another, made flat in between, as it is defined.
            var maps: [(CGPoint) -> CGPoint?] = []
            for depth in 0..<4 {
                let layer = CALayer()
                layer.bounds = CGRect(
                    x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random),
                    width: .random(in: 10...90, using: &random), height: .random(in: 10...90, using: &random))
                layer.position = CGPoint(
                    x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
                layer.zPosition = .random(in: -10...10, using: &random)
                layer.anchorPoint = CGPoint(
                    x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
                layer.anchorPointZ = .random(in: -5...5, using: &random)
                layer.transform = CATransform3DMakeRotation(
                    .random(in: -0.7...0.7, using: &random), .random(in: -1...1, using: &random),
                    .random(in: -1...1, using: &random), 1)
                var sight = CATransform3DMakeScale(1.2, 0.9, 1)
                sight.m34 = -1 / 900
                layer.sublayerTransform = sight
                layer.isGeometryFlipped = Bool.random(using: &random)
                let parent = depth > 0 ? chain[depth - 1] : nil
                parent?.addSublayer(layer)
                chain.append(layer)
                let anchor = CGPoint(
                    x: layer.bounds.minX + layer.anchorPoint.x * layer.bounds.width,
                    y: layer.bounds.minY + layer.anchorPoint.y * layer.bounds.height)
                var matrix = CATransform3DConcat(
                    CATransform3DConcat(
                        CATransform3DMakeTranslation(-anchor.x, -anchor.y, -layer.anchorPointZ), layer.transform),
                    CATransform3DMakeTranslation(layer.position.x, layer.position.y, layer.zPosition))
                if let parent {
                    let at = CGPoint(
                        x: parent.bounds.minX + parent.anchorPoint.x * parent.bounds.width,
                        y: parent.bounds.minY + parent.anchorPoint.y * parent.bounds.height)
                    matrix = CATransform3DConcat(matrix, CATransform3DMakeTranslation(-at.x, -at.y, 0))
                    matrix = CATransform3DConcat(matrix, parent.sublayerTransform)
                    matrix = CATransform3DConcat(matrix, CATransform3DMakeTranslation(at.x, at.y, 0))
                }
                let flip = parent.flatMap { $0.isGeometryFlipped ? $0.bounds.minY + $0.bounds.maxY : nil }
                maps.append { p in
                    let row = Matrix4(matrix).transforming(SIMD4(p.x, p.y, 0, 1))
                    guard row.w > 0 else { return nil }
                    let y = row.y / row.w
                    return CGPoint(x: row.x / row.w, y: flip.map { $0 - y } ?? y)
                }
            }
            let point = CGPoint(x: .random(in: -30...30, using: &random), y: .random(in: -30...30, using: &random))
            let expected = try #require(
                maps.dropFirst().reversed().reduce(Optional(point)) { p, map in p.flatMap(map) })
            let result = chain[3].convert(point, to: chain[0])
            #expect(isNear(result, expected, within: 1e-6), "seed \(seed)")
            #expect(isNear(chain[3].convert(result, from: chain[0]), point, within: 1e-5), "seed \(seed)")
        }
    }

    @Test func `time goes down and up the tree`() {
        let (root, mid, leaf) = (CALayer(), CALayer(), CALayer())
        root.addSublayer(mid)
        mid.addSublayer(leaf)
        (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
        (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-5 }
        #expect(isNear(leaf.convertTime(10, from: mid), 18.5))
        #expect(isNear(leaf.convertTime(10, from: root), 47))
        #expect(isNear(leaf.convertTime(10, from: nil), 47))
        #expect(isNear(leaf.convertTime(10, to: mid), 5.75))
        #expect(isNear(leaf.convertTime(10, to: root), 23.0 / 6))
        #expect(isNear(leaf.convertTime(10, to: nil), 23.0 / 6))
    }

    @Test func `a layer that is paused as Apple shows goes on where it stopped`() {
        let layer = CALayer()
        let paused = layer.convertTime(100, from: nil)
        layer.speed = 0
        layer.timeOffset = paused
        #expect(layer.convertTime(107, from: nil) == 100)
        let at = layer.timeOffset
        layer.speed = 1
        layer.timeOffset = 0
        layer.beginTime = 0
        layer.beginTime = layer.convertTime(110, from: nil) - at
        #expect(layer.convertTime(110, from: nil) == 100)
        #expect(layer.convertTime(111, from: nil) == 101)
    }

    @Test func `what cannot be converted stays as it is`() {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10))
        let flat = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), in: root)
        flat.transform = CATransform3DMakeScale(0, 1, 1)
        #expect(flat.convert(CGPoint(x: 3, y: 4), from: root) == CGPoint(x: 3, y: 4))
        flat.transform = CATransform3DMakeScale(.nan, 1, 1)
        #expect(flat.convert(CGPoint(x: 3, y: 4), from: root) == CGPoint(x: 3, y: 4))
    }
}
