import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct Transform3DBridgingTests {
    private var transform: CATransform3D {
        CATransform3D(
            m11: 1, m12: 2, m13: 3, m14: 4, m21: 5, m22: 6, m23: 7, m24: 8, m31: 9, m32: 10, m33: 11, m34: -0.5,
            m41: 13, m42: 14, m43: 15, m44: 1e300)
    }

    @Test func `an object holds a transform and gives it back`() {
        #expect(NSValue(caTransform3D: transform).caTransform3DValue == transform)
    }

    @Test func `a transform is taken as an object, and an object as a transform`() throws {
        let any: Any = transform
        let object = try #require(any as? NSValue)
        #expect(object.caTransform3DValue == transform)
        let back: Any = object
        #expect(back as? CATransform3D == transform)
    }

    @Test func `an object that holds something else is no transform`() {
        let others: [NSValue] = [
            NSNumber(value: 1), NSValue(point: .zero), NSValue(rect: CGRect(x: 1, y: 1, width: 1, height: 1)),
            NSValue(range: NSRange(location: 1, length: 2)),
        ]
        for other in others {
            #expect((other as Any) as? CATransform3D == nil)
            #expect(other.caTransform3DValue == CATransform3D())
        }
        #expect((NSValue(caTransform3D: transform) as Any) as? CGRect == nil)
        #expect((NSValue(caTransform3D: transform) as Any) as? CGAffineTransform == nil)
    }

    @Test func `objects that hold transforms are equal where the transforms are`() {
        #expect(NSValue(caTransform3D: transform).isEqual(NSValue(caTransform3D: transform)))
        #expect(!NSValue(caTransform3D: transform).isEqual(NSValue(caTransform3D: CATransform3DIdentity)))
    }

    @Test func `an animation and key-value coding take transforms as objects`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let end = NSValue(caTransform3D: CATransform3DMakeTranslation(10, 0, 0))
            layer.add(basic("transform", from: NSValue(caTransform3D: CATransform3DIdentity), to: end), forKey: "move")
            CATransaction.flush()
            stage.run(to: 0.5)
            #expect(layer.presentation()?.transform == CATransform3DMakeTranslation(5, 0, 0))
            layer.setValue(end, forKey: "transform")
            #expect(layer.transform.m41 == 10)
        }
    }
}
