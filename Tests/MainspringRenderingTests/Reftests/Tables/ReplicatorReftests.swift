import Foundation
import MainspringAnimation
import MainspringGraphics

/// What is shown several times.
extension Reftest {
    private static func replicator(_ count: Int, _ step: CATransform3D) -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        (layer.instanceCount, layer.instanceTransform) = (count, step)
        return layer
    }

    private static func copy(_ number: Int, _ step: CATransform3D) -> CALayer {
        let layer = CALayer(0, 0, 64, 64)
        layer.transform = (0..<number).reduce(CATransform3DIdentity) { whole, _ in CATransform3DConcat(whole, step) }
        return layer
    }

    private static let rounding = AllowedDifference.upTo(
        1, because: "the same place by another way differs in its last bits, and may be rounded to the next level")

    private static let ring = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    private static let tilt = CATransform3DMakeRotation(0.4, 1, 0, 0)

    private static let onEdge = CATransform3DConcat(CATransform3DMakeRotation(.pi / 2, 0, 1, 0), tilt)

    /// A layer beside the axis about which it turns, with a layer, layers that keep depth and showings inside.
    @discardableResult
    private static func wing(in layer: CALayer) -> CALayer {
        layer.add(CALayer(36, 8, 28, 48, .glass)) {
            ($0.anchorPoint, $0.position) = (CGPoint(x: -1 / 7.0, y: 0.5), CGPoint(x: 32, y: 32))
            $0.add(CALayer(2, 2, 10, 20, .red))
            $0.add(pair()) { ($0.anchorPoint, $0.transform) = (.zero, CATransform3DMakeScale(0.3, 0.3, 0.3)) }
            $0.add(replicator(3, CATransform3DMakeTranslation(0, 14, 0))).add(CALayer(16, 4, 10, 10, .blue))
        }
    }

    /// Two layers of which the first is nearer.
    private static func pair() -> CATransformLayer {
        let layer = CATransformLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        layer.add(CALayer(16, 16, 24, 24, .red)) { $0.zPosition = 20 }
        layer.add(CALayer(26, 26, 24, 24, .blue)) { $0.zPosition = -20 }
        return layer
    }

    static let replicators: [Reftest] = [
        Reftest("a replicator of three is three layers") {
            $0.add(replicator(3, CATransform3DMakeTranslation(14, 9, 0))).add(CALayer(4, 4, 20, 20, .glass))
        } as: { root in
            for number in 0..<3 { root.add(CALayer(4 + 14 * CGFloat(number), 4 + 9 * CGFloat(number), 20, 20, .glass)) }
        },
        Reftest("a replicator of none shows only itself") {
            $0.add(replicator(0, CATransform3DIdentity)) { $0.backgroundColor = .glass }
                .add(CALayer(4, 4, 20, 20, .red))
        } as: {
            $0.add(CALayer(0, 0, 64, 64, .glass))
        },
        Reftest("each showing is turned about the replicator's middle once more", rounding) {
            $0.add(replicator(5, CATransform3DMakeRotation(1.1, 0, 0, 1))).add(CALayer(36, 20, 20, 16, .glass))
        } as: { root in
            for number in 0..<5 {
                root.add(copy(number, CATransform3DMakeRotation(1.1, 0, 0, 1))).add(CALayer(36, 20, 20, 16, .glass))
            }
        },
        Reftest("each showing is made smaller once more", rounding) {
            $0.add(replicator(4, CATransform3DMakeScale(0.7, 0.7, 1))).add(CALayer(2, 2, 60, 60)) {
                ($0.borderWidth, $0.borderColor) = (4, .red)
            }
        } as: { root in
            for number in 0..<4 {
                root.add(copy(number, CATransform3DMakeScale(0.7, 0.7, 1))).add(CALayer(2, 2, 60, 60)) {
                    ($0.borderWidth, $0.borderColor) = (4, .red)
                }
            }
        },
        Reftest(
            "each showing's colours are changed once more",
            .upTo(1, because: "the replicator's colours are rounded first")
        ) {
            $0.add(replicator(3, CATransform3DMakeTranslation(20, 0, 0))) {
                $0.instanceColor = color(1, 0.8, 0.6)
                ($0.instanceRedOffset, $0.instanceGreenOffset, $0.instanceAlphaOffset) = (-0.3, -0.2, -0.25)
            }.add(CALayer(2, 10, 16, 30, .white))
        } as: { root in
            for number in 0..<3 {
                let part = CGFloat(number)
                root.add(
                    CALayer(2 + 20 * part, 10, 16, 30, color(1 - 0.3 * part, 0.8 - 0.2 * part, 0.6, 1 - 0.25 * part)))
            }
        },
        Reftest("replicators in each other multiply") {
            $0.add(replicator(3, CATransform3DMakeTranslation(20, 0, 0))).add(
                replicator(3, CATransform3DMakeTranslation(0, 20, 0))
            ).add(CALayer(3, 3, 14, 12, .red))
        } as: { root in
            for x in 0..<3 {
                for y in 0..<3 { root.add(CALayer(3 + 20 * CGFloat(x), 3 + 20 * CGFloat(y), 14, 12, .red)) }
            }
        },
        Reftest("each showing is behind the one before it", at: 0.75) {
            $0.add(
                replicator(3, CATransform3DMakeTranslation(0, 20, 0))
            ) { $0.instanceDelay = 0.25 }.add(CALayer(2, 2, 12, 12, .red)) {
                $0.animate("position.x", from: 8, to: 48)
            }
        } as: { root in
            for (number, x) in [38, 28, 18].enumerated() {
                root.add(CALayer(CGFloat(x) - 6, 2 + 20 * CGFloat(number), 12, 12, .red))
            }
        },
        Reftest("a replicator that keeps depth puts its showings into space, the deepest behind", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(100) }
                .add(replicator(3, CATransform3DMakeTranslation(0, 0, -40))) { $0.preservesDepth = true }
                .add(CALayer(8, 8, 40, 40, .glass))
        } as: { root in
            let space = root.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(100) }
            for number in (0..<3).reversed() {
                space.add(CALayer(8, 8, 40, 40, .glass)) {
                    $0.transform = CATransform3DMakeTranslation(0, 0, -40 * CGFloat(number))
                }
            }
        },
        Reftest("a ring of showings in space is so many layers in a transform layer", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
                .add(replicator(6, ring)) { ($0.preservesDepth, $0.transform) = (true, tilt) }
                .add(CALayer(22, 20, 20, 24, .glass)) {
                    $0.zPosition = 26
                    $0.add(CALayer(4, 4, 8, 8, .red))
                }
        } as: { root in
            let space = root.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
            let layer = CATransformLayer()
            (layer.frame, layer.transform) = (CGRect(x: 0, y: 0, width: 64, height: 64), tilt)
            space.add(layer)
            for number in 0..<6 {
                layer.add(CALayer(22, 20, 20, 24, .glass)) {
                    $0.transform = CATransform3DConcat(
                        CATransform3DMakeTranslation(0, 0, 26),
                        CATransform3DMakeRotation(CGFloat(number) * .pi / 3, 0, 1, 0))
                    $0.add(CALayer(4, 4, 8, 8, .red))
                }
            }
        },
        Reftest("what is inside of showings is there while the first one is seen from its edge", rounding) {
            let ring = $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
                .add(replicator(6, ring)) { ($0.preservesDepth, $0.transform) = (true, onEdge) }
            wing(in: ring)
        } as: { root in
            let space = root.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
            let layer = CATransformLayer()
            (layer.frame, layer.transform) = (CGRect(x: 0, y: 0, width: 64, height: 64), onEdge)
            space.add(layer)
            for number in 1..<6 {
                wing(in: layer).transform = CATransform3DMakeRotation(CGFloat(number) * .pi / 3, 0, 1, 0)
            }
        },
        Reftest("showings in space of layers that keep depth have that depth too", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
                .add(replicator(2, ring)) { $0.preservesDepth = true }
                .add(pair())
        } as: { root in
            let space = root.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
            let layer = CATransformLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            space.add(layer)
            layer.add(pair())
            layer.add(pair()) { $0.transform = ring }
        },
        Reftest("replicators in each other multiply in space", rounding) {
            $0.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
                .add(replicator(2, CATransform3DMakeTranslation(0, 24, 0))) { $0.preservesDepth = true }
                .add(replicator(4, ring)) { $0.preservesDepth = true }
                .add(CALayer(22, 6, 20, 20, .red)) { $0.zPosition = 24 }
        } as: { root in
            let space = root.add(CALayer(0, 0, 64, 64)) { $0.sublayerTransform = .perspective(120) }
            let layer = CATransformLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            space.add(layer)
            for row in 0..<2 {
                let inner = CATransformLayer()
                inner.frame = CGRect(x: 0, y: 24 * row, width: 64, height: 64)
                layer.add(inner)
                for number in 0..<4 {
                    inner.add(CALayer(22, 6, 20, 20, .red)) {
                        $0.transform = CATransform3DConcat(
                            CATransform3DMakeTranslation(0, 0, 24),
                            CATransform3DMakeRotation(CGFloat(number) * .pi / 3, 0, 1, 0))
                    }
                }
            }
        },
        Reftest("a replicator that does not keep depth shows all in its own plane") {
            $0.sublayerTransform = .perspective(100)
            $0.add(replicator(3, CATransform3DMakeTranslation(4, 4, -40))).add(CALayer(8, 8, 40, 40, .glass))
        } as: { root in
            for number in 0..<3 { root.add(CALayer(8 + 4 * CGFloat(number), 8 + 4 * CGFloat(number), 40, 40, .glass)) }
        },
        Reftest("a replicator as a mask leaves what all of its showings cover") {
            $0.add(CALayer(0, 0, 64, 64)) {
                $0.contents = testImage(64, 64)
                let mask = replicator(3, CATransform3DMakeTranslation(20, 0, 0))
                mask.add(CALayer(4, 4, 10, 50, .black))
                $0.mask = mask
            }
        } as: { root in
            for number in 0..<3 {
                root.add(CALayer(4 + 20 * CGFloat(number), 4, 10, 50)) {
                    $0.contents = testImage(64, 64).cropping(
                        to: CGRect(x: 4 + 20 * number, y: 4, width: 10, height: 50))
                }
            }
        },
    ]
}
