import Foundation
import MainspringGraphics

@testable import MainspringAnimation

/// Paints the layers of a frame as boxes of their background colours, with opacity, transforms and clips: proof that a frame says enough.
struct BoxPainter {
    let width: Int
    let height: Int
    /// Red, green and blue from 0 to 1, row by row from above.
    private(set) var pixels: [SIMD3<Double>]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: SIMD3(repeating: 1), count: width * height)
    }

    subscript(x: Int, y: Int) -> SIMD3<Double> { pixels[y * width + x] }

    /// Paints a frame on white; each pixel is what lies at its middle.
    mutating func paint(_ frame: LayerFrame) {
        frame.forEachShownLayer { layer in
            guard let color = layer.backgroundColor?.premultipliedSRGB, color.w > 0 else { return }
            let reach = layer.box.intersection(CGRect(x: 0, y: 0, width: width, height: height))
            guard !reach.isNull else { return }
            let cover = Double(layer.totalOpacity)
            for y in Int(reach.minY)..<min(Int(reach.maxY.rounded(.up)), height) {
                for x in Int(reach.minX)..<min(Int(reach.maxX.rounded(.up)), width) {
                    let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    guard isInside(layer, point), isVisible(layer, point) else { continue }
                    let alpha = color.w * cover * alpha(ofMasksOf: layer, at: point)
                    let own = SIMD3(color.x, color.y, color.z) / color.w
                    pixels[y * width + x] = own * alpha + pixels[y * width + x] * (1 - alpha)
                }
            }
        }
    }

    private func isInside(_ layer: FrameLayer, _ point: CGPoint) -> Bool {
        guard let own = layer.convertFromHost(point) else { return false }
        let bounds = layer.bounds
        return own.x >= bounds.minX && own.x < bounds.maxX && own.y >= bounds.minY && own.y < bounds.maxY
    }

    /// Whether no layer around it cuts a point off.
    private func isVisible(_ layer: FrameLayer, _ point: CGPoint) -> Bool {
        var outer = layer.outer
        while let current = outer {
            if current.masksToBounds, !isInside(current, point) { return false }
            outer = current.outer
        }
        return true
    }

    /// How much the masks of the layer and of those around it let through.
    private func alpha(ofMasksOf layer: FrameLayer, at point: CGPoint) -> Double {
        var result = 1.0
        var current: FrameLayer? = layer
        while let each = current {
            if let mask = each.mask {
                let color = mask.backgroundColor?.premultipliedSRGB ?? .zero
                result *= isInside(mask, point) ? color.w * Double(mask.opacity) : 0
            }
            current = each.outer
        }
        return result
    }
}
