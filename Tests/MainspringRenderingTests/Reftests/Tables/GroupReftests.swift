import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering

/// Opacity of groups, masks, clips, and the order in which layers cover each other.
extension Reftest {
    private static let frame = CGRect(x: 8, y: 8, width: 48, height: 40)

    private static func group(_ change: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        change(layer)
        return layer
    }

    /// Two boxes that overlap.
    private static func addBoxes(to layer: CALayer) {
        layer.add(CALayer(4, 4, 24, 20, .red))
        layer.add(CALayer(16, 12, 24, 24, .blue))
    }

    private static func addGround(to layer: CALayer) {
        layer.add(CALayer(0, 0, 64, 64)) { $0.contents = testImage(64, 64) }
    }

    static let groups: [Reftest] = [
        Reftest("a group's opacity is an even mask's") { root in
            addGround(to: root)
            root.add(group { $0.opacity = 0.6 }) { addBoxes(to: $0) }
        } as: { root in
            addGround(to: root)
            root.add(
                group { $0.mask = CALayer(-10, -10, 100, 100, CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.6)) }
            ) { addBoxes(to: $0) }
        },
        Reftest(
            "opacities in each other multiply", .upTo(1, because: "each of two groups is rounded")
        ) { root in
            addGround(to: root)
            root.add(group { $0.opacity = 0.5 }).add(group { $0.opacity = 0.4 }) { addBoxes(to: $0) }
        } as: { root in
            addGround(to: root)
            root.add(group()).add(group { $0.opacity = 0.2 }) { addBoxes(to: $0) }
        },
        Reftest("opacity that is not the group's is each layer's own") { root in
            addGround(to: root)
            root.add(group { ($0.opacity, $0.allowsGroupOpacity) = (0.6, false) }) { addBoxes(to: $0) }
        } as: { root in
            addGround(to: root)
            root.add(group()) {
                addBoxes(to: $0)
                $0.sublayers?.forEach { $0.opacity = 0.6 }
            }
        },
        Reftest("opacity beyond 1 is 1") {
            $0.add(group { $0.opacity = 3 }) { addBoxes(to: $0) }
        } as: {
            $0.add(group()) { addBoxes(to: $0) }
        },
        Reftest("a clip is a mask of the bounds") { root in
            addGround(to: root)
            root.add(group { $0.masksToBounds = true }).add(CALayer(-20, 20, 100, 50)) {
                $0.contents = testImage(24, 24)
            }
        } as: { root in
            addGround(to: root)
            root.add(group { $0.mask = CALayer(0, 0, 48, 40, .black) }).add(CALayer(-20, 20, 100, 50)) {
                $0.contents = testImage(24, 24)
            }
        },
        Reftest(
            "a clip with round corners is a mask of that shape",
            .upTo(
                12, except: 40,
                because:
                    "Cairo makes curves lines, up to a tenth of a pixel beside, and takes areas where the distance is taken here"
            )
        ) { root in
            addGround(to: root)
            root.add(group { ($0.masksToBounds, $0.cornerRadius) = (true, 14) })
                .add(CALayer(10, 10, 80, 80, .blue))
        } as: { root in
            addGround(to: root)
            root.add(
                group {
                    let path = CGPath(
                        roundedRect: CGRect(x: 0, y: 0, width: 48, height: 40), cornerWidth: 14, cornerHeight: 14,
                        transform: nil)
                    $0.mask = CAShapeLayer(path, .black)
                }
            ).add(CALayer(10, 10, 80, 80, .blue))
        },
        Reftest("a clip between pixels leaves the pixels whose middles lie inside") {
            $0.add(CALayer(10.3, 8.7, 30, 30)) { $0.masksToBounds = true }.add(CALayer(-20, -20, 80, 80, .blue))
        } as: {
            $0.add(CALayer(10, 9, 30, 30, .blue))
        },
        Reftest("clips in each other are where they meet") {
            $0.add(CALayer(4, 4, 40, 40)) { $0.masksToBounds = true }
                .add(CALayer(10, 20, 40, 40)) { $0.masksToBounds = true }
                .add(CALayer(-20, -20, 80, 80, .blue))
        } as: {
            $0.add(CALayer(14, 24, 30, 20, .blue))
        },
        Reftest("a clip does not cut off the layer's own background and border, nor what is beside it") {
            $0.add(group { ($0.masksToBounds, $0.backgroundColor, $0.borderWidth) = (true, .red, 3) })
            $0.add(CALayer(40, 40, 24, 24, .blue))
        } as: {
            $0.add(group { ($0.backgroundColor, $0.borderWidth) = (.red, 3) })
            $0.add(CALayer(40, 40, 24, 24, .blue))
        },
        Reftest("a mask that covers all is none") { root in
            root.add(group { $0.mask = CALayer(-50, -50, 200, 200, .white) }) { addBoxes(to: $0) }
        } as: {
            $0.add(group()) { addBoxes(to: $0) }
        },
        Reftest("a mask that is hidden leaves nothing") { root in
            root.add(CALayer(0, 0, 10, 10, .green))
            root.add(group { $0.mask = CALayer(0, 0, 48, 40, .white) }) {
                addBoxes(to: $0)
                $0.mask?.isHidden = true
            }
        } as: {
            $0.add(CALayer(0, 0, 10, 10, .green))
        },
        Reftest(
            "a mask's gradient is the colour's own",
            .upTo(2, because: "the mask's alpha and the colour's are rounded one after the other")
        ) {
            $0.add(group { $0.backgroundColor = .red }) {
                $0.mask = CAGradientLayer()
                $0.mask?.frame = $0.bounds
                ($0.mask as? CAGradientLayer)?.colors = [CGColor.black, CGColor.black.copy(alpha: 0) as Any]
            }
        } as: {
            $0.add(CAGradientLayer()) {
                $0.frame = frame
                $0.colors = [CGColor.red, CGColor.red.copy(alpha: 0) as Any]
            }
        },
        Reftest("a mask of a picture leaves as much as the picture covers") {
            $0.add(CALayer(8, 8, 24, 24, .white)) {
                $0.mask = CALayer(0, 0, 24, 24)
                $0.mask?.contents = noise(24, 24).image
            }
        } as: {
            $0.add(CALayer(8, 8, 24, 24)) {
                let picture = noise(24, 24)
                $0.contents = PixelPicture(24, 24, picture.pixels.map { ($0 >> 24) &* 0x0101_0101 }).image
            }
        },
        Reftest("a mask with layers in it is a mask of all of them") {
            $0.add(group { $0.backgroundColor = .red }) {
                $0.mask = CALayer(4, 4, 10, 30, .black)
                $0.mask?.add(CALayer(20, 0, 15, 10, .black))
                $0.mask?.add(CALayer(20, 20, 15, 10, .black))
            }
        } as: { root in
            for part in [CALayer(12, 12, 10, 30, .red), CALayer(32, 12, 15, 10, .red), CALayer(32, 32, 15, 10, .red)] {
                root.add(part)
            }
        },
        Reftest("a mask of a mask leaves what both do") {
            $0.add(group { $0.backgroundColor = .red }) {
                $0.mask = CALayer(4, 4, 30, 30, .black)
                $0.mask?.mask = CALayer(10, -10, 100, 30, .black)
            }
        } as: {
            $0.add(CALayer(22, 12, 20, 20, .red))
        },
        Reftest("a mask goes with its layer's own coordinates") {
            $0.add(group { ($0.backgroundColor, $0.bounds.origin) = (.red, CGPoint(x: 100, y: 50)) }) {
                $0.mask = CALayer(110, 55, 20, 10, .black)
            }
        } as: {
            $0.add(CALayer(18, 13, 20, 10, .red))
        },
        Reftest("z positions decide what covers what, and among equals the order does") {
            $0.add(CALayer(4, 4, 30, 30, .red)) { $0.zPosition = 2 }
            $0.add(CALayer(14, 14, 30, 30, .green)) { $0.zPosition = -1 }
            $0.add(CALayer(24, 24, 30, 30, .blue)) { $0.zPosition = 2 }
            $0.add(CALayer(10, 20, 50, 8, .glass))
        } as: {
            $0.add(CALayer(14, 14, 30, 30, .green))
            $0.add(CALayer(10, 20, 50, 8, .glass))
            $0.add(CALayer(4, 4, 30, 30, .red))
            $0.add(CALayer(24, 24, 30, 30, .blue))
        },
        Reftest("what opaque layers cover is as if it were not there") { root in
            root.add(group()) { addBoxes(to: $0) }
            root.add(CALayer(0, 0, 64, 64, .green)) { $0.add(CALayer(10, 10, 20, 20, .glass)) }
        } as: {
            $0.add(CALayer(0, 0, 64, 64, .green)) { $0.add(CALayer(10, 10, 20, 20, .glass)) }
        },
        Reftest("what is kept as a picture at the display's scale is the same", scale: 1.5) { root in
            addGround(to: root)
            root.add(group { ($0.shouldRasterize, $0.rasterizationScale, $0.opacity) = (true, 1.5, 0.7) }) {
                addBoxes(to: $0)
            }
        } as: { root in
            addGround(to: root)
            root.add(group { $0.opacity = 0.7 }) { addBoxes(to: $0) }
        },
        Reftest("what is kept as a picture of few pixels is an image of as many") { root in
            addGround(to: root)
            root.add(CALayer(8, 8, 40, 40)) {
                ($0.shouldRasterize, $0.rasterizationScale, $0.opacity) = (true, 0.25, 0.7)
                $0.add(CALayer(0, 0, 40, 40, .red))
                $0.add(CALayer(8, 8, 16, 20, .blue))
            }
        } as: { root in
            addGround(to: root)
            root.add(CALayer(8, 8, 40, 40)) {
                ($0.contents, $0.opacity) = (
                    twoColors(10, 10, .red, CGRect(x: 2, y: 2, width: 4, height: 5), .blue), 0.7
                )
            }
        },
    ]

    /// A picture of one colour, with another one in a part of it, counted from the top.
    private static func twoColors(_ width: Int, _ height: Int, _ ground: CGColor, _ part: CGRect, _ color: CGColor)
        -> CGImage?
    {
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.setFillColor(ground)
        context?.fill(CGRect(x: 0, y: 0, width: width, height: height))
        context?.setFillColor(color)
        context?.fill(
            CGRect(x: part.minX, y: CGFloat(height) - part.maxY, width: part.width, height: part.height))
        return context?.makeImage()
    }
}
