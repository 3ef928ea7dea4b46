import Foundation
import MainspringAnimation
import MainspringGraphics

/// Transforms of the plane and of space, scrolling, flipping.
extension Reftest {
    private static let turn = CATransform3DMakeRotation(0.4, 0, 0, 1)
    private static let tilt = CATransform3DRotate(.perspective(90), 0.9, 0.2, 1, 0)
    private static let rounding = AllowedDifference.upTo(
        1, because: "the same place by another way differs in its last bits, and may be rounded to the next level")

    /// A box with a picture and a layer in it.
    private static func card(_ change: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer(14, 16, 36, 30, .red)
        layer.add(CALayer(4, 4, 24, 20)) { $0.contents = testImage(24, 20) }
        change(layer)
        return layer
    }

    private static func move(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeTranslation(x, y, 0) }

    static let spaces: [Reftest] = [
        Reftest("moving by a transform is moving") {
            $0.add(card { $0.transform = move(5, -3) })
        } as: {
            $0.add(card { $0.position = CGPoint(x: $0.position.x + 5, y: $0.position.y - 3) })
        },
        Reftest("a layer that is scaled is a larger one") {
            $0.add(CALayer(20, 20, 20, 16, .red)) { $0.transform = CATransform3DMakeScale(2, 1.5, 1) }
        } as: {
            $0.add(CALayer(10, 16, 40, 24, .red))
        },
        Reftest("the point that a layer is turned about is the anchor point", rounding) {
            $0.add(
                card {
                    $0.anchorPoint = CGPoint(x: 0.2, y: 0.9)
                    ($0.position, $0.transform) = (CGPoint(x: 21.2, y: 43), turn)
                })
        } as: {
            $0.add(
                card {
                    // To the anchor point, turned, and back.
                    let (x, y) = (21.2 - 32.0, 43 - 31.0)
                    $0.transform = CATransform3DConcat(CATransform3DConcat(move(-x, -y), turn), move(x, y))
                })
        },
        Reftest("an affine transform is the same one of space") {
            $0.add(card { $0.setAffineTransform(CGAffineTransform(a: 0.8, b: 0.3, c: -0.2, d: 1.1, tx: 3, ty: -2)) })
        } as: {
            $0.add(
                card {
                    $0.transform = CATransform3DMakeAffineTransform(
                        CGAffineTransform(a: 0.8, b: 0.3, c: -0.2, d: 1.1, tx: 3, ty: -2))
                })
        },
        Reftest("a turn in a turn is both", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.transform = turn }.add(CALayer(0, 0, 64, 64)) { $0.transform = turn }
                .add(CALayer(20, 20, 24, 24, .red))
        } as: {
            $0.add(CALayer(0, 0, 64, 64)) { $0.transform = CATransform3DMakeRotation(0.8, 0, 0, 1) }
                .add(CALayer(20, 20, 24, 24, .red))
        },
        Reftest("what is in a layer that is turned is turned about that layer's anchor point", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.transform = turn }.add(CALayer(12, 12, 40, 40, .red))
        } as: {
            $0.add(CALayer(12, 12, 40, 40, .red)) { $0.transform = turn }
        },
        Reftest("a transform of sublayers is that of each of them, about the layer's anchor point", rounding) {
            $0.add(CALayer(8, 8, 48, 48)) {
                $0.sublayerTransform = CATransform3DRotate(CATransform3DMakeScale(0.8, 0.8, 1), 0.4, 0, 0, 1)
                $0.add(CALayer(4, 4, 16, 20, .red))
                $0.add(CALayer(26, 20, 20, 24, .blue))
            }
        } as: {
            let whole = CATransform3DRotate(CATransform3DMakeScale(0.8, 0.8, 1), 0.4, 0, 0, 1)
            for layer in [CALayer(12, 12, 16, 20, .red), CALayer(34, 28, 20, 24, .blue)] {
                let (x, y) = (32 - layer.position.x, 32 - layer.position.y)
                layer.transform = CATransform3DConcat(CATransform3DConcat(move(-x, -y), whole), move(x, y))
                $0.add(layer)
            }
        },
        Reftest("perspective without depth shows nothing") {
            $0.sublayerTransform = .perspective(50)
            $0.add(card())
        } as: {
            $0.add(card())
        },
        Reftest("perspective above a layer is the layer's own where that lies in the middle", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(90) }
                .add(CALayer(14, 17, 36, 30, .red)) { $0.transform = CATransform3DMakeRotation(0.9, 0.2, 1, 0) }
        } as: {
            $0.add(CALayer(14, 17, 36, 30, .red)) { $0.transform = tilt }
            $0.sublayers?.first?.position = CGPoint(x: 32, y: 32)
        },
        Reftest("what is nearer to the viewer is larger", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(100) }.add(
                CALayer(26, 28, 16, 12, .red)
            ) { $0.zPosition = 50 }
        } as: {
            // Twice as large, about the middle.
            $0.add(CALayer(20, 24, 32, 24, .red))
        },
        Reftest("a depth of the anchor point is the layer's, the other way round", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(100) }.add(
                CALayer(26, 28, 16, 12, .red)
            ) { $0.anchorPointZ = -50 }
        } as: {
            $0.add(CALayer(20, 24, 32, 24, .red))
        },
        Reftest("a transform layer's transform is that of what is in it", rounding) {
            $0.sublayerTransform = .perspective(120)
            let layer = CATransformLayer()
            (layer.frame, layer.transform) = (CGRect(x: 0, y: 0, width: 64, height: 64), tilt)
            $0.add(layer).add(CALayer(14, 16, 36, 30, .red)) {
                $0.transform = CATransform3DMakeRotation(-0.5, 1, 0, 0)
            }
        } as: {
            $0.sublayerTransform = .perspective(120)
            $0.add(CALayer(14, 16, 36, 30, .red)) {
                let (x, y) = (32 - $0.position.x, 32 - $0.position.y)
                $0.transform = CATransform3DConcat(
                    CATransform3DMakeRotation(-0.5, 1, 0, 0),
                    CATransform3DConcat(CATransform3DConcat(move(-x, -y), tilt), move(x, y)))
            }
        },
        Reftest("a plain layer makes what is in it flat", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0) }
                .add(CALayer(12, 16, 40, 32, .red)) { $0.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0) }
        } as: {
            $0.add(CALayer(27, 16, 10, 32, .red))
        },
        Reftest("a transform layer keeps depth, so that a turn back is none", rounding) {
            let layer = CATransformLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
            $0.add(layer).add(CALayer(12, 16, 40, 32, .red)) {
                $0.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0)
            }
        } as: {
            $0.add(CALayer(12, 16, 40, 32, .red))
        },
        Reftest("in a transform layer what lies deeper is drawn first") {
            let layer = CATransformLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            layer.add(CALayer(8, 8, 30, 30, .red)) { $0.zPosition = 1 }
            layer.add(CALayer(18, 18, 30, 30, .blue)) { $0.transform = CATransform3DMakeTranslation(0, 0, -1) }
            $0.add(layer)
        } as: {
            $0.add(CALayer(18, 18, 30, 30, .blue))
            $0.add(CALayer(8, 8, 30, 30, .red))
        },
        Reftest("what lies deeper by its transform is drawn first, also without perspective") {
            let layer = CATransformLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            layer.add(CALayer(8, 8, 30, 30, .red)) { $0.transform = CATransform3DMakeTranslation(0, 0, 5) }
            layer.add(CALayer(18, 18, 30, 30, .blue)) { $0.transform = CATransform3DMakeTranslation(0, 0, -5) }
            layer.add(CALayer(4, 24, 50, 8, .green))
            $0.add(layer)
        } as: {
            $0.add(CALayer(18, 18, 30, 30, .blue))
            $0.add(CALayer(4, 24, 50, 8, .green))
            $0.add(CALayer(8, 8, 30, 30, .red))
        },
        Reftest("what is in front, behind a transform layer's half turn, is what lay deeper", rounding) {
            let layer = CATransformLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
            layer.add(CALayer(8, 8, 30, 30, .red)) { $0.zPosition = 5 }
            layer.add(CALayer(18, 18, 30, 30, .blue))
            $0.add(layer)
        } as: {
            $0.add(CALayer(26, 8, 30, 30, .red))
            $0.add(CALayer(16, 18, 30, 30, .blue))
        },
        Reftest("a transform layer shows nothing itself") {
            $0.add(CATransformLayer()) {
                ($0.frame, $0.backgroundColor) = (CGRect(x: 4, y: 4, width: 50, height: 50), .blue)
                $0.contents = testImage(8, 8)
                $0.add(CALayer(4, 4, 10, 10, .red))
            }
        } as: {
            $0.add(CALayer(8, 8, 10, 10, .red))
        },
        Reftest("from behind a layer is its mirror image", rounding) {
            $0.add(card { $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0) })
        } as: {
            $0.add(card { $0.transform = CATransform3DMakeScale(-1, 1, 1) })
        },
        Reftest("a layer that has one side is not seen from behind") {
            $0.add(CALayer(0, 0, 10, 10, .green))
            $0.add(
                card {
                    ($0.isDoubleSided, $0.transform) = (false, CATransform3DMakeRotation(3, 0, 1, 0))
                })
        } as: {
            $0.add(CALayer(0, 0, 10, 10, .green))
        },
        Reftest("a layer's bounds move what is in it") {
            $0.add(CALayer(8, 8, 48, 48, .blue)) { $0.bounds.origin = CGPoint(x: 20, y: -5) }
                .add(CALayer(24, 5, 20, 20, .red))
        } as: {
            $0.add(CALayer(8, 8, 48, 48, .blue)).add(CALayer(4, 10, 20, 20, .red))
        },
        Reftest("a scroll layer that is scrolled moves what is in it") {
            $0.add(CAScrollLayer()) {
                ($0.frame, $0.masksToBounds) = (CGRect(x: 8, y: 8, width: 40, height: 40), true)
                $0.add(CALayer(10, 10, 60, 60)) { $0.contents = testImage(60, 60) }
                $0.scroll(to: CGPoint(x: 15, y: 4))
            }
        } as: {
            $0.add(CALayer(8, 8, 40, 40)) { $0.masksToBounds = true }
                .add(CALayer(-5, 6, 60, 60)) { $0.contents = testImage(60, 60) }
        },
        Reftest("where geometry is flipped, layers lie as in a mirror, and pictures stand upright") {
            $0.add(CALayer(8, 8, 48, 48, .blue)) { $0.isGeometryFlipped = true }
                .add(CALayer(4, 6, 24, 20)) { $0.contents = testImage(24, 20) }
        } as: {
            $0.add(CALayer(8, 8, 48, 48, .blue)).add(CALayer(4, 22, 24, 20)) { $0.contents = testImage(24, 20) }
        },
        Reftest("flipped twice is not at all") {
            $0.add(CALayer(8, 8, 48, 48, .blue)) { $0.isGeometryFlipped = true }
                .add(CALayer(0, 0, 48, 48)) { $0.isGeometryFlipped = true }
                .add(card { $0.masksToBounds = true })
        } as: {
            $0.add(CALayer(8, 8, 48, 48, .blue)).add(card { $0.masksToBounds = true })
        },
        Reftest("a display of two pixels a point shows all twice as large", side: 64, scale: 2) {
            $0.add(CALayer(8, 8, 30, 20, .blue)) {
                ($0.cornerRadius, $0.borderWidth) = (6, 2)
                $0.add(CALayer(5.5, 4, 12, 10)) { $0.contents = testImage(24, 20) }
            }
        } as: {
            // Points of the other tree, halved by the transform and doubled by the display.
            $0.add(CALayer(0, 0, 128, 128)) {
                ($0.anchorPoint, $0.position) = (.zero, .zero)
                $0.transform = CATransform3DMakeScale(0.5, 0.5, 1)
            }.add(CALayer(16, 16, 60, 40, .blue)) {
                ($0.cornerRadius, $0.borderWidth) = (12, 4)
                $0.add(CALayer(11, 8, 24, 20)) { $0.contents = testImage(24, 20) }
            }
        },
    ]
}
