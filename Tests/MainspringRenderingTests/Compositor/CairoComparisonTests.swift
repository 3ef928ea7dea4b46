import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Scenes that `render(in:)` draws by Cairo too. What may differ, and why, stands beside each.
@Suite struct CairoComparisonTests {
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        /// By so much a component may differ, and so many of 10,000 pixels by more.
        let tolerance: Int
        let exceptions: Int
        let build: @Sendable (CALayer) -> Void
        var testDescription: String { name }

        init(_ name: String, _ tolerance: Int, _ exceptions: Int = 0, _ build: @escaping @Sendable (CALayer) -> Void) {
            (self.name, self.tolerance, self.exceptions, self.build) = (name, tolerance, exceptions, build)
        }
    }

    static func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat = 50, _ height: CGFloat = 50) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: width, height: height)
        layer.backgroundColor = color(0.8, 0.4, 0.2)
        return layer
    }

    static let scenes: [Scene] = [
        Scene("whole pixels", 0) { $0.addSublayer(box(10, 10)) },
        Scene("half a colour", 1) { root in
            let layer = box(10, 10)
            layer.backgroundColor = color(0.2, 0.4, 0.6, 0.5)
            root.addSublayer(layer)
        },
        // Cairo's edges are of 256 steps in each direction.
        Scene("parts of pixels", 2) { $0.addSublayer(box(10.25, 10.5, 49.5, 30.1)) },
        Scene("narrower than a pixel", 2) { $0.addSublayer(box(10.3, 10, 0.4, 50)) },
        // Cairo flattens circles, and takes the exact area where the distance is taken here.
        Scene("round corners", 12, 30) { root in
            let layer = box(10, 10, 60, 50)
            layer.cornerRadius = 20
            root.addSublayer(layer)
        },
        Scene("some corners", 12, 30) { root in
            let layer = box(10, 10, 60, 50)
            layer.cornerRadius = 25
            layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            root.addSublayer(layer)
        },
        Scene("gentle corners", 1) { root in
            let layer = box(10, 10, 60, 60)
            (layer.cornerRadius, layer.cornerCurve) = (18, .continuous)
            root.addSublayer(layer)
        },
        Scene("a border", 12, 40) { root in
            let layer = box(10, 10, 60, 50)
            (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (15, 5, color(0, 0, 1))
            root.addSublayer(layer)
        },
        // Distances instead of areas: at corners of the turned square.
        Scene("turned", 12, 30) { root in
            let layer = box(25, 25)
            layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
            root.addSublayer(layer)
        },
        Scene("contents as they are", 0) { root in
            let layer = CALayer()
            layer.frame = CGRect(x: 20, y: 20, width: 24, height: 24)
            layer.contents = testImage(24, 24)
            root.addSublayer(layer)
        },
        Scene("group opacity", 2) { root in
            let group = CALayer()
            group.frame = root.bounds
            group.opacity = 0.6
            group.addSublayer(box(10, 10))
            let other = box(30, 30)
            other.backgroundColor = color(0, 0, 1)
            group.addSublayer(other)
            root.addSublayer(group)
        },
        // What is outside of the mask shows no shadow either.
        Scene("a mask over a shadow", 1) { root in
            let layer = box(10, 10)
            (layer.shadowOpacity, layer.shadowRadius) = (1, 0)
            layer.shadowOffset = CGSize(width: 20, height: 20)
            layer.mask = CALayer()
            layer.mask?.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
            layer.mask?.backgroundColor = color(0, 0, 0, 0.5)
            layer.opacity = 0.8
            root.addSublayer(layer)
        },
        Scene("clipping", 0) { root in
            let clip = box(20, 20, 40, 40)
            clip.masksToBounds = true
            let inner = box(20, 20)
            inner.backgroundColor = color(0, 0.6, 0)
            clip.addSublayer(inner)
            root.addSublayer(clip)
        },
        Scene("clipping by round corners", 14, 60) { root in
            let clip = box(20, 20, 50, 50)
            (clip.masksToBounds, clip.cornerRadius) = (true, 20)
            let inner = box(0, 20)
            inner.backgroundColor = color(0, 0.6, 0)
            clip.addSublayer(inner)
            root.addSublayer(clip)
        },
        Scene("a mask", 2) { root in
            let masked = box(10, 10, 70, 70)
            let mask = CAShapeLayer()
            mask.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 60, height: 40), transform: nil)
            masked.mask = mask
            root.addSublayer(masked)
        },
        Scene("a path", 1) { root in
            let shape = CAShapeLayer()
            shape.path = CGPath(ellipseIn: CGRect(x: 15, y: 15, width: 60, height: 40), transform: nil)
            (shape.fillColor, shape.strokeColor, shape.lineWidth) = (color(0, 1, 0), color(0, 0, 1), 4)
            root.addSublayer(shape)
        },
        Scene("a gradient", 1) { root in
            let gradient = CAGradientLayer()
            gradient.frame = CGRect(x: 10, y: 10, width: 70, height: 50)
            gradient.colors = [color(1, 0, 0), color(0, 0, 1, 0.5)]
            root.addSublayer(gradient)
        },
        Scene("a text", 1) { root in
            let text = CATextLayer()
            text.frame = CGRect(x: 10, y: 10, width: 80, height: 60)
            (text.string, text.fontSize, text.foregroundColor, text.isWrapped) = ("Words in lines", 16, .black, true)
            root.addSublayer(text)
        },
        Scene("a shadow of a path", 3) { root in
            let layer = box(30, 30, 40, 40)
            (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.7, 5, CGSize(width: 4, height: 6))
            root.addSublayer(layer)
        },
        Scene("a shadow of what is there", 6) { root in
            let layer = CALayer()
            layer.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
            layer.addSublayer(box(5, 5, 20, 20))
            layer.addSublayer(box(35, 30, 20, 20))
            (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.7, 4, CGSize(width: 3, height: 5))
            root.addSublayer(layer)
        },
        Scene("a replicator", 0) { root in
            let replicator = CAReplicatorLayer()
            replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            (replicator.instanceCount, replicator.instanceTransform) = (3, CATransform3DMakeTranslation(20, 15, 0))
            replicator.addSublayer(box(5, 5, 15, 15))
            root.addSublayer(replicator)
        },
        Scene("z order", 0) { root in
            let (first, second) = (box(10, 10), box(30, 30))
            second.backgroundColor = color(0, 0, 1)
            first.zPosition = 1
            root.addSublayer(first)
            root.addSublayer(second)
        },
        Scene("turned round geometry", 0) { root in
            let outer = box(10, 10, 70, 70)
            outer.isGeometryFlipped = true
            let inner = box(5, 5, 20, 24)
            inner.contents = testImage(20, 24)
            outer.addSublayer(inner)
            root.addSublayer(outer)
        },
    ]

    @Test(arguments: scenes) func `the compositor draws what Cairo draws`(scene: Scene) throws {
        let (found, picture) = try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            scene.build(stage.root)
            stage.draw()
            return (
                difference(stage.pixels, stage.renderedPixels(), tolerance: scene.tolerance),
                stage.pixels.contains { $0 != 0 }
            )
        }
        #expect(picture, "nothing is drawn")
        #expect(
            found.count <= scene.exceptions,
            "\(found.count) pixels differ by more than \(scene.tolerance), up to \(found.greatest)")
    }

    @Test func `a layer at two pixels to a point is one of twice the size`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100, scale: 2)
            stage.root.addSublayer(Self.box(10.5, 10, 20, 20))
            stage.draw()
            let other = CompositorStage(100, 100)
            other.root.addSublayer(Self.box(21, 20, 40, 40))
            other.draw()
            #expect(stage.pixels == other.pixels)
        }
    }
}
