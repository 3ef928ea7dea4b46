import Foundation
import Testing

@testable import MainspringAnimation

@Suite struct LayerGeometryTests {
    private static func turn(_ degrees: Double) -> Matrix4 {
        .rotation(degrees * .pi / 180, about: SIMD3(0, 0, 1))
    }

    private func place(_ matrix: Matrix4, _ x: Double, _ y: Double) throws -> CGPoint {
        try #require(PlaneMap(flattening: matrix)(CGPoint(x: x, y: y)))
    }

    @Test func `the anchor point lies at the position`() throws {
        for anchor in [CGPoint(x: 0.5, y: 0.5), .zero, CGPoint(x: 1, y: 0.25)] {
            var geometry = LayerGeometry()
            geometry.bounds = CGRect(x: 7, y: 9, width: 40, height: 20)
            geometry.position = CGPoint(x: 100, y: 200)
            geometry.anchorPoint = anchor
            geometry.transform = Self.turn(33) * .scale(2, 3, 1)
            let at = try place(geometry.toSuperlayer, 7 + 40 * anchor.x, 9 + 20 * anchor.y)
            #expect(isNear(at.x, 100) && isNear(at.y, 200))
        }
    }

    @Test func `the bounds' origin moves what is inside and not the frame`() throws {
        var geometry = LayerGeometry()
        geometry.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        let frame = geometry.frame
        geometry.bounds.origin = CGPoint(x: 5, y: 6)
        #expect(geometry.frame == frame)
        #expect(try place(geometry.toSuperlayer, 5, 6) == CGPoint(x: 10, y: 20))
    }

    @Test(arguments: [
        CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0.25, y: 2),
    ])
    func `a frame that is set is read back, through scale, mirror and move`(anchor: CGPoint) {
        let transforms: [Matrix4] = [
            .identity, .scale(2, 3, 1), .scale(-2, 0.5, 1), .scale(-1, -1, 1), .translation(11, -7, 0),
            .scale(2, 2, 1) * .translation(5, 5, 0),
        ]
        for transform in transforms {
            var geometry = LayerGeometry()
            geometry.anchorPoint = anchor
            geometry.transform = transform
            let frame = CGRect(x: 10, y: 20, width: 30, height: 40)
            geometry.frame = frame
            let read = geometry.frame
            #expect(
                isNear(read.minX, 10) && isNear(read.minY, 20) && isNear(read.width, 30) && isNear(read.height, 40),
                "\(transform): \(read)")
        }
    }

    @Test func `the frame of a turned layer is the box around it`() {
        var geometry = LayerGeometry()
        geometry.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
        geometry.position = CGPoint(x: 100, y: 100)
        geometry.transform = Self.turn(90)
        let frame = geometry.frame
        #expect(isNear(frame.minX, 90) && isNear(frame.minY, 95) && isNear(frame.width, 20) && isNear(frame.height, 10))
    }

    @Test func `a frame with negative sides is the same rectangle told from its least corner`() {
        var geometry = LayerGeometry()
        geometry.frame = CGRect(x: 50, y: 60, width: -20, height: -30)
        #expect(geometry.frame == CGRect(x: 30, y: 30, width: 20, height: 30))
        #expect(geometry.bounds == CGRect(x: 0, y: 0, width: 20, height: 30))
    }

    @Test func `a null or infinite frame changes nothing`() {
        var geometry = LayerGeometry()
        geometry.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        let before = geometry
        geometry.frame = .null
        geometry.frame = .infinite
        #expect(geometry == before)
    }

    @Test func `sublayers are transformed about the anchor point`() throws {
        // A number that others' tests assert on QuartzCore.
        var parent = LayerGeometry()
        parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        let transform = Matrix4.translation(5, 6, 0) * .scale(2, 2, 1)
        #expect(try place(parent.about(transform), 50, 0) == CGPoint(x: 60, y: -38))
        parent.anchorPoint = .zero
        #expect(try place(parent.about(transform), 50, 0) == CGPoint(x: 110, y: 12))
    }
}
