import Foundation
import MainspringAnimation
import MainspringGraphics

/// Perspective, depth, replicators and transitions.
extension PictureTest {
    private static func addCube(to root: CALayer, _ side: CGFloat) {
        let cube = CATransformLayer()
        (cube.frame, cube.position) = (CGRect(x: 0, y: 0, width: side, height: side), CGPoint(x: 48, y: 48))
        cube.transform = CATransform3DRotate(CATransform3DMakeRotation(0.6, 1, 0.2, 0), 0.7, 0, 1, 0)
        let half = CATransform3DMakeTranslation(0, 0, side / 2)
        let turns: [(CATransform3D, CGColor)] = [
            (CATransform3DIdentity, .red), (CATransform3DMakeRotation(.pi / 2, 0, 1, 0), .green),
            (CATransform3DMakeRotation(.pi, 0, 1, 0), .blue), (CATransform3DMakeRotation(-.pi / 2, 0, 1, 0), .glass),
            (CATransform3DMakeRotation(.pi / 2, 1, 0, 0), color(0.8, 0.8, 0.2)),
            (CATransform3DMakeRotation(-.pi / 2, 1, 0, 0), color(0.6, 0.2, 0.6)),
        ]
        for (turn, color) in turns {
            cube.add(CALayer(0, 0, side, side, color)) {
                ($0.transform, $0.borderWidth, $0.borderColor) = (CATransform3DConcat(half, turn), 3, .black)
            }
        }
        root.add(cube)
    }

    private static func dress(_ layer: CALayer, isNew: Bool) {
        layer.backgroundColor = isNew ? .blue : .red
        layer.sublayers = [CALayer(isNew ? 10 : 4, 6, 12, 12, .white)]
    }

    static let spaces: [PictureTest] = [
        PictureTest("perspective-edges", 128, 96) { root in
            root.sublayerTransform = .perspective(160)
            for (place, turn) in [0.4, 1.0, -1.2].enumerated() {
                root.add(CALayer(6 + 40 * CGFloat(place), 16, 40, 60, .red)) {
                    $0.transform = CATransform3DRotate(CATransform3DMakeRotation(turn, 0, 1, 0), 0.3, 1, 0, 0)
                    ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (CGFloat(8 * place), 4, .blue)
                }
            }
        },
        PictureTest("perspective-picture", 96, 96) {
            $0.add(CALayer(4, 20, 88, 88)) {
                $0.contents =
                    PixelPicture(
                        128, 128, (0..<128 * 128).map { ($0 / 8 + $0 / 1024) % 2 == 0 ? 0xFF20_4080 : 0xFFF0_E0C0 }
                    ).image
                $0.transform = CATransform3DRotate(.perspective(120), 1.1, 1, 0, 0)
            }
        },
        PictureTest("cube", 96, 96) {
            $0.add(CALayer(0, 0, 96, 96)) {
                $0.sublayerTransform = .perspective(200)
                addCube(to: $0, 44)
            }
        },
        PictureTest("cube-from-far-away", 96, 96) {
            addCube(to: $0, 44)
        },
        PictureTest("replicator-ring", 96, 96) {
            let layer = CAReplicatorLayer()
            layer.frame = CGRect(x: 0, y: 0, width: 96, height: 96)
            (layer.instanceCount, layer.instanceTransform) = (9, CATransform3DMakeRotation(.pi * 2 / 10, 0, 0, 1))
            (layer.instanceColor, layer.instanceAlphaOffset, layer.instanceRedOffset) = (.white, -0.1, -0.1)
            layer.add(CALayer(42, 4, 12, 28, color(1, 0.6, 0.2))) {
                $0.cornerRadius = 6
                $0.shadowOpacity = 0.5
            }
            $0.add(layer)
        },
        PictureTest(
            "transitions", 128, 64,
            steps: [
                Reftest.Step { root in
                    for place in 0..<4 {
                        root.add(CALayer(4 + 31 * CGFloat(place), 8, 27, 48)) { dress($0, isNew: false) }
                    }
                },
                Reftest.Step { root in
                    let types: [CATransitionType] = [.fade, .moveIn, .push, .reveal]
                    for (layer, type) in zip(root.sublayers ?? [], types) {
                        dress(layer, isNew: true)
                        let transition = CATransition()
                        (transition.type, transition.subtype, transition.duration) = (type, .fromBottom, 1)
                        layer.add(transition, forKey: nil)
                    }
                },
                Reftest.Step(at: 0.4) { _ in },
            ]),
    ]
}
