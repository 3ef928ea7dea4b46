import Foundation
import MainspringAnimation
import MainspringGraphics

/// Pictures as contents, and what draws them.
extension Reftest {
    private static let mixed = AllowedDifference.upTo(
        2, because: "weights of places between pixels have seven bits, and none is 0 where a picture is not only moved")

    /// Where the contents of 12 by 8 lie in a layer of 40 by 32 at 10, 12.
    private static let gravities: [(CALayerContentsGravity, CGRect)] = [
        (.topLeft, CGRect(x: 10, y: 12, width: 12, height: 8)), (.top, CGRect(x: 24, y: 12, width: 12, height: 8)),
        (.topRight, CGRect(x: 38, y: 12, width: 12, height: 8)), (.left, CGRect(x: 10, y: 24, width: 12, height: 8)),
        (.center, CGRect(x: 24, y: 24, width: 12, height: 8)), (.right, CGRect(x: 38, y: 24, width: 12, height: 8)),
        (.bottomLeft, CGRect(x: 10, y: 36, width: 12, height: 8)),
        (.bottom, CGRect(x: 24, y: 36, width: 12, height: 8)),
        (.bottomRight, CGRect(x: 38, y: 36, width: 12, height: 8)),
        (.resize, CGRect(x: 10, y: 12, width: 40, height: 32)),
        (.resizeAspect, CGRect(x: 10, y: 28 - 40.0 / 3, width: 40, height: 80.0 / 3)),
        (.resizeAspectFill, CGRect(x: 6, y: 12, width: 48, height: 32)),
        (CALayerContentsGravity(rawValue: "none such"), CGRect(x: 24, y: 24, width: 12, height: 8)),
    ]

    private static var gravityTests: [Reftest] {
        gravities.map { gravity, frame in
            Reftest("contents of gravity \(gravity.rawValue) are a layer at that place") {
                $0.add(CALayer(10, 12, 40, 32)) { ($0.contents, $0.contentsGravity) = (testImage(12, 8), gravity) }
            } as: {
                $0.add(CALayer()) { ($0.frame, $0.contents) = (frame, testImage(12, 8)) }
            }
        }
    }

    /// Adds nine layers, each of which shows a part of one picture.
    private static func addNine(
        to root: CALayer, columns: [(CGFloat, CGFloat)], rows: [(CGFloat, CGFloat)], _ across: [(CGFloat, CGFloat)],
        _ down: [(CGFloat, CGFloat)]
    ) {
        for (column, x) in zip(columns, across) {
            for (row, y) in zip(rows, down) {
                root.add(CALayer(column.0, row.0, column.1, row.1)) {
                    $0.contents = PixelPicture.smooth.image
                    $0.contentsRect = CGRect(x: x.0, y: y.0, width: x.1, height: y.1)
                }
            }
        }
    }

    /// What draws a triangle in a layer's bounds.
    private static func drawTriangle(_ context: CGContext) {
        context.setFillColor(.green)
        context.addPath(triangle)
        context.fillPath()
    }

