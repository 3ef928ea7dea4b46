import Foundation
import MainspringAnimation
import MainspringGraphics

/// Blend modes of layers, by their formulas.
extension Reftest {
    private static let modes: [(String, CGBlendMode)] = [
        ("multiplyBlendMode", .multiply), ("screenBlendMode", .screen), ("overlayBlendMode", .overlay),
        ("darkenBlendMode", .darken), ("lightenBlendMode", .lighten), ("colorDodgeBlendMode", .colorDodge),
        ("colorBurnBlendMode", .colorBurn), ("softLightBlendMode", .softLight), ("hardLightBlendMode", .hardLight),
        ("differenceBlendMode", .difference), ("exclusionBlendMode", .exclusion), ("hueBlendMode", .hue),
        ("saturationBlendMode", .saturation), ("colorBlendMode", .color), ("luminosityBlendMode", .luminosity),
        ("plusL", .plusLighter), ("plusD", .plusDarker), ("CIMultiplyBlendMode", .multiply),
        ("sourceAtop", .sourceAtop), ("sourceIn", .sourceIn), ("sourceOut", .sourceOut), ("xor", .xor),
        ("destIn", .destinationIn), ("destOut", .destinationOut), ("destOver", .destinationOver),
        ("destAtop", .destinationAtop), ("copy", .copy), ("clear", .clear), ("normalBlendMode", .normal),
        ("no such mode", .normal),
    ]

    /// Colours of a layer and of what is behind it.
    private static let pairs: [(String, SIMD4<Double>, SIMD4<Double>)] = [
        ("opaque", SIMD4(0.8, 0.2, 0.4, 1), SIMD4(0.2, 0.6, 0.9, 1)),
        ("in part", SIMD4(0.8, 0.2, 0.4, 0.6), SIMD4(0.2, 0.6, 0.9, 0.8)),
    ]

    private static func color(_ values: SIMD4<Double>) -> CGColor {
        CGColor(srgbRed: values.x, green: values.y, blue: values.z, alpha: values.w)
    }

    static var blends: [Reftest] {
        modes.flatMap { name, mode in
            pairs.map { kind, drawn, ground in
                let mixed = mode == .normal ? nil : BlendFormulas.result(mode, drawn, ground)
                return Reftest(
                    "\(name), \(kind), is what the formula says",
                    .upTo(
                        2,
                        because:
                            "Cairo computes modes with bytes: the layer's and the ground's colours are rounded before, and products in between"
                    )
                ) {
                    $0.add(CALayer(56, 56, 4, 4, .red))
                    $0.add(CALayer(4, 4, 50, 50, color(ground)))
                    // The whole ground, so that nothing lies outside of what is mixed.
                    $0.add(CALayer(4, 4, 50, 50, color(drawn))) { $0.compositingFilter = name }
                } as: {
                    $0.add(CALayer(56, 56, 4, 4, .red))
                    guard let mixed else {
                        $0.add(CALayer(4, 4, 50, 50, color(ground)))
                        $0.add(CALayer(4, 4, 50, 50, color(drawn)))
                        return
                    }
                    // The formula's result is multiplied by alpha.
                    let alpha = mixed.w
                    guard alpha > 0 else { return }
                    let straight = (mixed / alpha).clamped(lowerBound: .zero, upperBound: .one)
                    $0.add(CALayer(4, 4, 50, 50, color(SIMD4(straight.x, straight.y, straight.z, alpha))))
                }
            }
        } + [
            Reftest("a group is mixed with what is in the group around it alone") {
                $0.add(CALayer(0, 0, 64, 64, .green))
                $0.add(CALayer(8, 8, 40, 40)) { $0.opacity = 0.5 }.add(CALayer(0, 0, 40, 40, .red)) {
                    $0.compositingFilter = "multiplyBlendMode"
                }
            } as: {
                $0.add(CALayer(0, 0, 64, 64, .green))
                $0.add(CALayer(8, 8, 40, 40)) { $0.opacity = 0.5 }.add(CALayer(0, 0, 40, 40, .red))
            }
        ]
    }
}
