import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct TransformLayerTests {
    private func makeCube(in parent: CALayer? = nil) -> CATransformLayer {
        let cube = CATransformLayer()
        cube.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        parent?.addSublayer(cube)
        return cube
    }

    private func makeFace(_ name: String, _ transform: CATransform3D, in cube: CALayer) -> CALayer {
        let face = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: cube)
        face.name = name
        face.transform = transform
        return face
    }

    /// A cube of which the front is at z = 50, and the right side at x = 100.
    private func fill(_ cube: CALayer) {
        let front = CATransform3DMakeTranslation(0, 0, 50)
        _ = makeFace("front", front, in: cube)
        for (name, quarters) in [("right", 1.0), ("back", 2.0), ("left", 3.0)] {
            _ = makeFace(
                name, CATransform3DConcat(front, CATransform3DMakeRotation(.pi / 2 * quarters, 0, 1, 0)), in: cube)
        }
    }

    static let turns: [(Double, String)] = [(0, "front"), (-1, "right"), (2, "back"), (1, "left"), (4, "front")]

    @Test(arguments: turns)
    func `of a cube the side that is turned to the front is hit`(quarters: Double, name: String) {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 300, height: 300)
        let cube = makeCube(in: root)
        fill(cube)
        cube.transform = CATransform3DMakeRotation(.pi / 2 * quarters, 0, 1, 0)
        let point = root.convert(CGPoint(x: 30, y: 40), to: nil)
        #expect(root.hitTest(point)?.name == name)
    }

    @Test(arguments: turns)
    func `of a presented cube the presentation of that side is hit`(quarters: Double, name: String) throws {
        try onStage { stage in
            let cube = makeCube(in: stage.root)
            fill(cube)
            cube.transform = CATransform3DMakeRotation(.pi / 2 * quarters, 0, 1, 0)
            CATransaction.flush()
            let hit = stage.root.presentation()?.hitTest(CGPoint(x: 50, y: 50))
            #expect(hit?.name == name && hit.map { $0.model() !== $0 } == true)
        }
    }

    @Test func `a transform layer itself is never hit, and does not cut off`() {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
        let cube = makeCube(in: root)
        cube.masksToBounds = true
        #expect(root.hitTest(CGPoint(x: 10, y: 10)) === root && cube.hitTest(CGPoint(x: 10, y: 10)) == nil)
        let child = makeLayer(CGRect(x: 150, y: 0, width: 10, height: 10), in: cube)
        #expect(root.hitTest(CGPoint(x: 155, y: 5)) === child)
        cube.isHidden = true
        #expect(root.hitTest(CGPoint(x: 155, y: 5)) === root)
    }

    @Test func `what is in front is hit first, through several transform layers, and of two at one depth the last`() {
        let outer = makeCube()
        let inner = makeCube(in: outer)
        inner.zPosition = 10
        let deep = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: inner)
        let near = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: outer)
        #expect(outer.hitTest(CGPoint(x: 5, y: 5)) === deep)
        near.zPosition = 11
        #expect(outer.hitTest(CGPoint(x: 5, y: 5)) === near)
        near.zPosition = 10
        #expect(outer.hitTest(CGPoint(x: 5, y: 5)) === near)
    }

    @Test func `points are converted through a transform layer with their depth`() throws {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
        root.sublayerTransform.m34 = -1 / 500
        let cube = makeCube(in: root)
        let face = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: cube)
        face.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
        cube.transform = CATransform3DMakeRotation(-.pi / 2, 0, 1, 0)
        let point = face.convert(CGPoint(x: 20, y: 30), to: root)
        #expect(isNear(point.x, 20) && isNear(point.y, 30))
        let back = face.convert(point, from: root)
        #expect(isNear(back.x, 20) && isNear(back.y, 30))
        // Made flat, the face would be seen from its edge.
        let flat = CALayer()
        flat.frame = cube.bounds
        root.addSublayer(flat)
        flat.transform = cube.transform
        flat.addSublayer(face)
        #expect(abs(face.convert(CGPoint(x: 20, y: 30), to: root).x - 20) > 1)
    }

    /// A chain of layers, some of which keep depth, against the product of the matrices up to the first that does not.
    @Test(arguments: Seeds.first(100))
    func `random chains of layers convert as the product of their matrices, made flat where there is a plane`(
        seed: UInt64
    )
        throws
    {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
        var map: PlaneMap?
        var matrix = Matrix4.identity
        var layers: [CALayer] = []
        for level in 0..<5 {
            let keepsDepth = level > 0 && Bool.random(using: &random)
            let layer = keepsDepth ? CATransformLayer() : CALayer()
            layer.bounds = CGRect(x: number(-9...9), y: number(-9...9), width: 100, height: 80)
            layer.position = CGPoint(x: number(0...50), y: number(0...50))
            layer.zPosition = number(-20...20)
            layer.isGeometryFlipped = Bool.random(using: &random)
            layer.transform = CATransform3DMakeRotation(number(-1...1), number(0.1...1), number(-1...1), number(-1...1))
            layer.sublayerTransform.m34 = Bool.random(using: &random) ? -0.001 : 0
            layers.last.map { layer.addSublayer($0) }
            layers.append(layer)
            if level > 0 { matrix = matrix * layer.spaceOfSublayers }
            if level > 0, !keepsDepth {
                map = map.map { $0 * PlaneMap(flattening: matrix) } ?? PlaneMap(flattening: matrix)
                matrix = .identity
            }
            matrix = matrix * layer.values.geometry.toSuperlayer
        }
        let last = PlaneMap(flattening: matrix)
        let whole = map.map { $0 * last } ?? last
        let point = CGPoint(x: number(0...100), y: number(0...80))
        let expected = try #require(whole(point))
        let there = layers[0].convert(point, to: nil)
        #expect(isNear(there.x, expected.x, within: 1e-6) && isNear(there.y, expected.y, within: 1e-6), "seed \(seed)")
        let back = layers[0].convert(there, from: nil)
        #expect(isNear(back.x, point.x, within: 1e-4) && isNear(back.y, point.y, within: 1e-4), "seed \(seed)")
    }

    @Test func `a replicator keeps depth if it says so, and is hit itself behind what is in it`() {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.addSublayer(replicator)
        let child = makeLayer(CGRect(x: 0, y: 0, width: 50, height: 100), in: replicator)
        for preservesDepth in [false, true] {
            replicator.preservesDepth = preservesDepth
            #expect(root.hitTest(CGPoint(x: 10, y: 10)) === child)
            #expect(root.hitTest(CGPoint(x: 60, y: 10)) === replicator)
        }
        child.zPosition = -1
        #expect(root.hitTest(CGPoint(x: 10, y: 10)) === replicator)
        replicator.preservesDepth = false
        #expect(root.hitTest(CGPoint(x: 10, y: 10)) === child)
    }

    @Test func `a transform layer's copy is one`() {
        let cube = makeCube()
        cube.zPosition = 7
        #expect(CATransformLayer(layer: cube).zPosition == 7)
        #expect(CATransformLayer.defaultValue(forKey: "opacity") as? Float == 1)
    }
}