    private static var triangle: CGPath {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 4, y: 4), CGPoint(x: 36, y: 10), CGPoint(x: 12, y: 28)])
        path.closeSubpath()
        return path
    }

    private final class Drawing: CALayer {
        override func draw(in ctx: CGContext) { Reftest.drawTriangle(ctx) }
    }

    private final class Showing: CALayer {
        override func display() { contents = testImage(12, 8) }
    }

    private final class Delegate: CALayerDelegate, Sendable {
        func draw(_ layer: CALayer, in ctx: CGContext) { Reftest.drawTriangle(ctx) }
    }

    private static let delegate = Delegate()

    static let contents: [Reftest] =
        gravityTests + [
            Reftest("a part of the contents is the picture cut to it", mixed) {
                $0.add(CALayer(10, 10, 12, 10)) {
                    $0.contents = testImage(24, 20)
                    $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
                }
            } as: {
                $0.add(CALayer(10, 10, 12, 10)) {
                    $0.contents = testImage(24, 20).cropping(to: CGRect(x: 6, y: 10, width: 12, height: 10))
                }
            },
            Reftest("a part of the contents, its pixels enlarged as squares, is the picture cut to it") {
                $0.add(CALayer(8, 8, 48, 40)) {
                    $0.contents = testImage(24, 20)
                    ($0.contentsRect, $0.magnificationFilter) = (
                        CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5), .nearest
                    )
                }
            } as: {
                $0.add(CALayer(8, 8, 48, 40)) {
                    $0.contents = testImage(24, 20).cropping(to: CGRect(x: 6, y: 10, width: 12, height: 10))
                    $0.magnificationFilter = .nearest
                }
            },
            Reftest(
                "contents with a middle that is stretched are nine layers",
                .upTo(
                    3,
                    because:
                        "their places are exact where those of layers have seven bits, and there no weight is 0; both are rounded"
                )
            ) {
                $0.add(CALayer(4, 6, 54, 48)) {
                    $0.contents = PixelPicture.smooth.image
                    $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
                }
            } as: { root in
                addNine(
                    to: root, columns: [(4, 6), (10, 42), (52, 6)], rows: [(6, 6), (12, 36), (48, 6)],
                    [(0, 0.25), (0.25, 0.5), (0.75, 0.25)], [(0, 0.25), (0.25, 0.5), (0.75, 0.25)])
            },
            Reftest(
                "a middle that is stretched is one of the part of the contents that is shown",
                .upTo(3, because: "places are exact where those of layers have seven bits, and there no weight is 0")
            ) {
                $0.add(CALayer(4, 6, 54, 48)) {
                    $0.contents = PixelPicture.smooth.image
                    $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
                    $0.contentsCenter = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
                }
            } as: { root in
                addNine(
                    to: root, columns: [(4, 3), (7, 48), (55, 3)], rows: [(6, 6), (12, 39), (51, 3)],
                    [(0.25, 0.125), (0.375, 0.25), (0.625, 0.125)], [(0.5, 0.25), (0.75, 0.125), (0.875, 0.125)])
            },
            Reftest(
                "a middle that is stretched is told from the first row, also where y grows upwards",
                .upTo(3, because: "places are exact where those of layers have seven bits, and there no weight is 0")
            ) { root in
                root.add(CALayer(0, 0, 64, 64)) { $0.isGeometryFlipped = true }.add(CALayer(4, 10, 54, 48)) {
                    $0.contents = PixelPicture.smooth.image
                    $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
                    $0.contentsCenter = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
                }
            } as: { root in
                addNine(
                    to: root, columns: [(4, 3), (7, 48), (55, 3)], rows: [(6, 6), (12, 39), (51, 3)],
                    [(0.25, 0.125), (0.375, 0.25), (0.625, 0.125)], [(0.5, 0.25), (0.75, 0.125), (0.875, 0.125)])
            },
            Reftest("contents of two pixels a point are half as large") {
                $0.add(CALayer(10, 10, 40, 40)) {
                    ($0.contents, $0.contentsScale, $0.contentsGravity) = (testImage(24, 20), 2, .topLeft)
                }
            } as: {
                $0.add(CALayer(10, 10, 12, 10)) { $0.contents = testImage(24, 20) }
            },
            Reftest("contents made smaller by half are means of four pixels", mixed) {
                $0.add(CALayer(10, 10, 24, 20)) { $0.contents = noise(48, 40).image }
            } as: {
                $0.add(CALayer(10, 10, 24, 20)) { $0.contents = noise(48, 40).halved.image }
            },
            Reftest("contents whose pixels are enlarged as squares are boxes") {
                $0.add(CALayer(8, 8, 48, 40)) { ($0.contents, $0.magnificationFilter) = (noise(4, 3).image, .nearest) }
            } as: { root in
                let picture = noise(4, 3)
                for (index, pixel) in picture.pixels.enumerated() {
                    let (left, right) = (8 + 12 * CGFloat(index % 4), 8 + 12 * CGFloat(index % 4 + 1))
                    let (top, bottom) = (
                        8 + (40 * CGFloat(index / 4) / 3).rounded(), 8 + (40 * CGFloat(index / 4 + 1) / 3).rounded()
                    )
                    root.add(CALayer(left, top, right - left, bottom - top)) {
                        $0.contents = PixelPicture(1, 1, [pixel]).image
                        $0.magnificationFilter = .nearest
                    }
                }
            },
            Reftest("contents lie over the background, and what is in the layer over them") {
                $0.add(CALayer(10, 10, 24, 20, .blue)) {
                    $0.contents = testImage(24, 20)
                    $0.add(CALayer(4, 4, 8, 30, .glass))
                }
            } as: {
                $0.add(CALayer(10, 10, 24, 20, .blue))
                $0.add(CALayer(10, 10, 24, 20)) { $0.contents = testImage(24, 20) }
                $0.add(CALayer(14, 14, 8, 30, .glass))
            },
            Reftest("contents larger than the layer are cut off by its bounds alone") {
                $0.add(CALayer(20, 20, 12, 10)) {
                    ($0.contents, $0.contentsGravity, $0.masksToBounds) = (testImage(24, 20), .center, true)
                }
            } as: {
                $0.add(CALayer(20, 20, 12, 10)) {
                    $0.contents = testImage(24, 20).cropping(to: CGRect(x: 6, y: 5, width: 12, height: 10))
                }
            },
            Reftest("contents of a quarter turn are the picture turned", mixed) {
                $0.add(CALayer(10, 10, 24, 24)) {
                    $0.contents = noise(24, 24).image
                    $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
                }
            } as: {
                let picture = noise(24, 24)
                let turned = PixelPicture(
                    24, 24, (0..<24 * 24).map { picture.pixels[(23 - $0 % 24) * 24 + $0 / 24] })
                $0.add(CALayer(10, 10, 24, 24)) { $0.contents = turned.image }
            },
            Reftest("what a class draws are its contents") {
                $0.add(Drawing()) {
                    $0.frame = CGRect(x: 8, y: 8, width: 40, height: 32)
                    $0.setNeedsDisplay()
                }
            } as: {
                $0.add(CAShapeLayer(triangle, .green)) { $0.frame = CGRect(x: 8, y: 8, width: 40, height: 32) }
            },
            Reftest("what a delegate draws are the layer's contents") {
                $0.add(CALayer(8, 8, 40, 32)) {
                    $0.delegate = delegate
                    $0.setNeedsDisplay()
                }
            } as: {
                $0.add(CAShapeLayer(triangle, .green)) { $0.frame = CGRect(x: 8, y: 8, width: 40, height: 32) }
            },
            Reftest(
                "what is drawn with two pixels a point is as fine as the display's",
                .upTo(12, because: "edges are means of four pixels, whose areas are rounded each")
            ) {
                $0.add(Drawing()) {
                    ($0.frame, $0.contentsScale) = (CGRect(x: 8, y: 8, width: 40, height: 32), 2)
                    $0.setNeedsDisplay()
                }
            } as: {
                $0.add(CAShapeLayer(triangle, .green)) { $0.frame = CGRect(x: 8, y: 8, width: 40, height: 32) }
            },
            Reftest("a class may give its contents itself") {
                $0.add(Showing()) {
                    $0.frame = CGRect(x: 8, y: 8, width: 12, height: 8)
                    $0.setNeedsDisplay()
                }
            } as: {
                $0.add(CALayer(8, 8, 12, 8)) { $0.contents = testImage(12, 8) }
            },
            Reftest(
                "a part that is drawn again is what all of it would be",
                .upTo(16, because: "Cairo rounds edges where it cuts them off"),
                steps: [
                    Step {
                        $0.add(Drawing()) {
                            $0.frame = CGRect(x: 8, y: 8, width: 40, height: 32)
                            $0.setNeedsDisplay()
                        }
                    },
                    Step { $0.sublayers?.first?.setNeedsDisplay(CGRect(x: 10, y: 0, width: 7, height: 32)) },
                ],
                as: [
                    Step {
                        $0.add(CAShapeLayer(triangle, .green)) { $0.frame = CGRect(x: 8, y: 8, width: 40, height: 32) }
                    }
                ]),
        ]
}
