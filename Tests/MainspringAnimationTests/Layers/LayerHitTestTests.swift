import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct LayerHitTestTests {
    @Test func `of its edges those of the least x and y belong to a layer`() {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(layer.contains(CGPoint(x: 0, y: 0)) && layer.contains(CGPoint(x: 9.99, y: 0)))
        #expect(!layer.contains(CGPoint(x: 10, y: 5)) && !layer.contains(CGPoint(x: 5, y: 10)))
        #expect(!layer.contains(CGPoint(x: CGFloat.nan, y: 5)))
    }

    @Test func `the layer in front is hit, by order and by z`() {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let back = makeLayer(CGRect(x: 10, y: 10, width: 50, height: 50), in: root)
        let front = makeLayer(CGRect(x: 10, y: 10, width: 50, height: 50), in: root)
        let at = CGPoint(x: 20, y: 20)
        #expect(root.hitTest(at) === front)
        back.zPosition = 1
        #expect(root.hitTest(at) === back)
        front.zPosition = 1
        #expect(root.hitTest(at) === front)
        front.isHidden = true
        #expect(root.hitTest(at) === back)
        #expect(root.hitTest(CGPoint(x: 90, y: 90)) === root)
        #expect(root.hitTest(CGPoint(x: 190, y: 90)) == nil)
    }

    @Test func `a sublayer is hit outside of its superlayer unless it is cut off there`() {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
        let group = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 20), in: root)
        let inner = makeLayer(CGRect(x: 30, y: 30, width: 10, height: 10), in: group)
        #expect(root.hitTest(CGPoint(x: 45, y: 45)) === inner)
        group.masksToBounds = true
        #expect(root.hitTest(CGPoint(x: 45, y: 45)) === root)
        group.isHidden = true
        #expect(root.hitTest(CGPoint(x: 15, y: 15)) === root)
    }

    @Test func `the point is told in the superlayer's coordinates`() {
        let root = makeLayer(CGRect(x: 100, y: 100, width: 50, height: 50))
        #expect(root.hitTest(CGPoint(x: 10, y: 10)) == nil)
        #expect(root.hitTest(CGPoint(x: 110, y: 110)) === root)
    }

    private final class Round: CALayer {
        override func contains(_ p: CGPoint) -> Bool {
            hypot(p.x - bounds.midX, p.y - bounds.midY) < bounds.width / 2
        }
    }

    @Test func `a subclass says what it contains`() {
        let round = Round()
        round.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(round.hitTest(CGPoint(x: 5, y: 5)) === round)
        #expect(round.hitTest(CGPoint(x: 0.5, y: 0.5)) == nil)
    }

    @Test(arguments: Seeds.first(3))
    func `random trees agree with asking every layer`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let root = makeLayer(CGRect(x: 0, y: 0, width: 200, height: 200))
            var all = [root]
            for _ in 0..<25 {
                let parent = all[Int.random(in: 0..<all.count, using: &random)]
                let made = makeLayer(
                    CGRect(
                        x: .random(in: -20...120, using: &random), y: .random(in: -20...120, using: &random),
                        width: .random(in: 5...90, using: &random), height: .random(in: 5...90, using: &random)),
                    in: parent)
                made.zPosition = Double(Int.random(in: -1...1, using: &random))
                made.isHidden = Int.random(in: 0..<8, using: &random) == 0
                made.masksToBounds = Int.random(in: 0..<3, using: &random) == 0
                if Bool.random(using: &random) {
                    made.transform = CATransform3DMakeRotation(.random(in: -3...3, using: &random), 0, 0, 1)
                }
                parent.isGeometryFlipped = Int.random(in: 0..<5, using: &random) == 0
                all.append(made)
            }
            /// All layers from back to front, each with whether it can be seen at a point.
            func paint(_ layer: CALayer, _ point: CGPoint, _ isCut: Bool, _ result: inout [CALayer]) {
                guard !layer.isHidden else { return }
                let own = layer.convert(point, from: nil)
                let isInside = layer.contains(own)
                let isCut = isCut || layer.masksToBounds && !isInside
                if isInside, !isCut { result.append(layer) }
                let children = (layer.sublayers ?? []).enumerated().sorted {
                    ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
                }
                for child in children { paint(child.element, point, isCut, &result) }
            }
            for _ in 0..<40 {
                let point = CGPoint(
                    x: .random(in: -20...220, using: &random), y: .random(in: -20...220, using: &random))
                var painted: [CALayer] = []
                paint(root, point, false, &painted)
                #expect(root.hitTest(point) === painted.last, "seed \(seed)")
            }
        }
    }
}
